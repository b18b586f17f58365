import { ApiError } from '#src/api/api-error.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../outcome.ts'
import { savePreferences } from './save-preferences.ts'

/** Ends the subscription of this browser and says so in the preferences. */
export async function disablePush(context: FlowContext): Promise<Outcome> {
  const { api, db, pushDoor, pushSwitch } = context
  pushSwitch.setWorking()
  const registration = await db.userData.read('push')
  await pushDoor.unsubscribe().catch(() => false)
  if (registration) {
    try {
      await api.push.end(registration.id)
    } catch (error) {
      // The push service tells the server at the next notice that the subscription is gone.
      if (!(error instanceof ApiError)) throw error
    }
    await db.userData.remove('push')
  }
  pushSwitch.setState('off')
  return savePreferences(context, { push: false })
}
