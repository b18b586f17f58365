import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** A line that calls nobody for so long while people wait in it stands still. */
export const LINE_STANDS_MS = 30 * 60_000

/** Who waits, in all offices together. */
export interface WaitingPeople {
  waiting: number
  /** Those of them whose line called nobody for LINE_STANDS_MS, nor had anybody to call before. */
  uncalled: number
  /** How long the line that stands the longest has called nobody though people wait; 0 where none does. */
  longest_ms: number
}

/**
 * Reads the rows of those who wait, by an index that holds no others, and of each of their lines the last
 * call: what waits is counted, however much there has been.
 */
export async function readWaiting(db: Kysely<Tables>, at: Date): Promise<WaitingPeople> {
  const { rows } = await sql<WaitingPeople>`
    with lined as (
      select line_id, count(*)::integer as people, min(inserted_at) as since
      from tickets where state = 'waiting' group by line_id
    ), standing as materialized (
      select people, greatest(0, extract(epoch from ${at}::timestamptz - greatest(since, (
        select t.called_at from tickets t where t.line_id = lined.line_id and t.called_at is not null
        order by t.called_at desc limit 1))) * 1000) as ms
      from lined
    )
    select coalesce(sum(people), 0)::integer as waiting,
      coalesce(sum(people) filter (where ms >= ${LINE_STANDS_MS}::integer), 0)::integer as uncalled,
      coalesce(max(ms), 0)::float8 as longest_ms
    from standing`.execute(db)
  return rows[0] ?? { waiting: 0, uncalled: 0, longest_ms: 0 }
}
