import type { Session } from '#contract/rest/login.ts'
import { ApiError } from '#src/api/api-error.ts'
import { sendCancels } from '../reservations/cancel-reservation.ts'
import { enterSession, settleIn } from './enter-session.ts'
import { sendLogOut } from './send-log-out.ts'
import { startSession } from './start-session.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Failure, failure } from '../outcome.ts'

/** `fields`: what the server found at fault. */
export type CameIn = typeof DONE | (Failure & { fields: ApiError['fields'] })

/**
 * Lets somebody in by their account, whatever says who they are. Whoever is here without an account takes
 * along what they hold: the server learns of it by their token, which therefore has to be known, and what they
 * cancelled without a network is told while they are still themselves.
 *
 * @param ask answers the session; throws ApiError
 * @see rules AUTH-01, AUTH-03
 */
export async function comeIn(context: FlowContext, ask: () => Promise<Session>): Promise<CameIn> {
  const { connectivity, session } = context
  const failed = (cause: Failure, fields: ApiError['fields'] = []): CameIn => {
    session.failed(cause.code)
    return { ...cause, fields }
  }
  if (!connectivity.hasNetwork()) return failed(failure('offline'))
  await session.whenKnown()
  try {
    if (session.user() && session.token() === null) await startSession(context)
    if (session.user()) await sendCancels(context)
    session.loading()
    // Afterwards it would end the session that begins here.
    await sendLogOut(context)
    await enterSession(context, await ask())
  } catch (error) {
    if (!(error instanceof ApiError)) {
      session.failed('internal')
      throw error
    }
    return failed(failureOf(error), error.fields)
  }
  await settleIn(context)
  return DONE
}
