import { type Kysely, type RawBuilder, sql } from 'kysely'
import { TICKET_PASSES_MAX } from '#contract/limits.ts'
import type { Ticket, TicketMessage, TicketState } from '#contract/rest/tickets.ts'
import { displayedNumber } from '#contract/rules/ticket-number.ts'
import type { Tables } from '#server/database/tables.ts'
import type { QueueContext } from '../queue-context.ts'
import { staleBefore } from '../turn/stale-tickets.ts'
import { estimateWait, type LinePace } from '../lines/wait-estimate.ts'

/** Which of an owner's tickets, in SQL over `t`, and in which order. */
interface Selection {
  user_id: string
  which: RawBuilder<unknown>
  /** SQL after the condition: order, limit. */
  order?: RawBuilder<unknown>
}

/** A ticket with the names of where it is, as it is read. */
export interface OwnedRow {
  id: string
  number: number | null
  prefix: string
  line_id: number
  line: string
  line_name: string
  office_id: number
  office: string
  office_name: string
  category_slug: string
  time_zone: string
  user_id: string
  state: TicketState
  inserted_at: Date
  called_at: Date | null
  meet: boolean
  modulo: string | null
  ahead: number
  passes: number
  on_my_way: boolean
  temporal: boolean
  reservation_id: string | null
  message: TicketMessage | null
  seq: number
}

const readRows = async (
  db: Kysely<Tables>,
  { user_id, which, order = sql`` }: Selection,
): Promise<OwnedRow[]> => {
  const { rows } = await sql<OwnedRow>`
    select t.id, t.number, t.prefix, t.line_id, l.slug as line, l.name as line_name,
      t.office_id, o.slug as office, o.name as office_name, o.category_slug, o.time_zone,
      t.user_id, t.state, t.inserted_at, t.called_at, coalesce(r.meet, l.virtual) as meet, m.name as modulo, t.passes, t.on_my_way, t.reservation_id, t.message, u.temporal,
      coalesce(s.last_seq, 0) as seq,
      case when t.state = 'waiting' then (
        select count(*) from tickets w
        where w.line_id = t.line_id and w.state = 'waiting' and (w.place, w.number) < (t.place, t.number)
      ) else 0 end as ahead
    from tickets t
    join lines l on l.id = t.line_id
    join offices o on o.id = t.office_id
    join users u on u.id = t.user_id
    left join modulos m on m.id = t.modulo_id
    left join reservations r on r.id = t.reservation_id
    left join office_sequences s on s.office_id = t.office_id
    where t.user_id = ${user_id}::uuid and ${which} ${order}`.execute(db)
  return rows
}

export function ownedTicket(row: OwnedRow, pace: LinePace | undefined, at: Date): Ticket {
  const { id, number, prefix, line_id, line, line_name, office, office_name, user_id, on_my_way, seq } = row
  // Six hours are over, and the sweep that says so is on its way.
  const state = row.state === 'waiting' && row.inserted_at <= staleBefore(at) ? 'expired' : row.state
  const waits = state === 'waiting'
  return {
    id,
    tuid: id,
    ticket: displayedNumber(prefix, number),
    number,
    prefix,
    line_id,
    line,
    line_name,
    office,
    office_name,
    officeSlug: office,
    officeId: row.office_id,
    category_id: row.category_slug,
    time_zone: row.time_zone,
    user_id,
    state,
    inserted_at: row.inserted_at.toISOString(),
    called: row.called_at !== null,
    called_at: row.called_at?.toISOString() ?? null,
    meet: row.meet,
    modulo: row.modulo,
    ahead: waits ? row.ahead : null,
    wait: waits && pace ? estimateWait(pace, row.ahead) : null,
    passes_left: waits ? Math.max(0, TICKET_PASSES_MAX - row.passes) : 0,
    on_my_way,
    reserve: row.reservation_id,
    temporaryUser: row.temporal,
    message: row.message,
    seq,
  }
}

/** Tickets as their owner holds them: two statements, or one where none of them waits. */
export async function ownedTickets(
  { database: { db }, clock, paces: shared }: Pick<QueueContext, 'database' | 'clock' | 'paces'>,
  selection: Selection,
): Promise<Ticket[]> {
  const at = clock.now()
  const rows = await readRows(db, selection)
  const lines = rows.filter(row => row.state === 'waiting').map(row => row.line_id)
  const paces = await shared.of(db, lines, at)
  return rows.map(row => ownedTicket(row, paces.get(row.line_id), at))
}
