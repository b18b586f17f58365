import { markSeen, noticeKey } from '#src/handoff/seen.ts'
import type { NewNotice } from '#src/domain/notice.ts'
import { withDeadline } from '#src/platform/deadline.ts'
import type { ToldNews } from '#src/platform/other-pages.ts'
import type { FlowContext } from '../flow-context.ts'
import { noticeTag } from './notice-tag.ts'

/** What it takes to say something in the page that is looked at. */
export type Says = Pick<
  FlowContext,
  'alarm' | 'notices' | 'otherPages' | 'pushDoor' | 'session' | 'timers' | 'ui' | 'visibility'
>

/** What one page of this browser was told, for another to say. `seq`: of the fact, where it is known. */
interface Told {
  notice: NewNotice
  seq: number | null
}

/** The worker's store may say nothing, and what happens next must not wait behind a call. */
const STORE_PATIENCE_MS = 1_000

/**
 * Seen here, it need not lie in the phone's list of notices as well, and the push that brings it a second
 * time need not ring (PUSH-04). Only for a page that is looked at: to a locked phone the push is what rings.
 */
async function markAsSeen({ pushDoor }: Pick<Says, 'pushDoor'>, { notice, seq }: Told): Promise<void> {
  if (notice.kind !== 'call') return
  const { tuid, ticket_time } = notice
  try {
    await pushDoor.closeNotices(noticeTag(tuid))
    if (seq !== null)
      await markSeen(noticeKey({ kind: 'call', tuid, seq, delivery_id: '' }), Date.parse(ticket_time))
  } catch {
    // The notice then stays where it is: one too many harms less than a call that failed here.
  }
}

/** Raises it, and rings where it is a call. */
async function say(context: Says, told: Told): Promise<void> {
  const { alarm, notices, ui, visibility } = context
  if (!notices.raise(told.notice) || told.notice.kind !== 'call') return
  alarm.ring(ui.alarm())
  if (visibility.isVisible()) await withDeadline(markAsSeen(context, told), STORE_PATIENCE_MS, context.timers)
}

/**
 * Says what became of a number. Of several pages of this browser one takes the news in, and that may be one
 * at which nobody looks: so the others hear of it, and whichever is looked at says it, too.
 */
export async function sayWhereSeen(
  context: Says,
  notice: NewNotice,
  seq: number | null = null,
): Promise<void> {
  const { otherPages, session, visibility } = context
  const user = session.user()
  const told: Told = { notice, seq }
  if (user && !visibility.isVisible()) otherPages.tell({ kind: 'told', user_id: user.user_id, told })
  await say(context, told)
}

/** By which number it is, where it is about one: `tuid`, or before the @ of its subject. */
const numberOf = (notice: NewNotice): string =>
  'tuid' in notice ? notice.tuid : (notice.subject.split('@')[0] ?? '')

/**
 * Says what a page told at which nobody looks, where somebody looks at this one. Not what is so no more:
 * whoever told it may have slept between taking it in and telling it.
 * @param isLate nobody looked here either when it was told: a call is shown still, and rings no more
 */
export async function sayFromPage(
  context: Pick<FlowContext, 'db'> & Says,
  { user_id, told }: ToldNews,
  isLate = false,
): Promise<void> {
  const { db, notices, session, visibility } = context
  const { notice, seq } = told as Told
  if (!visibility.isVisible() || session.user()?.user_id !== user_id) return
  const tuid = numberOf(notice)
  const kept = await db.tickets.get(tuid)
  if (kept && kept.state !== 'called') notices.forgetCalls(tuid)
  const isCall = notice.kind === 'call'
  if (isCall && kept && (kept.state !== 'called' || kept.called_at !== notice.ticket_time)) return
  if (!isLate) await say(context, { notice, seq })
  else if (isCall) notices.raise(notice)
}
