import { endpointHash } from '#src/platform/endpoint-hash.ts'
import type { FlowContext } from '../flow-context.ts'

type Needs = Pick<FlowContext, 'api' | 'clock' | 'db' | 'pushDoor' | 'session' | 'ui'>

/**
 * The browser's own subscription. One that was registered from here, and by which the server would ring no
 * more, the push service has given up, and the browser does not know: registered again it would stay silent.
 */
async function subscriptionThatRings({ api, db, pushDoor }: Needs) {
  const current = await pushDoor.current()
  if (current === null) return null
  const registered = await db.userData.read('push')
  if (registered?.endpoint !== current.endpoint) return current
  const { rings } = await api.push.check(await endpointHash(current.endpoint))
  if (rings) return current
  await pushDoor.unsubscribe()
  return null
}

/**
 * Subscribes this browser where it is not yet, and tells the token provider.
 *
 * @throws PushDoorError, ApiError
 * @see rule PUSH-01
 */
export async function registerPush(needs: Needs): Promise<void> {
  const { api, clock, db, pushDoor, session, ui } = needs
  const user = session.user()
  if (!user) return
  const subscription =
    (await subscriptionThatRings(needs)) ?? (await pushDoor.subscribe((await api.push.key()).public_key))
  const language = ui.language()
  const { id } = await api.push.register(user.user_id, { ...subscription, language })
  await db.userData.write('push', {
    id,
    endpoint: subscription.endpoint,
    language,
    user_id: user.user_id,
    confirmed_at: clock.now(),
  })
}
