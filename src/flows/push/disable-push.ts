import { ApiError } from '#src/api/api-error.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Outcome } from '../outcome.ts'
import { recallPush } from './recall-push.ts'

/** Ends the subscription of this browser. Others of the person ring on: with the last the preference ends. */
export async function disablePush(context: FlowContext): Promise<Outcome> {
  const { api, db, pushDoor, pushSwitch, session } = context
  pushSwitch.setWorking()
  await session.whenKnown()
  const registration = await db.userData.read('push')
  const hasEnded = await pushDoor.unsubscribe().catch(() => false)
  if (registration) {
    try {
      await api.push.end(registration.id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Neither heard of it: it would ring on, and nobody could end it any more.
      if (!hasEnded && (error.isUncertain || error.status === 429)) {
        await recallPush(context)
        return failureOf(error)
      }
      // The push service tells the server at the next notice that the subscription is gone.
    }
    await db.userData.remove('push')
  }
  pushSwitch.setState('off')
  return DONE
}
