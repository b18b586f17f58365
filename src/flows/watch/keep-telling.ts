import type { Database } from '#src/db/open-database.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import type { Stop } from '#src/platform/subscribers.ts'
import type { TakeBack } from '#src/platform/timers.ts'
import { sendFavorites } from '../favorites/send-favorites.ts'
import type { FlowContext } from '../flow-context.ts'
import { sendPolls } from '../polls/answer-poll.ts'
import { sendCancels } from '../reservations/cancel-reservation.ts'
import { sendLeft } from '../session/send-left.ts'
import { sendLogOut } from '../session/send-log-out.ts'

const TELL_AGAIN_MS = 30_000

const KINDS = ['cancel-reservation', 'favorite', 'poll', 'log-out', 'end-left'] as const
const howManyWait = async ({ outbox }: Database) => (await Promise.all(KINDS.map(outbox.all))).flat().length

/** Not while somebody is here, or coming in: told by the cookie, it would end the session that is theirs. */
async function tellLogOut(context: FlowContext): Promise<void> {
  await context.session.whenKnown()
  if (context.session.user() === null) await sendLogOut(context)
}

/**
 * Tells what waits in the outbox every 30 s, for as long as something waits. The network may have been there
 * all the while, and the server alone have stumbled: nothing says then that it is back.
 *
 * @see rule OFFL-03
 */
export function keepTelling(context: FlowContext): Stop {
  const { connectivity, db, timers } = context
  let isOver = false
  let takeBack: TakeBack | null = null
  const fail = (error: unknown) => {
    // What was under way at the end may find the database closed; nobody waits for it any more.
    if (!isOver) reportFault(error)
  }

  async function tell(): Promise<void> {
    if (connectivity.isOnline()) {
      // One that fails by a fault of ours takes nothing from the others, nor from the next time.
      for (const send of [sendCancels, sendFavorites, sendPolls, tellLogOut, sendLeft])
        await send(context).catch(fail)
    }
    takeBack = null
    if ((await howManyWait(db)) > 0) tellSoon()
  }
  function tellSoon(): void {
    if (!isOver) takeBack ??= timers.after(TELL_AGAIN_MS, () => void tell().catch(fail))
  }

  const stopWatching = db.watch(howManyWait, waiting => waiting > 0 && tellSoon(), fail)
  return () => {
    isOver = true
    takeBack?.()
    stopWatching()
  }
}
