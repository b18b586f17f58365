import { sql } from 'kysely'
import { isSure } from '#server/platform/clock.ts'
import type { QueueContext } from '../queue-context.ts'
import { daysNow } from './days-now.ts'
import { isDone } from './is-done.ts'

/**
 * Forgets with the day who was preferential, and all reasons of its calls: one that is missing would tell
 * as much as one that is there. The order that it made is undone as well, of those who wait no more. To be
 * called now and then.
 * @see rule PRIO-02
 */
export async function forgetPreference({
  database: { db },
  clock,
}: Pick<QueueContext, 'database' | 'clock'>): Promise<void> {
  if (!isSure(clock)) return
  const at = clock.now()
  // Fact by fact, by its key: what is left of a day is little, and the log is a year's.
  const factOf = (row: 'r' | 'm') => {
    const [office_id, seq] = [sql.ref(`${row}.office_id`), sql.ref(`${row}.seq`)]
    return sql`(select f.at from facts f where f.office_id = ${office_id} and f.seq = ${seq})`
  }
  await sql`
    with today as materialized (
      select o.id, today.day, today.day::timestamp at time zone o.time_zone as began
      from offices o join ${await daysNow(db, at)} on today.id = o.id
    ), reasons as (
      delete from call_reasons r using today where r.office_id = today.id and ${factOf('r')} < today.began
    ), acts as (
      -- that a clerk gave or took it stays; of whom does not
      update desk_acts a set ticket_id = null from today
      where a.office_id = today.id and a.act in ('preference-given', 'preference-taken') and a.ticket_id is not null
        and a.at < today.began
    ), moves as (
      delete from line_moves m using today where m.office_id = today.id and ${factOf('m')} < today.began
    )
    update tickets t set preference = null, place = coalesce(t.arrival_place, t.place), arrival_place = null
    from today
    where t.preference is not null and t.office_id = today.id and t.day < today.day
      and ${isDone(at)}`.execute(db)
}
