import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

/** Says that an e-mail is one's own, by the link that came there. Nobody need be signed in for it. */
export async function confirmEmail(
  { api, connectivity, serverData, ui }: Pick<FlowContext, 'api' | 'connectivity' | 'serverData' | 'ui'>,
  token: string,
): Promise<Outcome> {
  if (!connectivity.hasNetwork()) return failure('offline')
  try {
    await api.accounts.confirmEmail({ token, language: ui.language() })
  } catch (error) {
    return failureOf(error)
  }
  serverData.refetchAccount()
  return DONE
}
