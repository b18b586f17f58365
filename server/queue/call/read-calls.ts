import { type Kysely, sql } from 'kysely'
import { ALMOST_THERE_THRESHOLDS } from '#contract/limits.ts'
import type { SaidHere } from '#contract/rest/desk.ts'
import type { Tables } from '#server/database/tables.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import type { Preference } from '#server/database/tables/offices.ts'
import type { Standing } from '../desk/became-of.ts'
import { servedColumns, type ServedLines } from '../desk/served-lines.ts'
import { callingModulo, isCalling } from '../turn/calling-modulo.ts'
import { isDue, isPromised } from '../turn/due-reservation.ts'
import { isPreferential } from '../turn/preference.ts'
import { reservationCode } from '../turn/reservation-turn.ts'
import { staleBefore } from '../turn/stale-tickets.ts'
import { type Turn, turnColumns } from '../turn/turn-fact.ts'

/**
 * A clerk who calls: whoever's turn it is in these lines, or the reservation of their choice. `here`: what
 * became of who stands at their desk.
 */
export type Caller = Pick<AtDesk, 'clerk_id' | 'press'> & { here?: SaidHere | undefined } & (
    | {
        /** Of these alone; where the list is empty, of all that the desk serves. */
        line_ids: readonly number[]
      }
    | { reservation_id: string }
  )

/** A number that waits. */
export interface WaitingTurn extends Turn {
  inserted_at: Date
  preferential: boolean
  /** How often it was called already: where it came back, or calls were taken back. */
  calls: number
  /** The almost-there thresholds that are behind it. */
  told_10: boolean
  told_5: boolean
  /** Transferred to this modulo, whose clerk is there: nobody else calls it. */
  for_modulo_id: number | null
}

/** A reservation whose time has come; its ticket is made when it is called. */
export interface DueReservation {
  reservation_id: string
  line_id: number
  /** Null where a desk booked it for somebody. */
  user_id: string | null
  block_from: Date
  inserted_at: Date
  /** Somebody noted that the person is here. */
  arrived: boolean
  /** By which it is called. */
  code: string
}

/** A reservation that a clerk chose. */
export interface WishedReservation extends DueReservation {
  /** Somebody said yes to it, and it was neither called nor cancelled. */
  is_promised: boolean
}

export interface LastCall {
  /** In microseconds: the calls of one round follow each other by one. */
  at_us: number
  was_reservation: boolean
}

export interface SeenLine {
  line_id: number
  /** False where the office has it no more: who waits there is called still. */
  active: boolean
  priority: number
  /** How many wait. */
  waiting: number
  /** Those of them who may be called, and those who may come near by it, in the order of the line. */
  heads: readonly WaitingTurn[]
  /** The preferential ones, wherever they stand; where modulos of their own serve them. */
  preferred: readonly WaitingTurn[]
  due: readonly DueReservation[]
  last: LastCall | null
  /** When its last number was called. */
  last_number_at: Date | null
}

/** Where a clerk sits, which lines are served there, and who stands there. */
export interface SeenDesk extends ServedLines {
  clerk_id: number
  modulo_id: number
  modulo: string
  /** Nobody is called to it. */
  on_break: boolean
  turn: (Turn & Standing) | null
  /** Who was transferred to it, by their arrival. */
  next: readonly WaitingTurn[]
}

export interface SeenOffice {
  /** Its newest fact; null before the first. */
  seq: number | null
  /** Somebody waits since so long ago that they went home. */
  has_stale: boolean
  /** The office's rule for preferential people. */
  preference: Preference | null
  /** People are called to a modulo of theirs. */
  own_open: boolean
  desks: readonly SeenDesk[]
  lines: readonly SeenLine[]
  wished: readonly WishedReservation[]
}

/** The columns of a DueReservation, of the reservations that a statement calls `r`. */
const reservationColumns = sql`
  r.id as reservation_id, r.line_id, r.user_id, r.block_from, r.inserted_at,
  r.arrived_at is not null as arrived, ${reservationCode} as code`
const [far] = ALMOST_THERE_THRESHOLDS

/** As it stands in the answer: times are text in JSON. */
type Text<T> = {
  [Key in keyof T]: T[Key] extends Date ? string : T[Key] extends Date | null ? string | null : T[Key]
}
interface DeskRow extends Omit<SeenDesk, 'next'> {
  next: Text<WaitingTurn>[]
}
interface LineRow extends Omit<Text<SeenLine>, 'heads' | 'preferred' | 'due'> {
  heads: Text<WaitingTurn>[]
  preferred: Text<WaitingTurn>[]
  due: Text<DueReservation>[]
}
type Row = Omit<SeenOffice, 'desks' | 'lines' | 'wished'> & {
  desks: DeskRow[]
  lines: LineRow[]
  wished: Text<WishedReservation>[]
}

/** The columns of a WaitingTurn, of the tickets that a statement calls `t`. */
const waitingColumns = sql`
  ${turnColumns}, t.inserted_at, ${isPreferential} as preferential, t.told_10, t.told_5, t.calls,
  ${callingModulo} as for_modulo_id`

