import { PUSH_TEST_PATIENCE_MS } from '#contract/limits.ts'
import { ApiError } from '#src/api/api-error.ts'
import { endpointHash } from '#src/platform/endpoint-hash.ts'
import type { Timers } from '#src/platform/timers.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { type Failure, failure } from '../outcome.ts'
import { renewPush } from './renew-push.ts'

/** `shown`: the worker of this browser has shown it, at that moment (ISO 8601). `late`: nobody has by now. */
export type TestedPush = { status: 'shown'; at: string } | { status: 'late' } | Failure

const LOOK_EVERY_MS = 1_000

const pause = (timers: Timers, ms: number) => new Promise<void>(resolve => timers.after(ms, resolve))

/** The server sends this very browser a notice. @throws ApiError */
async function sendTest({ api, pushDoor }: FlowContext): Promise<string | null> {
  const current = await pushDoor.current()
  if (!current) return null
  return (await api.push.test(await endpointHash(current.endpoint))).delivery_id ?? null
}

/** By what the worker acknowledged, however it got through; a look that fails is not the last one. */
async function awaitShown({ api, timers }: FlowContext, deliveryId: string): Promise<TestedPush> {
  for (let waited = 0; waited < PUSH_TEST_PATIENCE_MS; waited += LOOK_EVERY_MS) {
    await pause(timers, LOOK_EVERY_MS)
    try {
      const { shown_at } = await api.push.delivery(deliveryId)
      if (shown_at !== null) return { status: 'shown', at: shown_at }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return { status: 'late' }
}

/**
 * "Probar el aviso": a real push to this very browser, and word of whether it was shown here (HAND-01). One
 * that the server or the push service knows no more is subscribed anew first.
 */
export async function testPush(context: FlowContext): Promise<TestedPush> {
  try {
    const deliveryId = await sendTest(context).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'no-subscription') throw error
      await renewPush(context)
      return sendTest(context)
    })
    return deliveryId === null ? failure('no-subscription') : await awaitShown(context, deliveryId)
  } catch (error) {
    return failureOf(error)
  }
}
