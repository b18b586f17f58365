import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { JOB_ATTEMPTS_MAX } from './run-jobs.ts'

/** What is to be done by now, of one kind. */
export interface DueJobs {
  kind: string
  /** Since when the first of them should have run; 0 where all were given up. */
  oldest_ms: number
  /**
   * The same of those of which no try has failed. One that nobody outside takes fails for as long as it is
   * worth trying, and says nothing of whether this server is in time.
   */
  untried_ms: number
  /** Were tried as often as a job is, and stay undone. */
  given_up: number
}

/**
 * Only what is due is read, and what failed, whenever it is tried again: jobs of later are many, and nobody's
 * trouble.
 */
export async function readDueJobs(db: Kysely<Tables>, at: Date): Promise<DueJobs[]> {
  const { rows } = await sql<DueJobs>`
    select kind,
      coalesce(extract(epoch from ${at}::timestamptz - min(coalesce(failing_since, run_at))
        filter (where attempts < ${JOB_ATTEMPTS_MAX}::integer)) * 1000, 0)::float8 as oldest_ms,
      coalesce(extract(epoch from ${at}::timestamptz - min(run_at)
        filter (where failing_since is null and attempts < ${JOB_ATTEMPTS_MAX}::integer)) * 1000, 0)::float8
        as untried_ms,
      count(*) filter (where attempts >= ${JOB_ATTEMPTS_MAX}::integer)::integer as given_up
    from jobs where run_at <= ${at}::timestamptz or failing_since is not null group by kind`.execute(db)
  return rows
}
