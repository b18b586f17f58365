import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

/** Closes the account on another device: it hears and does nothing more from there. */
export async function endOtherSession(
  { api, connectivity, serverData }: Pick<FlowContext, 'api' | 'connectivity' | 'serverData'>,
  id: string,
): Promise<Outcome> {
  if (!connectivity.hasNetwork()) return failure('offline')
  try {
    await api.accounts.endSession(id)
    return DONE
  } catch (error) {
    return failureOf(error)
  } finally {
    serverData.refetchAccount()
  }
}
