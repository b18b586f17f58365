import { type Kysely, type Selectable, sql } from 'kysely'
import type { DeskWhyBefore, WhyBefore } from '#contract/rest/preference.ts'
import { officeDaySpan } from '#contract/rules/office-day.ts'
import type { Tables } from '#server/database/tables.ts'
import type { CallReasonsTable } from '#server/database/tables/log.ts'
import { notFound } from '#server/web/refusal.ts'
import type { QueueContext } from '../queue-context.ts'
import { openingTimes } from '../turn/opening-times.ts'
import { isPreferential } from '../turn/preference.ts'
import { reservationCode } from '../turn/reservation-turn.ts'
import { shownNumber } from '../turn/shown-number.ts'

type Reason = Pick<Selectable<CallReasonsTable>, 'rule' | 'line_ids' | 'stood'>

/** One of a day's numbers or reservations, as the order saw them. */
export interface Ordered {
  /** Of the ticket or of the reservation. */
  id: string
  reservation_id: string | null
  line_id: number
  /** When they came; of a reservation, its time. */
  inserted_at: Date
  called_at: Date | null
  /** The place of their first call in the log: two may be called in one moment. */
  called_seq: number | null
  ended_at: Date | null
  /** Of a reservation: when somebody noted that its person is here. */
  arrived_at: Date | null
  passes: number
  preferential: boolean
  /** Of their first call; null where none is kept. */
  reason: Reason | null
}

/** Whom of the two the order had first: who was called first; of two who still wait, whoever came first. */
function inTheirOrder<One extends Ordered>(a: One, b: One): [One, One] {
  const calledAs = ({ called_seq }: Ordered) => called_seq ?? Number.POSITIVE_INFINITY
  const isFirst = calledAs(a) === calledAs(b) ? a.inserted_at <= b.inserted_at : calledAs(a) < calledAs(b)
  return isFirst ? [a, b] : [b, a]
}

/**
 * Why one was called before another, by what was kept of that call.
 * @see rule PAST-01
 */
function whyFirst(first: Ordered, second: Ordered): WhyBefore {
  const { called_at, reason } = first
  if (called_at === null) return 'nobody-called'
  // A reservation is there before its time: what it is due by says the order.
  if (second.inserted_at > called_at) return 'came-later'
  if (second.called_at === null && second.ended_at !== null && second.ended_at <= called_at) return 'had-left'
  if (reason === null) return 'forgotten'
  const { rule, line_ids, stood } = reason
  if (rule === 'chosen') return 'chosen'
  if (!line_ids.includes(second.line_id)) return 'other-lines'
  const named = stood.find(({ id }) => id === second.id || id === second.reservation_id)
  if (named) return named.by
  if (second.reservation_id !== null) {
    if (rule !== 'reservation') return 'between'
    const wasHere = ({ arrived_at }: Ordered) => arrived_at !== null && arrived_at <= called_at
    return wasHere(first) && !wasHere(second) ? 'arrived' : 'time'
  }
  if (rule === 'reservation') return 'reservation'
  if (rule === 'preference' && !second.preferential) return 'preference'
  if (second.line_id === first.line_id) return second.passes > 0 ? 'let-pass' : 'place'
  // Behind whoever stood first in their line.
  return stood.find(one => one.line_id === second.line_id)?.by ?? 'arrival'
}

interface Row extends Ordered {
  ticket: string
  line_name: string
}

/**
 * Those of the office's day that are shown so: numbers, reservations that were called, and that were not.
 * Of an evening in which numbers began anew at midnight, the newer one.
 */
