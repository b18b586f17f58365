import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

/** Asks once more for the link that confirms one's e-mail. */
export async function sendConfirmation({
  api,
  connectivity,
  session,
  ui,
}: Pick<FlowContext, 'api' | 'connectivity' | 'session' | 'ui'>): Promise<Outcome> {
  if (!connectivity.hasNetwork()) return failure('offline')
  if (!session.user()) return failure('user-is-guest')
  try {
    await api.accounts.sendConfirmation(ui.language())
    return DONE
  } catch (error) {
    return failureOf(error)
  }
}
