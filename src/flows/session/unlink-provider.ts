import type { ProviderId } from '#contract/rest/accounts.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

/** One comes in by it no more. */
export async function unlinkProvider(
  { api, connectivity, serverData }: Pick<FlowContext, 'api' | 'connectivity' | 'serverData'>,
  provider: ProviderId,
): Promise<Outcome> {
  if (!connectivity.hasNetwork()) return failure('offline')
  try {
    await api.accounts.unlinkProvider(provider)
    return DONE
  } catch (error) {
    return failureOf(error)
  } finally {
    serverData.refetchAccount()
  }
}
