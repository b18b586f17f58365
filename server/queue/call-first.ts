import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { isDue } from './due-reservation.ts'
import { callingReservation, type ReservationCall } from './reservation-turn.ts'
import { type Turn, turnColumns, waitingBefore } from './turn-fact.ts'

export interface FirstOf {
  office_id: number
  /** The lines to call from; all of the office's where the list is empty. */
  line_ids: readonly number[]
}

/**
 * Calls whose turn it is, to a desk.
 *
 * Of the tickets: within a line the first by place; between lines, the higher priority first, and among equals the
 * line whose first one came earliest. A reservation that is due goes before them: it has a time. Only where the last call of
 * these lines was a reservation already, and that ticket came before this reservation's time, the ticket goes first.
 *
 * The office is held, so no two desks choose at once. SKIP LOCKED would be wrong here: it would pass over the very
 * person who is just saying "Voy".
 *
 * @returns the turn, and how many wait in its line then; undefined where nobody is to be called
 */
export async function callFirst(
  transaction: Transaction<Tables>,
  { office_id, line_ids }: FirstOf,
  call: ReservationCall,
): Promise<(Turn & { waiting: number }) | undefined> {
  const { rows } = await sql<Turn & { waiting: number }>`
    with served as materialized (
      select l.id, l.priority from lines l
      where l.office_id = ${office_id}::integer
        and (${line_ids.length === 0}::boolean or l.id = any(${line_ids}::bigint[]))
    ), head as (
      select first.id, first.inserted_at
      from served cross join lateral (
        select w.id, w.inserted_at from tickets w
        where w.line_id = served.id and w.state = 'waiting'
        order by w.place, w.number limit 1
      ) first
      order by served.priority desc, first.inserted_at, served.id
      limit 1
    ), due as (
      select r.id, r.block_from from reservations r
      where r.office_id = ${office_id}::integer and ${isDue(call.at)} and r.line_id in (select id from served)
      order by r.block_from, r.inserted_at, r.id
      limit 1
    ), last as (
      select before.was_reservation
      from served cross join lateral (
        select c.reservation_id is not null as was_reservation, c.called_at from tickets c
        where c.line_id = served.id and c.called_at is not null
        order by c.called_at desc limit 1
      ) before
      order by before.called_at desc
      limit 1
    ), turn as (
      select head.id as ticket_id, due.id as reservation_id,
             due.id is not null
               and not coalesce(last.was_reservation and head.inserted_at < due.block_from, false) as is_reservation
      from (values (1)) as one
      left join head on true left join due on true left join last on true
    ), ${callingReservation(sql`r.id = (select reservation_id from turn where is_reservation)`, call)}, taken as (
      update tickets t
      set state = 'called', called_at = ${call.at}::timestamptz, calls = 1,
          modulo_id = ${call.modulo_id}::integer, clerk_id = ${call.clerk_id}::integer
      from turn
      where t.id = turn.ticket_id and not turn.is_reservation
      returning ${turnColumns}, ${waitingBefore} - 1 as waiting
    )
    select * from entered union all select * from taken`.execute(transaction)
  return rows[0]
}
