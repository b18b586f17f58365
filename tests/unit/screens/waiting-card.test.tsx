// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { WaitingCard } from '#src/screens/waiting-room/waiting-card.tsx'
import { ticketOf } from '../db/receipts.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
// Where its office is.
beforeEach(() => void vi.stubEnv('TZ', 'America/Santiago'))
afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
})

const card = (ahead: number | null, meet = false) => (
  <WaitingCard ticket={ticketOf({ meet })} ahead={ahead} wait={null} call={null} />
)

it.each([
  [null, 'waiting'],
  [6, 'waiting'],
  [5, 'near'],
  [1, 'near'],
  [0, 'near'],
])('with %s ahead its card is %s, in words as well as in amber', (ahead, state) => {
  render(card(ahead), { wrapper: InSpanish })
  expect(screen.getByRole('article').dataset.state).toBe(state)
  expect(screen.queryByText('Acércate: falta poco') !== null).toBe(state === 'near')
})

it('says so to who hears it in a place that was there before, and not again as the line shortens', () => {
  const { rerender } = render(card(6), { wrapper: InSpanish })
  const [place] = screen.getAllByRole('status')
  expect(place?.textContent).toBe('')
  rerender(card(5))
  expect(screen.getAllByRole('status')[0]).toBe(place)
  expect(place?.textContent).toBe('Acércate: falta poco')
  const words = place?.firstChild
  rerender(card(0))
  expect(place?.firstChild).toBe(words)
  expect(words?.textContent).toBe('Acércate: falta poco')
})

it('asks nobody to come near who is attended by video', () => {
  render(card(3, true), { wrapper: InSpanish })
  screen.getByText('Prepárate: falta poco')
  expect(screen.queryByText(/Acércate/)).toBeNull()
})

it.each([
  [{ from: 25, to: 50, about: 35, holds: 80 }, 'unos 35 min', 'entre 25 y 50, 8 de 10 veces'],
  [{ from: 25, to: 50 }, '25–50 min', null],
  [{ from: 0, to: 0, now: true as const }, 'ahora', null],
  [{ from: 20, to: 30, closes_first: true as const }, '20–30 min', 'puede que no alcances hoy'],
  [
    { from: 20, to: 30, about: 25, holds: 80, opens_at: '2026-11-24T12:00:00Z' },
    'unos 25 min',
    'abre: mar 24, 9:00',
  ],
])('[WAIT-03] says one thing first, then how sure it is: %j', (wait, first, then) => {
  render(<WaitingCard ticket={ticketOf()} ahead={7} wait={wait} call={null} />, { wrapper: InSpanish })
  const fact = screen.getByText('Te llaman en').parentElement
  expect([...(fact?.children ?? [])].map(part => part.textContent).filter(text => text !== '')).toEqual([
    'Te llaman en',
    first,
    ...(then === null ? [] : [then]),
  ])
})

it('[WAIT-03] says why it takes longer than it said before', () => {
  render(<WaitingCard ticket={ticketOf()} ahead={7} wait={null} slower="fewer-desks" call={null} />, {
    wrapper: InSpanish,
  })
  expect(screen.getAllByRole('status').map(place => place.textContent)).toContain(
    'Demora más: cerró un módulo',
  )
})
