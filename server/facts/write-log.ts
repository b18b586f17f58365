import { type RawBuilder, sql } from 'kysely'
import { json } from '#server/database/json-column.ts'
import { onceEach, unlessItWaits } from '#server/jobs/enqueue-jobs.ts'
import type { NewJob } from '#server/jobs/job.ts'
import type { Fact } from './fact.ts'

/** A job, and the office whose change asks for it. */
export type JobOfOffice = NewJob<string, object> & { office_id: number }

/**
 * SQL: writes facts that have their place in the log already. Part of a statement that changes offices: its
 * `turn` names those at which the change happens.
 */
export const writeFacts = (facts: readonly Fact[]): RawBuilder<unknown> => sql`
  insert into facts (office_id, seq, kind, at, line_id, ticket_id, reservation_id, user_id, detail)
  select f.office_id, f.seq, f.name, f.at, f.line_id, f.ticket_id, f.reservation_id, f.user_id, f.detail
  from jsonb_to_recordset(${json(facts)}::jsonb) as f (
    office_id integer, seq bigint, name text, at timestamptz,
    line_id integer, ticket_id uuid, reservation_id uuid, user_id uuid, detail jsonb
  )
  where f.office_id in (select office_id from turn)`

/** SQL: asks for the jobs that follow, in such a statement likewise. */
export const askForJobs = (jobs: readonly JobOfOffice[]): RawBuilder<unknown> => sql`
  insert into jobs (kind, key, payload, run_at)
  select j.kind, j.key, j.payload, j.run_at
  from jsonb_to_recordset(${json(onceEach(jobs))}::jsonb) as j (
    office_id integer, kind text, key text, payload jsonb, run_at timestamptz
  )
  where j.office_id in (select office_id from turn)
  ${unlessItWaits}`
