import type { FactHub } from '#server/facts/fact-hub.ts'
import { createJobRunner, type JobRunner } from '#server/jobs/run-jobs.ts'
import { agreedNow } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'
import { arrangeTelling, type WebhookJobPayloads } from './telling-jobs.ts'
import { tellWebhooks } from './tell-webhook.ts'
import type { WebhooksContext } from './webhooks-context.ts'

/** Other processes' facts are found, and new webhooks, within this. */
const LOOK_MS = 1_000

export interface Telling {
  /** Begins no more, and resolves when what runs has finished. */
  stop(): Promise<void>
}

/**
 * Looks which webhooks are behind, now and then and at once where this process told a fact of an office that
 * has one; and tells them, by a runner of their own.
 */
export function startTelling(
  context: WebhooksContext,
  {
    timers,
    facts,
    log,
  }: {
    timers: Timers
    facts: Pick<FactHub, 'subscribe'>
    log: Parameters<typeof createJobRunner>[0]['log']
  },
): Telling {
  const { database, clock } = context
  const jobs: JobRunner = createJobRunner<WebhookJobPayloads>({
    database,
    clock,
    timers,
    handlers: tellWebhooks(context),
    log,
  })
  let offices: ReadonlySet<number> = new Set()
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    offices = await arrangeTelling(database, agreedNow(clock))
    if (offices.size > 0) jobs.wake()
  }
  function lookNow(): void {
    looking ??= look()
      .catch(error => log.error({ err: error }, 'webhooks could not be looked after'))
      .finally(() => {
        looking = null
      })
  }
  const unsubscribe = facts.subscribe(told => {
    if (told.some(({ office_id }) => offices.has(office_id))) lookNow()
  })
  const stopLooking = timers.every(LOOK_MS, lookNow)
  lookNow()
  return {
    async stop() {
      unsubscribe()
      stopLooking()
      await looking
      await jobs.stop()
    },
  }
}
