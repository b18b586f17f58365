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
 * What a temporary user held is the account's now, also what was given up for it: asked for by its owner
 * alone, it would stand here as it was. So is what could not be told of it yet.
 */
async function handOver({ db }: Pick<FlowContext, 'db'>, from: string, to: string): Promise<void> {
  if (from === to) return
  const theirs = <Receipt extends { user_id: string }>(receipts: readonly Receipt[]) =>
    receipts.filter(({ user_id }) => user_id === from)
  await db.atomically(async ({ outbox, tickets, reservations }) => {
    for (const { tuid } of theirs(await tickets.all())) await tickets.change(tuid, null, { user_id: to })
    for (const { id } of theirs(await reservations.all()))
      await reservations.change(id, null, { user_id: to })
    await outbox.handOver(from, to)
  })
}

/**
 * Lets somebody in by their account, whatever says who they are. Whoever is here without an account takes
 * along what they hold: the server learns of it by their token, which therefore has to be known, and what
 * they cancelled without a network is told while they are still themselves.
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
    const before = session.user()
    const entered = await ask()
    await enterSession(context, entered)
    if (before?.temporal) await handOver(context, before.user_id, entered.user_id)
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
