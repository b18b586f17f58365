import { expireSession } from './expire-session.ts'
import type { FlowContext } from '../flow-context.ts'

/**
 * Whether the session's time is over, which the device knows without asking.
 * @see rule TEMP-04
 */
export async function checkSessionExpiry(
  context: Parameters<typeof expireSession>[0] & Pick<FlowContext, 'clock'>,
): Promise<boolean> {
  const user = context.session.user()
  if (!user || Date.parse(user.expires_at) > context.clock.now()) return false
  await expireSession(context)
  return true
}