/** All that the calls of an office's desks are judged by, of one moment. */
export async function readCalls(
  db: Kysely<Tables>,
  officeId: number,
  callers: readonly Caller[],
  at: Date,
): Promise<SeenOffice> {
  const clerks = callers.map(({ clerk_id }) => clerk_id)
  const served = callers.flatMap(caller => ('line_ids' in caller ? [caller.line_ids] : []))
  const all = served.some(lineIds => lineIds.length === 0)
  const wishes = callers.flatMap(caller => ('reservation_id' in caller ? [caller.reservation_id] : []))
  const most = callers.length
  const { rows } = await sql<Row>`
    with own as (
      select o.preference->'rule'->'modulos' as modulos from offices o where o.id = ${officeId}::integer
    ), desk as (
      select m.clerk_id, m.id as modulo_id, m.name as modulo, m.break_until is not null as on_break,
        ${servedColumns}, (
        select to_jsonb(called) from (
          select ${turnColumns}, t.arrived_at is not null as has_arrived
          from tickets t where t.modulo_id = m.id and t.state = 'called'
        ) called
      ) as turn, (
        select coalesce(jsonb_agg(to_jsonb(next) order by next.inserted_at, next.ticket_id), '[]') from (
          select ${waitingColumns} from tickets t where t.for_modulo_id = m.id and t.state = 'waiting'
        ) next
      ) as next
      from modulos m where m.office_id = ${officeId}::integer and m.clerk_id = any(${clerks}::integer[])
    ), wished as (
      select ${reservationColumns}, ${isPromised} as is_promised
      from reservations r where r.id = any(${wishes}::uuid[]) and r.office_id = ${officeId}::integer
    ), line as (
      select l.id as line_id, l.active, l.priority,
        (select count(*) from tickets w where w.line_id = l.id and w.state = 'waiting') as waiting,
        (
          select coalesce(jsonb_agg(to_jsonb(head) order by head.nth), '[]') from (
            select ${waitingColumns}, row_number() over (order by t.place, t.number) as nth
            from tickets t where t.line_id = l.id and t.state = 'waiting'
            order by t.place, t.number limit ${most + far + 1}::integer + (
              select count(*) from tickets f
              where f.for_modulo_id is not null and f.line_id = l.id and f.state = 'waiting'
            )
          ) head
        ) as heads,
        (
          select coalesce(jsonb_agg(to_jsonb(first) order by first.nth), '[]') from (
            select ${waitingColumns}, row_number() over (order by t.place, t.number) as nth
            from tickets t
            where t.line_id = l.id and t.state = 'waiting' and t.preference in ('declared', 'given') and own.modulos is not null
            order by t.place, t.number limit ${most}::integer
          ) first
        ) as preferred,
        (
          select coalesce(jsonb_agg(to_jsonb(due) order by due.arrived desc, due.block_from, due.inserted_at, due.reservation_id), '[]')
          from (
            select ${reservationColumns} from reservations r
            where r.office_id = ${officeId}::integer and r.line_id = l.id and ${isDue(at)}
            order by r.arrived_at is null, r.block_from, r.inserted_at, r.id limit ${most}::integer
          ) due
        ) as due,
        (
          select jsonb_build_object(
            'at_us', (extract(epoch from c.called_at) * 1000000)::bigint, 'was_reservation', c.reservation_id is not null
          )
          from tickets c where c.line_id = l.id and c.called_at is not null
          order by c.called_at desc limit 1
        ) as last,
        (
          select c.called_at from tickets c
          where c.line_id = l.id and c.called_at is not null and c.reservation_id is null
          order by c.called_at desc limit 1
        ) as last_number_at
      from lines l cross join own
      where l.office_id = ${officeId}::integer and (
        ${all}::boolean or l.id = any(${[...new Set(served.flat())]}::bigint[]) or l.id in (select line_id from wished)
        or l.id in (select (n ->> 'line_id')::integer from desk, jsonb_array_elements(desk.next) n)
      )
    )
    select
      (select last_seq from office_sequences s where s.office_id = o.id) as seq,
      exists (
        select from tickets t
        where t.office_id = o.id and t.state = 'waiting' and t.inserted_at <= ${staleBefore(at)}::timestamptz
      ) as has_stale,
      o.preference,
      exists (
        select from modulos m, own
        where m.office_id = o.id and ${isCalling} and own.modulos @> to_jsonb(m.name)
      ) as own_open,
      (select coalesce(jsonb_agg(to_jsonb(desk)), '[]') from desk) as desks,
      (select coalesce(jsonb_agg(to_jsonb(line)), '[]') from line) as lines,
      (select coalesce(jsonb_agg(to_jsonb(wished)), '[]') from wished) as wished
    from offices o where o.id = ${officeId}::integer`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`there is no office ${officeId}`)
  const desks = row.desks.map(desk => ({ ...desk, next: desk.next.map(waitingOf) }))
  return { ...row, desks, lines: row.lines.map(lineOf), wished: row.wished.map(reservationOf) }
}

const waitingOf = (row: Text<WaitingTurn>): WaitingTurn => ({
  ...row,
  inserted_at: new Date(row.inserted_at),
})

const lineOf = ({ heads, preferred, due, last_number_at, ...line }: LineRow): SeenLine => ({
  ...line,
  heads: heads.map(waitingOf),
  preferred: preferred.map(waitingOf),
  due: due.map(reservationOf),
  last_number_at: last_number_at === null ? null : new Date(last_number_at),
})

function reservationOf<Row extends Text<DueReservation>>(row: Row) {
  return { ...row, block_from: new Date(row.block_from), inserted_at: new Date(row.inserted_at) }
}
