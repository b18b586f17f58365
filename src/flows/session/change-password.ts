import type { PasswordChange } from '#contract/rest/accounts.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

/** A new password. `current` is left out by whoever has none yet: they came by a provider. */
export async function changePassword(
  { api, connectivity, notices, serverData, session, ui }: FlowContext,
  change: Omit<PasswordChange, 'language'>,
): Promise<Outcome> {
  if (!connectivity.hasNetwork()) return failure('offline')
  if (!session.user()) return failure('user-is-guest')
  try {
    await api.accounts.changePassword({ ...change, language: ui.language() })
  } catch (error) {
    return failureOf(error)
  }
  serverData.refetchAccount()
  notices.raise({ kind: 'success', subject: 'password', code: 'password-changed' })
  return DONE
}
