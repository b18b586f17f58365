import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { failure, type Failure } from '../outcome.ts'

/** By the token a new password is chosen. */
export type Recovered = { status: 'done'; token: string } | Failure

/**
 * Takes an account back whose e-mail somebody else changed, by the link that came to the one before it.
 * Nobody need be signed in for it.
 */
export async function recoverAccount(
  { api, connectivity, ui }: Pick<FlowContext, 'api' | 'connectivity' | 'ui'>,
  token: string,
): Promise<Recovered> {
  if (!connectivity.hasNetwork()) return failure('offline')
  try {
    return {
      status: 'done',
      ...(await api.accounts.recoverAccount({ token, language: ui.language() })),
    }
  } catch (error) {
    return failureOf(error)
  }
}
