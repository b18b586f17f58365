import { type Kysely, sql } from 'kysely'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewJob } from './job.ts'

/**
 * Asks for jobs, in the caller's transaction: they exist if it commits and never otherwise. One statement.
 * @param again what becomes of a job of the same kind and key that still waits: `keep` it as it is, or
 * `replace` its payload and time (a run of it that is under way then no longer counts)
 */
export async function enqueueJobs(
  transaction: Kysely<Tables>,
  jobs: readonly NewJob<string, object>[],
  again: 'keep' | 'replace' = 'keep',
): Promise<void> {
  if (jobs.length === 0) return
  await transaction
    .insertInto('jobs')
    .columns(['kind', 'key', 'payload', 'run_at'])
    // As one value, so that the statement's text does not depend on how many they are.
    .expression(
      sql`select kind, key, payload, run_at from jsonb_to_recordset(${json(jobs)}::jsonb)
          as job (kind text, key text, payload jsonb, run_at timestamptz)`,
    )
    .onConflict(conflict => {
      const same = conflict.constraint('jobs_once')
      if (again === 'keep') return same.doNothing()
      return same.doUpdateSet({
        payload: sql`excluded.payload`,
        run_at: sql`excluded.run_at`,
        attempts: 0,
        locked_until: null,
        last_error: null,
      })
    })
    .execute()
}
