// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ReceiptCard } from '#src/screens/held/receipt-card.tsx'
import { ticketOf } from '../db/receipts.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
beforeEach(() => void vi.stubEnv('TZ', 'America/Santiago'))
afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
})

const NOW = new Date('2026-11-20T12:00:00Z')
const TAKEN = '2026-11-20T03:30:00.000Z'

it.each([
  ['America/Santiago', /^hoy, 0?0:30$/],
  ['Pacific/Easter', /^ayer, 22:30 \(hora de Easter\)$/],
])('[I18N-02] a receipt says when it was taken by the clock of its office, in %s', (time_zone, taken) => {
  render(<ReceiptCard receipt={ticketOf({ inserted_at: TAKEN, time_zone })} now={NOW} />, {
    wrapper: InSpanish,
  })
  expect(screen.getByText(taken).textContent).toMatch(taken)
})

it('[CALL-01] of a call of days ago looks like what is over, and not like a turn', () => {
  const called_at = (hoursAgo: number) => new Date(NOW.getTime() - hoursAgo * 3_600_000).toISOString()
  const card = (hoursAgo: number) => {
    const receipt = ticketOf({ state: 'called', called: true, called_at: called_at(hoursAgo) })
    const { container, unmount } = render(<ReceiptCard receipt={receipt} now={NOW} />, { wrapper: InSpanish })
    const { state } = container.querySelector('article')?.dataset ?? {}
    unmount()
    return state
  }
  expect([card(1), card(7)]).toEqual(['called', 'expired'])
})

it('[TKT-05] of a number that waits for longer than any does is that of one that is over', () => {
  const card = (hoursAgo: number) => {
    const inserted_at = new Date(NOW.getTime() - hoursAgo * 3_600_000).toISOString()
    const receipt = ticketOf({ inserted_at })
    const { container, unmount } = render(<ReceiptCard receipt={receipt} now={NOW} />, { wrapper: InSpanish })
    const { state } = container.querySelector('article')?.dataset ?? {}
    const said = [
      state,
      screen.queryByText('Venció') !== null,
      screen.queryByText('12 antes que tú') !== null,
    ]
    unmount()
    return said
  }
  vi.useFakeTimers({ now: NOW })
  onTestFinished(() => void vi.useRealTimers())
  expect(card(5)).toEqual(['waiting', false, true])
  expect(card(7)).toEqual(['expired', true, false])
})
