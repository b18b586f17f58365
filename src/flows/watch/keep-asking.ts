import type { Database } from '#src/db/open-database.ts'
import { isPollToAsk } from '#src/domain/poll-state.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import type { Stop } from '#src/platform/subscribers.ts'
import type { TakeBack } from '#src/platform/timers.ts'
import type { FlowContext } from '../flow-context.ts'
import { askPolls } from '../polls/ask-polls.ts'

/** Which attentions are to be asked about, as one word: by it a change of anything else is told apart. */
const toAsk = async ({ tickets }: Database) =>
  (await tickets.all())
    .filter(isPollToAsk)
    .map(({ tuid }) => tuid)
    .sort()
    .join()

/**
 * Asks how it was when it is time to: looks when an attention has ended, in this page or another of this
 * browser, and again when its 120 s are over. A reload begins anew with what the database keeps.
 */
export function keepAsking(context: FlowContext): { look(): void; stop: Stop } {
  const { db, timers } = context
  let isOver = false
  let takeBack: TakeBack = () => undefined
  let line: Promise<void> = Promise.resolve()
  const fail = (error: unknown) => {
    // What was under way at the end may find the database closed; nobody waits for it any more.
    if (!isOver) reportFault(error)
  }

  async function lookNow(): Promise<void> {
    takeBack()
    if (isOver) return
    const next = await askPolls(context)
    if (next !== null && !isOver) takeBack = timers.after(next, look)
  }
  function look(): void {
    line = line.then(lookNow).catch(fail)
  }

  let known = ''
  const stopWatching = db.watch(
    toAsk,
    now => {
      const isMore = now !== known && now !== ''
      known = now
      if (isMore) look()
    },
    fail,
  )
  return {
    look,
    stop() {
      isOver = true
      takeBack()
      stopWatching()
    },
  }
}
