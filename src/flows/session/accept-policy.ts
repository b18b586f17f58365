import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

/**
 * Keeps at the server that this person accepted a version of a policy: they are not asked for it again
 * (KEEP-03).
 */
export async function acceptPolicy(
  { api, session }: Pick<FlowContext, 'api' | 'session'>,
  version: string,
): Promise<Outcome> {
  const user_id = session.user()?.user_id
  await session.whenKnown()
  if (session.user()?.user_id !== user_id) return failure('user-is-guest')
  try {
    const accepted = await api.policies.accept(version)
    if (session.user()?.user_id !== user_id) return failure('user-is-guest')
    session.accepted(accepted.map(policy => policy.version))
    return DONE
  } catch (error) {
    return failureOf(error)
  }
}
