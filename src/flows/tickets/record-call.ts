import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { markSeen, noticeKey } from '#src/handoff/seen.ts'
import type { CallNews } from './call-news.ts'
import type { FlowContext } from '../flow-context.ts'
import { noticeTag } from './notice-tag.ts'

/** A guest has no ticket that could be called. @see rule CALL-02 */
export class GuestCallError extends Error {
  constructor() {
    super('a guest cannot be called')
    this.name = 'GuestCallError'
  }
}

type Needs = Pick<
  FlowContext,
  'alarm' | 'clock' | 'db' | 'notices' | 'pushDoor' | 'serverData' | 'session' | 'ui' | 'visibility'
>

/**
 * Seen here, it need not lie in the phone's list of notices as well, and the push that brings it a second
 * time need not ring (PUSH-04). Only for a page that is looked at: to a locked phone the push is what rings.
 */
async function markAsSeen({ pushDoor }: Pick<Needs, 'pushDoor'>, { tuid, seq, at }: CallNews): Promise<void> {
  try {
    await pushDoor.closeNotices(noticeTag(tuid))
    if (seq !== null) await markSeen(noticeKey({ kind: 'call', tuid, seq, delivery_id: '' }), Date.parse(at))
  } catch {
    // The notice then stays where it is: one too many harms less than a call that failed here.
  }
}

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
  const { alarm, clock, db, notices, serverData, session, ui, visibility } = context
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
  notices.raise({
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
  })
  alarm.ring(ui.alarm())
  if (visibility.isVisible()) await markAsSeen(context, call)
  return true
}
