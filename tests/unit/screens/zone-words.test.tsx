// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import HeldList from '#src/screens/held/held-list.tsx'
import { ReceiptCard } from '#src/screens/held/receipt-card.tsx'
import { ReservationCard } from '#src/screens/held/reservation-card.tsx'
import { FirstHour } from '#src/screens/times/first-hour.tsx'
import { ComeBack } from '#src/screens/waiting-room/come-back.tsx'
import { LeaveWords } from '#src/screens/waiting-room/leave-words.tsx'
import { OfficeMessage } from '#src/screens/waiting-room/office-message.tsx'
import { WaitingCard } from '#src/screens/waiting-room/waiting-card.tsx'
import { sessionStore } from '#src/stores/session-store.ts'
import { LineStopText } from '#src/texts/line-stop-text.tsx'
import { ticketOf } from '../db/receipts.ts'
import { reservationOf } from '../db/reservation-of.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

/** Two hours behind the mainland, which is where the phone is. */
const ISLAND = 'Pacific/Easter'
const MAINLAND = 'America/Santiago'
/** 7:10 on the island. */
const AT = '2026-11-20T12:10:00.000Z'
const DAY = '2099-11-20'
const TIME = { from: '2099-11-20T12:10:00.000Z', to: '2099-11-20T12:25:00.000Z' }

const database = screensDatabase()

beforeAll(readSpanish)
beforeEach(() => {
  vi.stubEnv('TZ', MAINLAND)
  sessionStore.getState().apply({ type: 'signed-out' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
})

const receiptOf = (change: Partial<TicketReceipt>): TicketReceipt => ({
  ...ticketOf(),
  timeStamp: Date.parse(AT),
  almost_there_said: [],
  line_now: null,
  ...change,
})
const reservationAt = (time_zone: string) => ({
  ...reservationOf({ ...TIME, time_zone }),
  timeStamp: Date.parse(AT),
  cancel_waits: false,
  officeSlug: 'centro',
})

function read(element: ReactElement): string {
  const queries = new QueryClient()
  queries.setQueryData(queryKeys.timeBlocks('rapanui', 7, DAY), [{ ...TIME, availables: 1 }])
  const { container } = render(<QueryClientProvider client={queries}>{element}</QueryClientProvider>, {
    wrapper: InSpanish,
  })
  return (container.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
}

/** Each place that says a time of an office, and what it says of it. */
const PLACES: [string, RegExp, (time_zone: string) => ReactElement][] = [
  [
    'until when one comes back to the front',
    /antes de las 0?7:10 \(hora de Easter\), vuelves/,
    time_zone => (
      <ComeBack
        ticket={receiptOf({ state: 'skipped', returns_left: 1, front_until: AT, time_zone })}
        now={new Date('2026-11-20T12:00:00.000Z')}
      />
    ),
  ],
  [
    'when desks open',
    /abre: vie 20, 0?7:10 \(hora de Easter\)/,
    time_zone => (
      <WaitingCard
        ticket={ticketOf({ time_zone })}
        ahead={7}
        wait={{ from: 20, to: 30, opens_at: AT }}
        call={null}
      />
    ),
  ],
  [
    'when the office wrote',
    /Sucursal Centro, a las 0?7:10 \(hora de Easter\)/,
    time_zone => (
      <OfficeMessage
        ticket={receiptOf({
          time_zone,
          message: { id: 'a', at: AT, texts: { es: 'Hola', en: 'Hello', pt: 'Olá' } },
        })}
      />
    ),
  ],
  [
    'when a line gives numbers again',
    /a las 0?7:10 \(hora de Easter\)\./,
    timeZone => (
      <LineStopText stopped={{ why: 'frozen', reason: null, note: null, until: AT }} timeZone={timeZone} />
    ),
  ],
  [
    'when to set out',
    /^Sal a las 0?7:10 \(hora de Easter\): a pie/,
    timeZone => (
      <LeaveWords
        // 13 minutes on foot and 5 to spare; still to come, whenever this is read.
        wait={{ from: 28, to: 38 }}
        toldAt={Date.parse('2099-11-20T12:00:00.000Z')}
        metres={750}
        timeZone={timeZone}
      />
    ),
  ],
  [
    'when a number was taken',
    /, 0?7:10 \(hora de Easter\)/,
    time_zone => <ReceiptCard isOpen receipt={ticketOf({ inserted_at: AT, time_zone })} now={new Date(AT)} />,
  ],
  [
    'when a time in a list begins',
    /20 nov, 0?7:10.*hora de Easter/,
    time_zone => <ReservationCard reservation={reservationAt(time_zone)} />,
  ],
  [
    'the first time that is free',
    /20 nov, 0?7:10 \(hora de Easter\)/,
    timeZone => (
      <FirstHour
        offer={{
          officeSlug: 'rapanui',
          line: { id: 7, slug: 'cajas', name: 'Cajas' },
          timeZone,
          modalities: ['in-person'],
          lastDay: '2099-12-31',
          onePer: 'office',
        }}
        days={[DAY]}
        onTake={() => undefined}
      />
    ),
  ],
]

describe('[I18N-02] by whose clock a time is, where the device shows another', () => {
  it.each(PLACES)('is said of %s', (_, said, element) => {
    expect(read(element(ISLAND))).toMatch(said)
    cleanup()
    const words = read(element(MAINLAND))
    expect(words).toMatch(/9:10|09:10/)
    expect(words).not.toContain('hora de')
  })

  it.each(PLACES)('is said of %s by a phone that knows no zone of its own', (_, said, element) => {
    const options = new Intl.DateTimeFormat().resolvedOptions()
    const own = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    onTestFinished(() => own.mockRestore())
    // What Chrome says then, and throws at when it is given it back.
    own.mockReturnValue({ ...options, timeZone: 'Etc/Unknown' })
    expect(read(element(ISLAND))).toMatch(said)
  })

  it.each(PLACES)('is said of %s by nobody whose tables do not know it', (_, _said, element) => {
    const words = read(element('X/Nowhere'))
    expect(words).toMatch(/9:10|09:10/)
    expect(words).not.toContain('hora de')
  })

  it('is said of a time in the hand', async () => {
    for (const [id, time_zone] of [
      ['44444444-4444-4444-8444-444444444001', ISLAND],
      ['44444444-4444-4444-8444-444444444002', MAINLAND],
    ] as const)
      await database().reservations.keep(reservationOf({ ...TIME, id, time_zone }), Date.parse(AT))
    read(<HeldList />)
    const links = await screen.findAllByRole('link')
    const texts = links.map(link => link.textContent ?? '').toSorted((one, other) => one.localeCompare(other))
    expect(texts).toEqual([
      expect.stringMatching(/20 nov, 0?7:10.*Sucursal Centro · hora de Easter$/),
      expect.stringMatching(/20 nov, 0?9:10.*Sucursal Centro$/),
    ])
  })
})
