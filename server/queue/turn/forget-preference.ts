import { sql } from 'kysely'
import { isSure } from '#server/platform/clock.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * Forgets with the day who was preferential, and all reasons of its calls: one that is missing would tell as
 * much as one that is there. The order that it made is undone as well, of those who wait no more. To be
 * called now and then.
 * @see rule PRIO-02
 */
export async function forgetPreference({
  database: { db },
  clock,
}: Pick<QueueContext, 'database' | 'clock'>): Promise<void> {
  if (!isSure(clock)) return
  const at = clock.now()
  await sql`
    with today as materialized (
      select o.id, (${at}::timestamptz at time zone o.time_zone)::date as day, o.time_zone from offices o
    ), past as materialized (
      select f.office_id, f.seq
      from today join facts f on f.office_id = today.id
      where f.at < today.day::timestamp at time zone today.time_zone and f.kind in ('call:created', 'ticket:created', 'line:reordered')
    ), reasons as (
      delete from call_reasons r using past where r.office_id = past.office_id and r.seq = past.seq
    ), acts as (
      -- that a clerk gave or took it stays; of whom does not
      update desk_acts a set ticket_id = null from today
      where a.office_id = today.id and a.act in ('preference-given', 'preference-taken') and a.ticket_id is not null
        and a.at < today.day::timestamp at time zone today.time_zone
    ), moves as (
      delete from line_moves m using past where m.office_id = past.office_id and m.seq = past.seq
    )
    update tickets t set preference = null, place = coalesce(t.arrival_place, t.place), arrival_place = null
    from today
    where t.preference is not null and t.office_id = today.id and t.day < today.day
      and t.state not in ('waiting', 'called', 'parked')`.execute(db)
}
