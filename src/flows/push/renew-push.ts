import { ApiError } from '#src/api/api-error.ts'
import { endpointHash } from '#src/platform/endpoint-hash.ts'
import { PushDoorError } from '#src/platform/push-door.ts'
import type { FlowContext } from '../flow-context.ts'
import { recallPush } from './recall-push.ts'
import { registerPush } from './register-push.ts'
import { switchStateOf } from './switch-state-of.ts'

/** Whether the server would ring this very browser. @throws ApiError */
async function rings({ api, clock, db, pushDoor, session, ui }: FlowContext): Promise<boolean> {
  const current = await pushDoor.current()
  const registered = await db.userData.read('push')
  const isSame =
    current !== null &&
    registered !== null &&
    current.endpoint === registered.endpoint &&
    registered.language === ui.language() &&
    registered.user_id === session.user()?.user_id
  if (!isSame) return false
  const told = await api.push.check(await endpointHash(current.endpoint))
  if (told.rings) await db.userData.write('push', { ...registered, confirmed_at: clock.now() })
  return told.rings
}

async function renew(context: FlowContext): Promise<void> {
  const { db, preferences, pushDoor, pushSwitch, session } = context
  const permission = pushDoor.state()
  if (session.token() === null || !preferences.areKnown()) return recallPush(context)
  const registered = await db.userData.read('push')
  if (permission !== 'granted' || !preferences.current().push || !registered) {
    // Of whoever was here before, whose session ended by itself: their calls would ring as this person's.
    if (registered && registered.user_id !== session.user()?.user_id) {
      await pushDoor.unsubscribe().catch(() => false)
      await db.userData.remove('push')
    }
    pushSwitch.setState(switchStateOf(permission))
    return
  }
  try {
    if (!(await rings(context))) await registerPush(context)
    pushSwitch.setState('on')
  } catch (error) {
    if (error instanceof ApiError && error.isUncertain) return recallPush(context)
    if (!(error instanceof ApiError || error instanceof PushDoorError)) throw error
    pushSwitch.setState('failed')
  }
}

/** Two at once would each end the subscription that the other has just made. */
const underWay = new WeakMap<FlowContext, Promise<void>>()

/**
 * At every start, and whenever the switch comes into sight: the server is asked whether it would ring this
 * very browser (HAND-01), and the browser is subscribed anew where it would not. Browsers drop and change
 * subscriptions without saying so reliably, and a push service that gave one up tells nobody but the server.
 * Never asks the person.
 *
 * Only what was registered from this browser is renewed: a person who switched notices on in another is not
 * subscribed here behind their back.
 */
export async function renewPush(context: FlowContext): Promise<void> {
  const before = underWay.get(context) ?? Promise.resolve()
  const mine = before.catch(() => {}).then(() => renew(context))
  underWay.set(context, mine)
  await mine
}
