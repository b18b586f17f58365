import { type Kysely, type RawBuilder, sql } from 'kysely'
import { TICKET_PASSES_MAX } from '#contract/limits.ts'
import type { Ticket, TicketMessage, TicketState } from '#contract/rest/tickets.ts'
import { asideUntil } from '#contract/rules/aside-until.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import { displayedNumber } from '#contract/rules/ticket-number.ts'
import type { Tables } from '#server/database/tables.ts'
import type { QueueContext } from '../queue-context.ts'
import { callingModulo } from '../turn/calling-modulo.ts'
import { frontUntil, type Missed, returnsLeft } from '../turn/return-missed.ts'
import { staleBefore } from '../turn/stale-tickets.ts'
import { aheadInLine } from '../turn/turn-fact.ts'
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
  /** Where it was called in vain. */
  missed:
    | (Pick<Missed, 'returns' | 'missed_grace_minutes' | 'hours' | 'closures'> & { ended_at: string })
    | null
  /** Where it stands aside. */
  aside: (Pick<OpeningTimes, 'hours' | 'closures'> & { parked_at: string }) | null
  temporal: boolean
  reservation_id: string | null
  message: TicketMessage | null
  seq: number
}

/**
 * SQL: how many are called before `t`: those before it in its line, or, where it was transferred to a modulo
 * whose clerk is there, those who were so before it.
 */
export const peopleAhead = sql`(
  case when ${callingModulo} is not null then (
    select count(*) from tickets w
    where w.for_modulo_id = t.for_modulo_id and w.state = 'waiting' and (w.inserted_at, w.id) < (t.inserted_at, t.id)
  ) else ${aheadInLine} end
)`

const readRows = async (
  db: Kysely<Tables>,
  { user_id, which, order = sql`` }: Selection,
): Promise<OwnedRow[]> => {
  const { rows } = await sql<OwnedRow>`
    select t.id, t.number, t.prefix, t.line_id, l.slug as line, l.name as line_name,
      t.office_id, o.slug as office, o.name as office_name, o.category_slug, o.time_zone,
      t.user_id, t.state, t.inserted_at, t.called_at, coalesce(r.meet, l.virtual) as meet, m.name as modulo, t.passes, t.on_my_way, t.reservation_id, t.message, u.temporal,
      coalesce(s.last_seq, 0) as seq,
      case when t.state = 'skipped' then jsonb_build_object(
        'ended_at', t.ended_at, 'returns', t.returns, 'missed_grace_minutes', o.missed_grace_minutes,
        'hours', o.hours, 'closures', o.closures
      ) end as missed,
      case when t.state = 'parked' then jsonb_build_object(
        'parked_at', t.parked_at, 'hours', o.hours, 'closures', o.closures
      ) end as aside,
      case when t.state = 'waiting' then ${peopleAhead} else 0 end as ahead
    from tickets t
    join lines l on l.id = t.line_id
    join offices o on o.id = t.office_id
    join users u on u.id = t.user_id
    left join modulos m on m.id = coalesce(t.modulo_id, ${callingModulo})
    left join reservations r on r.id = t.reservation_id
    left join office_sequences s on s.office_id = t.office_id
    where t.user_id = ${user_id}::uuid and t.state <> 'taken-back' and ${which} ${order}`.execute(db)
  return rows
}

export function ownedTicket(row: OwnedRow, pace: LinePace | undefined, at: Date): Ticket {
  const { id, number, prefix, line_id, line, line_name, office, office_name, user_id, on_my_way, seq } = row
  // Six hours are over, and the sweep that says so is on its way.
  const state = row.state === 'waiting' && row.inserted_at <= staleBefore(at) ? 'expired' : row.state
  const waits = state === 'waiting'
  // One that stands aside, or waits again, goes nowhere until it is called anew.
  const called_at = waits || state === 'parked' ? null : row.called_at
  const missed = row.missed && { ...row, ...row.missed, ended_at: new Date(row.missed.ended_at) }
  const aside = row.aside && { ...row.aside, time_zone: row.time_zone }
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
    called: called_at !== null,
    called_at: called_at?.toISOString() ?? null,
    meet: row.meet,
    modulo: state === 'parked' ? null : row.modulo,
    ahead: waits ? row.ahead : null,
    wait: waits && pace ? estimateWait(pace, row.ahead) : null,
    // Whoever is the next at a module lets nobody pass.
    passes_left: waits && row.modulo === null ? Math.max(0, TICKET_PASSES_MAX - row.passes) : 0,
    on_my_way,
    returns_left: missed ? returnsLeft(missed, at) : 0,
    front_until: (missed && frontUntil(missed)?.toISOString()) ?? null,
    aside_until: aside && asideUntil(new Date(aside.parked_at), aside).toISOString(),
    reserve: row.reservation_id,
    temporaryUser: row.temporal,
    message: row.message,
    seq,
  }
}

/** What reading for an owner needs. */
export type Reading = Pick<QueueContext, 'database' | 'clock' | 'paces' | 'together'>

/** Tickets as their owner holds them: two statements, or one where none of them waits. */
export async function ownedTickets(
  { database: { db }, clock, paces: shared, together }: Reading,
  selection: Selection,
): Promise<Ticket[]> {
  const at = clock.now()
  const rows = await readRows(db, selection)
  const waiting = rows.filter(row => row.state === 'waiting').map(row => row.line_id)
  const lines = waiting.sort((one, other) => one - other)
  // A crowd that waits in one line asks how fast that line moves, and not each of them.
  const read = () => shared.of(db, lines, clock.now())
  const paces = lines.length > 0 ? await together(`paces ${lines.join()}`, read) : new Map<number, LinePace>()
  return rows.map(row => ownedTicket(row, paces.get(row.line_id), at))
}
