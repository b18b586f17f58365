import * as v from 'valibot'
import { pushMessage } from '#contract/push-message.ts'
import { ALMOST_THERE_THRESHOLDS } from '#contract/limits.ts'
import { classifyTickets } from '#src/domain/classify-tickets.ts'
import { drainInbox as takeOutOfInbox } from '#src/handoff/inbox.ts'
import type { InboxItem } from '#src/handoff/open-handoff.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import type { FlowContext } from '../flow-context.ts'
import { askPoll } from '../polls/ask-polls.ts'
import { endCall } from './end-call.ts'
import { noticeTag } from './notice-tag.ts'
import { recordAlmostThere } from './record-almost-there.ts'
import { recordSkipped } from './record-skipped.ts'
import { refreshTicket } from './refresh-ticket.ts'
import { takeInCall } from './take-in-call.ts'

/** Until the server says where it stands. */
const UNCALLED = {
  called: false,
  called_at: null,
  modulo: null,
  ahead: null,
  wait: null,
  aside_until: null,
} as const

/** A call that is looked at here need not lie in the phone's list of notices as well (PUSH-04). */
async function closeSeenNotices({ clock, db, pushDoor, visibility }: FlowContext): Promise<void> {
  if (!visibility.isVisible()) return
  const { called } = classifyTickets(await db.tickets.all(), clock.now())
  await Promise.all(called.map(({ tuid }) => pushDoor.closeNotices(noticeTag(tuid))))
}

/**
 * The phone has asked how it was. Where somebody looks at this page it asks in the phone's place, unless it
 * has asked already; otherwise the phone's own notice was the question, and it is not put again.
 */
async function takeInPoll(context: FlowContext, tuid: string): Promise<void> {
  const { db, pushDoor, visibility } = context
  const receipt = await db.tickets.get(tuid)
  if (!receipt) return
  if (!visibility.isVisible()) return void (await db.tickets.askPoll(tuid))
  await askPoll(context, receipt)
  // Not waited for, as above.
  pushDoor.closeNotices(noticeTag(tuid)).catch(reportFault)
}

async function takeInItem(
  context: FlowContext,
  userId: string,
  { message, user_id }: InboxItem,
): Promise<void> {
  const parsed = v.safeParse(pushMessage, message)
  // Of another version of the application, or of who was here before: nothing that we could show.
  if (!parsed.success || (user_id !== null && user_id !== userId)) return
  const { kind, tuid, ticket, modulo, meet, ahead, at, seq, line_id, line_name, office_slug, office_name } =
    parsed.output.notification.data
  if (tuid === null || ticket === null) return
  if (kind === 'poll') return await takeInPoll(context, tuid)
  const { db } = context
  const about = { tuid, ticket, line_id, line_name }
  const before = await db.tickets.get(tuid)
  if (kind === 'call')
    await takeInCall(context, { ...about, office_slug, office_name, modulo, meet, at, seq })
  // Whoever opens this without a network reads at least that they wait no more.
  if (kind === 'removed') await db.tickets.change(tuid, seq, { state: 'removed', ahead: null, wait: null })
  if (kind === 'sent_home')
    await db.tickets.change(tuid, seq, { state: 'sent-home', ahead: null, wait: null })
  if (kind === 'taken_back') await refreshTicket(context, tuid)
  if (kind === 'skipped') await recordSkipped(context, { ...about, seq })
  if (kind === 'parked') await db.tickets.change(tuid, seq, { state: 'parked', ...UNCALLED })
  if (kind === 'returned' || kind === 'transferred') {
    const where = line_id === null || line_name === null ? {} : { line_id, line_name }
    await db.tickets.change(tuid, seq, { state: 'waiting', ...UNCALLED, ...where, modulo })
  }
  if (before) endCall(context, tuid, await db.tickets.get(tuid))
  const threshold = ALMOST_THERE_THRESHOLDS.find(people => people === ahead)
  if (kind === 'almost_there' && threshold) await recordAlmostThere(context, { ...about, ahead: threshold })
}

/**
 * Takes in what reached the service worker while the page was closed or away, through the same ways as what
 * comes by socket. While nobody is known to be here it waits for whom it came for.
 *
 * @returns how many messages were there
 * @see rule CALL-06
 */
export async function drainInbox(context: FlowContext): Promise<number> {
  const { db, session } = context
  const user = session.user()
  if (!user) return 0
  let taken = 0
  // A full device may not let the worker's store be read, and nothing that goes on here may fall over it.
  await db.keepTrying('inbox', async () => {
    if (session.user()?.user_id === user.user_id)
      taken = await takeOutOfInbox(item => takeInItem(context, user.user_id, item))
  })
  // Not waited for: a browser without a worker makes one wait for it, and there is nothing to close then.
  closeSeenNotices(context).catch(reportFault)
  return taken
}
