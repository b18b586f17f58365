import { ApiError } from '#src/api/api-error.ts'
import { endpointHash } from '#src/platform/endpoint-hash.ts'
import { PushDoorError } from '#src/platform/push-door.ts'
import type { PushRegistration } from '#src/db/user-data.ts'
import type { FlowContext } from '../flow-context.ts'
import { recallPush } from './recall-push.ts'
import { registerPush } from './register-push.ts'
import { switchStateOf } from './switch-state-of.ts'

/** Whether the server would ring this very browser, as it was registered. @throws ApiError */
async function rings({ api, pushDoor }: FlowContext, { endpoint }: PushRegistration): Promise<boolean> {
  const current = await pushDoor.current()
  if (current?.endpoint !== endpoint) return false
  return (await api.push.check(await endpointHash(endpoint))).rings
}

/** Of whoever was here before, whose session ended by itself: their calls would ring as this person's. */
async function endOthers({ db, pushDoor, pushSwitch }: FlowContext): Promise<void> {
  await pushDoor.unsubscribe().catch(() => false)
  await db.userData.remove('push')
  pushSwitch.setState(switchStateOf(pushDoor.state()))
}

async function renew(context: FlowContext): Promise<void> {
  const { clock, db, preferences, pushDoor, pushSwitch, session, ui } = context
  const permission = pushDoor.state()
  if (session.token() === null || !preferences.areKnown()) return recallPush(context)
  const user_id = session.user()?.user_id
  const registered = await db.userData.read('push')
  const isOthers = registered !== null && registered.user_id !== user_id
  if (permission !== 'granted' || !preferences.current().push || !registered) {
    if (isOthers) return endOthers(context)
    pushSwitch.setState(switchStateOf(permission))
    return
  }
  try {
    const ringsHere = await rings(context, registered)
    // Where it rings it is theirs: an account has what it brought along from before.
    if (isOthers && !ringsHere) return endOthers(context)
    if (ringsHere && user_id !== undefined && registered.language === ui.language())
      await db.userData.write('push', { ...registered, user_id, confirmed_at: clock.now() })
    else await registerPush(context)
    pushSwitch.setState('on')
  } catch (error) {
    if (error instanceof ApiError && (error.isUncertain || error.status === 429)) return recallPush(context)
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
