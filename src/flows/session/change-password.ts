import type { PasswordChange } from '#contract/rest/accounts.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { sayToThem } from '../keep-theirs.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

/** A new password. `current` is left out by whoever has none yet: they came by a provider. */
export async function changePassword(
  context: FlowContext,
  change: Omit<PasswordChange, 'language'>,
): Promise<Outcome> {
  const { api, connectivity, serverData, session, ui } = context
  if (!connectivity.hasNetwork()) return failure('offline')
  const user = session.user()
  if (!user) return failure('user-is-guest')
  try {
    await api.accounts.changePassword({ ...change, language: ui.language() })
  } catch (error) {
    return failureOf(error)
  }
  const said = { kind: 'success', subject: 'password', code: 'password-changed' } as const
  if (!(await sayToThem(context, user.user_id, said))) return failure('user-is-guest')
  serverData.refetchAccount()
  return DONE
}
