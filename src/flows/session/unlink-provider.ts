import type { ProviderId } from '#contract/rest/accounts.ts'
import { ApiError } from '#src/api/api-error.ts'
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
    // Asked for again, because its answer was lost: it is so already.
    if (error instanceof ApiError && error.code === 'not-found') return DONE
    return failureOf(error)
  } finally {
    serverData.refetchAccount()
  }
}
