import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { JOB_ATTEMPTS_MAX } from '#server/jobs/run-jobs.ts'

/** The one job of this room, by the webhook's id: while a server has it, no other tells that webhook. */
export interface WebhookJobPayloads {
  'tell-webhook': { webhook_id: string }
}

export const tellingJob = (webhook_id: string, run_at: Date) => ({
  kind: 'tell-webhook' as const,
  key: webhook_id,
  payload: { webhook_id },
  run_at,
})

/**
 * Asks for the telling of each webhook that is behind its office's log; again does nothing. One that was
 * given up as a job, for its server died each time, is asked for anew.
 * @param at now, by the time on which all servers agree
 * @returns the offices that have webhooks
 */
export async function arrangeTelling({ db }: Pick<Database, 'db'>, at: Date): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('webhooks')
    .select('office_id')
    .distinct()
    .where('off_at', 'is', null)
    .execute()
  if (rows.length === 0) return new Set()
  await sql`
    insert into jobs (kind, key, payload, run_at)
    select 'tell-webhook', w.id::text, jsonb_build_object('webhook_id', w.id), ${at}::timestamptz
    from webhooks w join office_sequences s on s.office_id = w.office_id
    where w.off_at is null and s.last_seq > w.told_seq
    on conflict on constraint jobs_once do update
      set attempts = 0, locked_until = null, run_at = excluded.run_at, failing_since = null
      where jobs.attempts >= ${JOB_ATTEMPTS_MAX}::integer
        and coalesce(jobs.locked_until <= excluded.run_at, true)`.execute(db)
  return new Set(rows.map(({ office_id }) => office_id))
}
