import type { Database } from '#server/database/database.ts'
import type { Fact } from '#server/facts/fact.ts'
import { factsAfter } from '#server/facts/read-facts.ts'
import type { LineMove, OutOfTurn } from '../replayed-office.ts'
import { type SceneOffice, SLOTS } from './scene.ts'

export interface TicketRecord {
  id: string
  line_id: number
  /** The line that gave the number. */
  given_in: number
  day: string
  number: number | null
  user_id: string | null
  state: string
  /** Where it stands in its line; digits, of which nothing is lost. */
  place: string
  calls: number
  called_at: Date | null
  modulo: string | null
}

export interface ReservationRecord {
  id: string
  line_id: number
  user_id: string | null
  state: string
  block_from: Date
  slot: number
  /** It holds its slot. */
  holds: boolean
}

/** What an office's log and tables say after all. */
export interface OfficeRecords {
  office_id: number
  /** How many may come to a block at once. */
  slots: number
  facts: Fact[]
  moves: LineMove[]
  outOfTurn: OutOfTurn[]
  /** In the order in which they will be called. */
  tickets: TicketRecord[]
  reservations: ReservationRecord[]
}

/** More than any history has. */
const FACTS_MOST = 1_000_000

export async function readRecords(
  { db }: Pick<Database, 'db'>,
  offices: readonly Pick<SceneOffice, 'office_id'>[],
): Promise<OfficeRecords[]> {
  const records: OfficeRecords[] = []
  for (const { office_id } of offices) {
    const moves = db.selectFrom('line_moves').selectAll().where('office_id', '=', office_id)
    const outOfTurn = db
      .selectFrom('desk_acts')
      .select(['ticket_id', 'at'])
      .where('office_id', '=', office_id)
      .where('act', '=', 'called-out-of-turn')
    const tickets = await db
      .selectFrom('tickets')
      .leftJoin('modulos', 'modulos.id', 'tickets.modulo_id')
      .selectAll('tickets')
      .select('modulos.name as modulo')
      .where('tickets.office_id', '=', office_id)
      .orderBy('place')
      .orderBy('number')
      .execute()
    const reservations = await db
      .selectFrom('reservations')
      .selectAll()
      .where('office_id', '=', office_id)
      .execute()
    records.push({
      office_id,
      slots: SLOTS,
      facts: await factsAfter(db, office_id, 0, FACTS_MOST),
      moves: await moves.execute(),
      outOfTurn: await outOfTurn.execute(),
      tickets: tickets.map(ticket => ({
        id: ticket.id,
        line_id: ticket.line_id,
        given_in: ticket.given_in ?? ticket.line_id,
        day: String(ticket.day),
        number: ticket.number,
        user_id: ticket.user_id,
        state: ticket.state,
        place: String(ticket.place),
        calls: ticket.calls,
        called_at: ticket.called_at,
        modulo: ticket.modulo,
      })),
      reservations: reservations.map(({ id, line_id, user_id, state, block_from, slot, deleted_at }) => ({
        id,
        line_id,
        user_id,
        state,
        block_from,
        slot,
        holds: deleted_at === null,
      })),
    })
  }
  return records
}
