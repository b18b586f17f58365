import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import type { NewJob } from '#server/jobs/job.ts'
import type { QueueJobPayloads } from '#server/queue/turn/queue-jobs.ts'
import { sql } from 'kysely'
import type { WhatsappContext } from './whatsapp-context.ts'

/** The call that was pushed: which fact, which ticket, whose, and which of its calls. */
export type CallToBring = QueueJobPayloads['push-call']
/** The jobs of this room: kind and payload. */
export type WhatsappJobPayloads = { 'whatsapp-call': CallToBring }

/** Whether the person wished it, and has shown that the number is theirs. */
export async function isWished({ database }: WhatsappContext, userId: string): Promise<boolean> {
  const row = await database.db
    .selectFrom('whatsapp_numbers')
    .innerJoin('preferences', 'preferences.user_id', 'whatsapp_numbers.user_id')
    .where('whatsapp_numbers.user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('preferences.site', '=', 'web')
    .where(sql<boolean>`preferences.notifications->'whatsapp' = 'true'::jsonb`)
    .select('whatsapp_numbers.user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Asks that the call be brought by WhatsApp at that time, unless it has got through by then.
 * @param again `replace`: at that time, whatever was arranged before
 */
export async function arrangeCall(
  { database }: WhatsappContext,
  call: CallToBring,
  run_at: Date,
  again: 'keep' | 'replace' = 'keep',
): Promise<void> {
  const { office_id, seq, ticket_id, user_id, calls } = call
  const job: NewJob<'whatsapp-call', CallToBring> = {
    kind: 'whatsapp-call',
    key: `${ticket_id}:${calls}`,
    payload: { office_id, seq, ticket_id, user_id, calls },
    run_at,
  }
  await enqueueJobs(database.db, [job], again)
}
