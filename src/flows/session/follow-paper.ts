import { withDeadline } from '#src/platform/deadline.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { type Failure, failure } from '../outcome.ts'
import { loadTickets } from '../tickets/load-tickets.ts'
import { recordTicket } from '../tickets/refresh-ticket.ts'
import { enterSession, settleIn } from './enter-session.ts'
import { sendLogOut } from './send-log-out.ts'

/** Nobody waits for an answer about storage to see their number. */
const PERSIST_PATIENCE_MS = 500

export type FollowedPaper = { status: 'following'; tuid: string } | Failure

/**
 * Makes this phone the one that a paper number calls: whoever is here gets it, and nobody is asked for a
 * name. Asked again (a reload, a lost answer) it is the same number.
 * @see rule KIOSK-02, docs/decisions/kiosk-and-paper-numbers.md
 */
export async function followPaper(context: FlowContext, secret: string): Promise<FollowedPaper> {
  const { api, connectivity, session, storage, timers } = context
  if (!connectivity.hasNetwork()) return failure('offline')
  await session.whenKnown()
  // Remembered without a token: the server could not be asked who this is.
  if (session.user() && session.token() === null) return failure('offline')
  const isNew = session.token() === null
  try {
    if (isNew) {
      // Afterwards it would end the session that begins here.
      await sendLogOut(context)
      await enterSession(context, await api.login.paper(secret))
      await withDeadline(storage.persist(), PERSIST_PATIENCE_MS, timers)
    }
    const ticket = await api.turns.followPaper(secret)
    await recordTicket(context, ticket)
    // Joins its office, so that the page hears the call.
    await (isNew ? settleIn(context) : loadTickets(context))
    return { status: 'following', tuid: ticket.tuid }
  } catch (error) {
    return failureOf(error)
  }
}
