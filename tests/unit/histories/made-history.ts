import type { Fact, FactDetails } from '#server/facts/fact.ts'
import type { Asked, History, Told } from '#tests/support/histories/history.ts'
import type { OfficeRecords, ReservationRecord, TicketRecord } from '#tests/support/histories/records.ts'

/** What checks are shown: as little as each of them looks at, and all as it should be unless told. */
export const OFFICE = 1
export const LINE = 7
export const ANA = 'ana-user'

export const AT = new Date('2026-11-21T15:00:00Z')
export const BLOCK = new Date('2026-11-22T12:00:00Z')

export function fact<Name extends keyof FactDetails>(
  seq: number,
  name: Name,
  detail: FactDetails[Name],
  about: Partial<Fact> = {},
): Fact {
  const columns = { office_id: OFFICE, line_id: LINE, ticket_id: 'ticket-1', user_id: ANA, at: AT }
  return { ...columns, seq, name, detail, ...about } as Fact
}

export const TAKEN = fact(1, 'ticket:created', { ticket: 'A001', waiting: 1 })
export const CALLED = fact(2, 'call:created', { ticket: 'A001', modulo: 'Módulo 1', waiting: 0, calls: 1 })

export const ticket = (of: Partial<TicketRecord> = {}): TicketRecord => ({
  id: 'ticket-1',
  line_id: LINE,
  given_in: LINE,
  day: '2026-11-21',
  number: 1,
  user_id: ANA,
  state: 'called',
  place: '1',
  calls: 1,
  called_at: AT,
  modulo: 'Módulo 1',
  ...of,
})

export const reservation = (of: Partial<ReservationRecord> = {}): ReservationRecord => ({
  id: 'reservation-1',
  line_id: LINE,
  user_id: ANA,
  state: 'confirmed',
  block_from: BLOCK,
  slot: 1,
  holds: true,
  ...of,
})

/** One who took a number and was called. */
export const records = (of: Partial<OfficeRecords> = {}): OfficeRecords => ({
  office_id: OFFICE,
  slots: 2,
  facts: [TAKEN, CALLED],
  moves: [],
  outOfTurn: [],
  tickets: [ticket()],
  reservations: [],
  ...of,
})

export const asked = (of: Partial<Asked>): Asked => ({
  nth: 1,
  operation: 'take',
  who: ANA,
  server: 0,
  from: 0,
  to: 5,
  outcome: 'done',
  said: '201',
  promises: [],
  about: [],
  ...of,
})

export const history = (...of: Partial<Asked>[]): History => ({
  asked: of.map(asked),
  told: [],
  mishaps: [],
  unanswered: {},
  errors: {},
})

export const told = (of: Partial<Told> = {}): Told => ({
  user_id: ANA,
  office_id: OFFICE,
  since: 0,
  until: 2,
  heard: [
    { seq: 1, event: 'ticket:created', joined: 1, missed: false },
    { seq: 2, event: 'call:created', joined: 1, missed: false, tuid: 'ticket-1' },
  ],
  resets: [],
  ...of,
})
