import { ApiError } from '#src/api/api-error.ts'
import { enterSession, settleIn } from './enter-session.ts'
import { sendLogOut } from './send-log-out.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Failure, failure, type Outcome } from '../outcome.ts'
import { isHereByServer } from '../who-is-here.ts'

/** A code for the other browser, good once and until `expires_at` (ISO 8601). */
export type HandoverCode = { status: 'done'; code: string; expires_at: string }

/** Makes a one-time code with which this session goes on in another browser, or in the app just installed. */
export async function makeHandover({
  api,
  session,
}: Pick<FlowContext, 'api' | 'session'>): Promise<HandoverCode | Failure> {
  if (!(await isHereByServer({ session }))) return failure('user-is-guest')
  try {
    return { status: 'done', ...(await api.login.makeHandover()) }
  } catch (error) {
    return failureOf(error)
  }
}

/**
 * Takes over a session by its code, with the receipts that the server still knows: what is active, and the
 * newest of the past.
 */
export async function redeemHandover(context: FlowContext, code: string): Promise<Outcome> {
  const { api, clock, db, storage } = context
  try {
    // Afterwards it would end the session that is carried here.
    await sendLogOut(context)
    await enterSession(context, await api.login.redeemHandover(code))
  } catch (error) {
    return failureOf(error)
  }
  await storage.persist()
  await settleIn(context)
  try {
    const { tickets } = await api.tickets.history(1)
    for (const ticket of tickets) await db.tickets.keep(ticket, clock.now())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  return DONE
}
