import type { Selectable } from 'kysely'
import { WEBHOOK_GIVEN_UP_MS } from '#contract/limits.ts'
import { WEBHOOK_TOPICS } from '#contract/rest/webhooks.ts'
import type { WebhooksTable } from '#server/database/tables/notices.ts'
import { factsAfter } from '#server/facts/read-facts.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import type { JobHandlers } from '#server/jobs/job.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { isTaken, postEvent, wordOf } from './post-event.ts'
import type { WebhookAnswer } from './post-webhook.ts'
import { tellingJob, type WebhookJobPayloads } from './telling-jobs.ts'
import { webhookEvent } from './webhook-event.ts'
import type { WebhooksContext } from './webhooks-context.ts'

/** Well within a job's lock, and short enough for a server that wants to go. */
const RUN_MS = 2_000
const FACTS_AT_ONCE = 100
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** Who asks to be left in peace for longer is asked again all the same. */
const LONGEST_ASKED_MS = 3_600_000
const GONE = 410

/** 5, 10, 20 … seconds after the attempt that failed, ten minutes at most. */
const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS)

type Told = Pick<Selectable<WebhooksTable>, 'id' | 'told_seq' | 'failures' | 'failing_since'>

const readWebhook = ({ database: { db } }: WebhooksContext, id: string) =>
  db
    .selectFrom('webhooks')
    .innerJoin('offices', 'offices.id', 'webhooks.office_id')
    .selectAll('webhooks')
    .select('offices.slug')
    .where('webhooks.id', '=', id)
    .where('off_at', 'is', null)
    .executeTakeFirst()

/**
 * Keeps how far it was told, only while that is as far as this run knows: where its job was taken over, or it
 * was removed or resumed meanwhile, this run is over.
 * @returns whether it goes on
 */
async function keep(
  { database: { db } }: WebhooksContext,
  { id, told_seq }: Told,
  seq: number,
  answer: WebhookAnswer | null,
  at: Date,
): Promise<boolean> {
  const kept = await db
    .updateTable('webhooks')
    .set({
      told_seq: seq,
      ...(answer && { failures: 0, failing_since: null, last_answer: wordOf(answer), last_answer_at: at }),
    })
    .where('id', '=', id)
    .where('told_seq', '=', told_seq)
    .where('off_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** @returns when to try again, by the time on which all servers agree; null where it is given up */
async function keepFailure(
  { database: { db }, clock, count }: WebhooksContext,
  { id, told_seq, failures, failing_since }: Told,
  answer: WebhookAnswer,
  at: Date,
): Promise<Date | null> {
  const since = failing_since ?? at
  const isGone = answer.kind === 'answered' && answer.status === GONE
  const isGivenUp = isGone || at.getTime() - since.getTime() >= WEBHOOK_GIVEN_UP_MS
  await db
    .updateTable('webhooks')
    .set({
      failures: failures + 1,
      failing_since: since,
      last_answer: wordOf(answer),
      last_answer_at: at,
      ...(isGivenUp && { off_at: at }),
    })
    .where('id', '=', id)
    .where('told_seq', '=', told_seq)
    .execute()
  if (isGivenUp) {
    count('given-up')
    return null
  }
  const asked = answer.kind === 'answered' ? Math.min(answer.waitMs, LONGEST_ASKED_MS) : 0
  return new Date(agreedNow(clock).getTime() + Math.max(pauseAfter(failures + 1), asked))
}

/**
 * Tells a webhook what it was not told yet, one fact after the other: what comes after a fact that was not
 * taken waits.
 * @returns when to go on, by that time; null where there is nothing more to do
 */
async function tellWebhook(context: WebhooksContext, id: string): Promise<Date | null> {
  const { database, clock } = context
  const webhook = await readWebhook(context, id)
  if (!webhook) return null
  const office = { id: webhook.office_id, slug: webhook.slug }
  const wanted = new Set<string>(webhook.topics.flatMap(topic => WEBHOOK_TOPICS[topic]))
  const until = clock.now().getTime() + RUN_MS
  let told: Told = webhook
  for (;;) {
    const facts = await factsAfter(database.db, office.id, told.told_seq, FACTS_AT_ONCE)
    const last = facts.at(-1)
    if (!last) return null
    for (const fact of facts) {
      const event = wanted.has(fact.name) ? webhookEvent(fact, office) : null
      if (!event) continue
      const answer = await postEvent(context, webhook, event)
      const at = clock.now()
      if (!isTaken(answer)) return await keepFailure(context, told, answer, at)
      if (!(await keep(context, told, fact.seq, answer, at))) return null
      told = { id, told_seq: fact.seq, failures: 0, failing_since: null }
      if (at.getTime() >= until) return agreedNow(clock)
    }
    if (last.seq > told.told_seq && !(await keep(context, told, last.seq, null, clock.now()))) return null
    told = { ...told, told_seq: last.seq }
  }
}

/** The handler of the telling: what is left is asked for again by the same job. */
export const tellWebhooks = (context: WebhooksContext): JobHandlers<WebhookJobPayloads> => ({
  async 'tell-webhook'({ webhook_id }) {
    const again = await tellWebhook(context, webhook_id)
    if (again) await enqueueJobs(context.database.db, [tellingJob(webhook_id, again)], 'replace')
  },
})