async function findShown(
  db: Kysely<Tables>,
  officeId: number,
  ticket: string,
  today: { from: Date; to: Date },
): Promise<Row> {
  const [, prefix = ticket, digits = null] = /^([A-ZÑ]+)0*(\d{1,9})$/.exec(ticket) ?? []
  const ofToday = (table: string) => sql<boolean>`(
    ${sql.ref(`${table}.office_id`)} = ${officeId}::integer
    and ${sql.ref(`${table}.block_from`)} >= ${today.from}::timestamptz
    and ${sql.ref(`${table}.block_from`)} < ${today.to}::timestamptz
  )`
  const { rows } = await sql<Row>`
    with line as (
      select l.id, l.name from lines l where l.office_id = ${officeId}::integer
    ), found as (
      select t.day, t.id, null::uuid as reservation_id, ${shownNumber(sql`t.prefix`, sql`t.number`)} as ticket,
        -- of the first call it is said why, which was in the line that gave it
        coalesce(t.given_in, t.line_id) as line_id, t.inserted_at, coalesce(t.first_called_at, t.called_at) as called_at, t.ended_at, null::timestamptz as arrived_at, t.passes, ${isPreferential} as preferential, t.id as ticket_id
      from line join tickets t on coalesce(t.given_in, t.line_id) = line.id
      -- by the key of numbers, and of its days by those that may be meant: all that the office ever gave is more
      where t.day >= (${today.from}::timestamptz at time zone 'UTC')::date - 1
        and t.inserted_at >= ${today.from}::timestamptz and t.number = ${digits}::integer and t.prefix = ${prefix}::text
      union all
      select null, r.id, r.id, ${reservationCode}, r.line_id, r.block_from, r.called_at, coalesce(r.ended_at, r.deleted_at), r.arrived_at, 0, false,
        (select t.id from tickets t where t.reservation_id = r.id)
      from (
        -- those that are held, and those that no longer are, have an index each
        select * from reservations h where ${ofToday('h')} and h.deleted_at is null
        union all
        select * from reservations l where ${ofToday('l')} and l.deleted_at is not null
      ) r
      where ${reservationCode} = ${ticket}::text
    )
    select found.*, line.name as line_name, call.seq as called_seq, call.reason
    from found join line on line.id = found.line_id
    left join lateral (
      select f.seq, case
        when c.seq is not null then jsonb_build_object('rule', c.rule, 'line_ids', c.line_ids, 'stood', c.stood)
        when exists (
          select from desk_acts a
          where a.ticket_id = f.ticket_id and a.at = f.at and a.act = 'called-out-of-turn'
        ) then jsonb_build_object('rule', 'chosen', 'line_ids', '[]'::jsonb, 'stood', '[]'::jsonb)
      end as reason
      from facts f left join call_reasons c on c.office_id = f.office_id and c.seq = f.seq
      where f.office_id = ${officeId}::integer and f.ticket_id = found.ticket_id and f.kind = 'call:created'
        -- a call that was taken back was none; one before it, that was missed, was one
        and (
          select n.kind from facts n
          where n.office_id = f.office_id and n.ticket_id = f.ticket_id and n.seq > f.seq
            and n.kind in ('call:taken_back', 'ticket:skipped', 'ticket:parked', 'ticket:transferred', 'ticket:attended')
          order by n.seq limit 1
        ) is distinct from 'call:taken_back'
      order by f.seq limit 1
    ) call on true
    order by found.day desc, found.called_at is null, found.inserted_at limit 1`.execute(db)
  const [row] = rows
  if (!row) throw notFound('the number')
  return row
}

/**
 * "Why before me?", of any two of the office's day.
 * @throws Refusal not-found, where the day has no such number
 * @see rule PAST-01
 */
export async function whyBefore(
  { database: { db }, clock }: Pick<QueueContext, 'database' | 'clock'>,
  { office_id, first, second }: { office_id: number; first: string; second: string },
): Promise<DeskWhyBefore> {
  const today = officeDaySpan(clock.now(), await openingTimes(db, office_id))
  const one = await findShown(db, office_id, first, today)
  const other = await findShown(db, office_id, second, today)
  const [before, after] = inTheirOrder(one, other)
  const shown = ({ ticket, line_name, inserted_at, called_at }: Row) => ({
    ticket,
    line_name,
    inserted_at: inserted_at.toISOString(),
    called_at: called_at?.toISOString() ?? null,
  })
  return { first: shown(before), second: shown(after), why: whyFirst(before, after) }
}
