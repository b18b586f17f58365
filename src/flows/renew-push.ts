import { ApiError } from '#src/api/api-error.ts'
import { PushDoorError } from '#src/platform/push-door.ts'
import type { FlowContext } from './flow-context.ts'
import { registerPush } from './register-push.ts'
import { switchStateOf } from './switch-state-of.ts'

/**
 * At every start: browsers drop and change subscriptions without saying so reliably, so the one at hand is compared with
 * the one that was registered, and sent again where it differs or is not there. Never asks the person.
 *
 * Only what was registered from this browser is renewed: a person who switched notices on in another is not subscribed
 * here behind their back.
 */
export async function renewPush(context: FlowContext): Promise<void> {
  const { db, preferences, pushDoor, pushSwitch, session, ui } = context
  const permission = pushDoor.state()
  const registered = await db.userData.read('push')
  if (permission !== 'granted' || !preferences.current().push || !registered) {
    pushSwitch.settled(switchStateOf(permission))
    return
  }
  try {
    const current = await pushDoor.current()
    const isSame =
      current?.endpoint === registered.endpoint &&
      registered.language === ui.language() &&
      registered.user_id === session.user()?.user_id
    if (!isSame) await registerPush(context)
    pushSwitch.settled('on')
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof PushDoorError)) throw error
    pushSwitch.settled('failed')
  }
}
