import type { FlowContext } from '../flow-context.ts'
import { switchStateOf } from './switch-state-of.ts'

/**
 * What is known of this browser's notices where the server cannot be asked: a subscription that was
 * registered and is still there very likely rings, and the switch says since when that is known (HAND-01).
 */
export async function recallPush({ db, pushDoor, pushSwitch, session }: FlowContext): Promise<void> {
  const permission = pushDoor.state()
  const registered = await db.userData.read('push')
  const isOurs = registered !== null && registered.user_id === session.user()?.user_id
  const current = await pushDoor.current().catch(() => null)
  if (permission === 'granted' && isOurs && current?.endpoint === registered.endpoint)
    pushSwitch.setState('unconfirmed', registered.confirmed_at ?? null)
  else pushSwitch.setState(switchStateOf(permission))
}
