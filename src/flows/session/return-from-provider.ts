import { heardCode } from '#src/domain/failure-codes.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { type AttemptClaimed, claimAttempt } from './claim-attempt.ts'

/** Where one was when one left; the start where nobody knows. */
export type ReturnedFromProvider = AttemptClaimed & { next?: string }

/** Goes on where this window left for a provider, and came back from it. */
export async function returnFromProvider(context: FlowContext, id: string): Promise<ReturnedFromProvider> {
  try {
    const { state, code, next } = await context.api.accounts.attempt(id)
    if (state !== 'done') {
      const failed = {
        status: 'failed',
        code: code === null ? 'provider-refused' : heardCode(code),
        message: null,
        fields: [],
      } as const
      return { ...failed, next }
    }
    return { ...(await claimAttempt(context, { id, provider: null }, {})), next }
  } catch (error) {
    return { ...failureOf(error), fields: [] }
  }
}
