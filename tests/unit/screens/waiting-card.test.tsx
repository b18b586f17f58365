// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { WaitingCard } from '#src/screens/waiting-room/waiting-card.tsx'
import { ticketOf } from '../db/receipts.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)

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
