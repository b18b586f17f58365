import { NOTIFICATION_ENQUEUE_DELAY_MS, POLL_ASKED_WITHIN_MS } from '#contract/limits.ts'
import type { Poll } from '#contract/rest/polls.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { isPollToAsk } from '#src/domain/poll-state.ts'
import type { FlowContext } from '../flow-context.ts'

/** After what was told here the server needs a moment until it is true there. */
const SLACK_MS = 500
/** Where the server could not be asked; and while a question stands, which another device may answer. */
const AGAIN_MS = 30_000

/** When it is due at the latest, counted from when the end was heard of here. */
const dueAfter = (heardAt: number, now: number) => heardAt + NOTIFICATION_ENQUEUE_DELAY_MS + SLACK_MS - now

type Heard = Pick<TicketReceipt, 'tuid' | 'line_name' | 'office_name'>

/**
 * Asks, in the page, how an attention was: once on this device, whichever of its pages or its worker comes
 * first.
 * @returns whether it was asked here and now
 * @see rules POLL-01, POLL-02, NOTE-01
 */
export async function askPoll(
  { db, notices }: Pick<FlowContext, 'db' | 'notices'>,
  { tuid, line_name, office_name }: Heard,
): Promise<boolean> {
  if (!(await db.tickets.askPoll(tuid))) return false
  return notices.raise({ kind: 'poll', subject: tuid, tuid, line_name, office_name })
}

/** Who went home long ago has other things to do: their card offers it all the same. */
const isLate = ({ ended_at }: Poll, now: number) =>
  now - Date.parse(ended_at) > NOTIFICATION_ENQUEUE_DELAY_MS + POLL_ASKED_WITHIN_MS

/** Answered on another device that had asked as well, or declined there: nobody is asked once more. */
const takeDown = (
  notices: FlowContext['notices'],
  asked: readonly TicketReceipt[],
  open: readonly Poll[],
) => {
  for (const { tuid } of asked) if (!open.some(({ ticket_id }) => ticket_id === tuid)) notices.forget(tuid)
}

/**
 * Asks how it was, of each attention that ended here and that the server says may be rated by now. Only
 * while somebody looks: a phone in the pocket is told by push, and a page in the background would ask twice.
 * Takes down what stands here and was answered on another device meanwhile.
 * @returns in how many milliseconds to look again; null where there is nothing to look for, or not now
 */
export async function askPolls(context: FlowContext): Promise<number | null> {
  const { api, clock, connectivity, db, notices, serverData, session, visibility } = context
  await session.whenKnown()
  const userId = session.user()?.user_id
  if (userId === undefined || session.token() === null || !visibility.isVisible()) return null
  const own = (await db.tickets.all()).filter(receipt => receipt.user_id === userId)
  const heard = own.filter(isPollToAsk)
  const asked = own.filter(({ tuid, poll }) => poll === 'asked' && notices.stands('poll', tuid))
  // When the network is back it is looked once more.
  if (heard.length + asked.length === 0 || !connectivity.hasNetwork()) return null
  // Before it is asked: an answer may be long under way, and says how it stood then.
  const now = clock.now()
  let open: readonly Poll[]
  try {
    open = await api.polls.open()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return AGAIN_MS
  }
  serverData.applyPolls(open)
  takeDown(notices, asked, open)
  const waits: number[] = []
  for (const receipt of heard) {
    const poll = open.find(({ ticket_id }) => ticket_id === receipt.tuid)
    const due = dueAfter(receipt.attended_at ?? 0, now)
    if (poll && isLate(poll, now)) await db.tickets.askPoll(receipt.tuid)
    else if (poll) await askPoll(context, receipt)
    else if (due > 0) waits.push(due)
    // Rated on another device, or declined there.
    else await db.tickets.change(receipt.tuid, null, { poll: 'over' })
  }
  if (open.some(poll => notices.stands('poll', poll.ticket_id) && !isLate(poll, now))) waits.push(AGAIN_MS)
  return waits.length === 0 ? null : Math.min(...waits)
}
