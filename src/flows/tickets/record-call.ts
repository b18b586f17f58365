import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import type { CallNews } from './call-news.ts'
import type { FlowContext } from '../flow-context.ts'
import { type Says, sayWhereSeen } from './say-where-seen.ts'

/** A guest has no ticket that could be called. @see rule CALL-02 */
export class GuestCallError extends Error {
  constructor() {
    super('a guest cannot be called')
    this.name = 'GuestCallError'
  }
}

type Needs = Pick<FlowContext, 'clock' | 'db' | 'serverData'> & Says

/** Over for its owner: a call that comes late must not bring it back. */
const isOver = ({ state }: TicketReceipt) =>
  state === 'attended' ||
  state === 'given-up' ||
  state === 'expired' ||
  state === 'removed' ||
  state === 'sent-home'

/**
 * The one way in of a call: moves the ticket from active to called and to page 1 of the history, and raises
 * the call's notice, sounds and vibrates, once, whoever brings it and however often.
 *
 * @returns whether it was news
 * @throws GuestCallError
 * @see rules CALL-01, CALL-02, CALL-05, CALL-06
 */
export async function recordCall(context: Needs, call: CallNews): Promise<boolean> {
  const { clock, db, serverData, session } = context
  if (!session.user()) throw new GuestCallError()
  // In one transaction: a page that dies in between must not have taken in a call without having shown it.
  const { isNews, receipt } = await db.atomically(async ({ calls, tickets }) => {
    const before = await tickets.get(call.tuid)
    const isNews = await calls.admit(call)
    if (!before || isOver(before)) return { isNews: isNews && !before, receipt: before }
    const receipt = await tickets.change(call.tuid, call.seq, {
      called: true,
      state: 'called',
      called_at: call.at,
      modulo: call.modulo ?? before.modulo,
      ahead: null,
      wait: null,
    })
    // What the server told since may know already what became of that call.
    return { isNews: isNews && receipt?.state === 'called', receipt }
  })
  if (receipt?.called) serverData.addToHistory(receipt)
  if (!isNews || clock.now() - Date.parse(call.at) > TICKET_RECENCY_MS) return false
  await sayWhereSeen(
    context,
    {
      kind: 'call',
      subject: `${call.tuid}@${call.at}`,
      tuid: call.tuid,
      ticket: call.ticket,
      line_id: call.line_id ?? receipt?.line_id ?? null,
      line_name: call.line_name ?? receipt?.line_name ?? null,
      office_name: call.office_name ?? receipt?.office_name ?? null,
      modulo: call.modulo ?? receipt?.modulo ?? null,
      meet: call.meet ?? receipt?.meet ?? false,
      ticket_time: call.at,
    },
    call.seq,
  )
  return true
}
