import type { FlowContext } from '../flow-context.ts'

type Needs = Pick<FlowContext, 'api' | 'clock' | 'db' | 'pushDoor' | 'session' | 'ui'>

/**
 * Subscribes this browser where it is not yet, and tells the token provider.
 *
 * @throws PushDoorError, ApiError
 * @see rule PUSH-01
 */
export async function registerPush({ api, clock, db, pushDoor, session, ui }: Needs): Promise<void> {
  const user = session.user()
  if (!user) return
  const subscription =
    (await pushDoor.current()) ?? (await pushDoor.subscribe((await api.push.key()).public_key))
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
