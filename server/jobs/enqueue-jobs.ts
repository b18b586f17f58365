import { type Kysely, type RawBuilder, sql } from 'kysely'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import { NEVER } from './job-table.ts'
import type { NewJob } from './job.ts'

/** SQL: a job of the same kind and key that is there begins anew, as it is asked for now. */
const beginsAnew = sql`
  on conflict on constraint jobs_once do update set payload = excluded.payload, run_at = excluded.run_at,
    attempts = 0, locked_until = null, last_error = null, failing_since = null`

/**
 * SQL: one that still waits, or that runs, stays as it is. One that was given up does not: whoever asks again
 * would be answered that it is asked for, and nobody would ever do it.
 */
export const unlessItWaits: RawBuilder<unknown> = sql`${beginsAnew} where jobs.run_at = ${NEVER}`

/** Of several that are the same work the first, in their order: one statement changes a row once at most. */
export function onceEach<Asked extends NewJob<string, object>>(jobs: readonly Asked[]): Asked[] {
  const named = new Map<string, Asked>()
  for (const job of jobs) {
    const name = `${job.kind} ${job.key}`
    if (!named.has(name)) named.set(name, job)
  }
  return [...named.values()]
}

/**
 * Asks for jobs, in the caller's transaction: they exist if it commits and never otherwise. One statement.
 * @param again what becomes of a job of the same kind and key that still waits: `keep` it as it is, or
 * `replace` its payload and time (a run of it that is under way then no longer counts). One that was given up
 * begins anew either way
 */
export async function enqueueJobs(
  transaction: Kysely<Tables>,
  jobs: readonly NewJob<string, object>[],
  again: 'keep' | 'replace' = 'keep',
): Promise<void> {
  if (jobs.length === 0) return
  // As one value, so that the statement's text does not depend on how many they are.
  await sql`
    insert into jobs (kind, key, payload, run_at)
    select kind, key, payload, run_at from jsonb_to_recordset(${json(onceEach(jobs))}::jsonb)
      as job (kind text, key text, payload jsonb, run_at timestamptz)
    ${again === 'keep' ? unlessItWaits : beginsAnew}`.execute(transaction)
}
