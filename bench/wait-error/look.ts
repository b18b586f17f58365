import type { LivedDay, Turn } from './simulate.ts'

/** What can be seen at the moment in which somebody takes a number: nothing of what comes. */
export interface Look {
  /** Minutes since the opening. */
  at: number
  turn: Turn
  /** Who waits before them in their own line, the first first. */
  ahead: readonly Turn[]
  /** Who waits in the line that is called first. */
  above: readonly Turn[]
  /** Open now. */
  desks: number
  /** Who is attended now. */
  attended: readonly Turn[]
  /** The numbers of their line that were called today, the latest last. */
  called: readonly Turn[]
  today: LivedDay
  /** As they were, the latest last. */
  before: readonly LivedDay[]
}

/**
 * Those who took a number behind others, and came to be called: whose wait can be set beside what was said.
 */
export function looksOf(today: LivedDay, before: readonly LivedDay[]): Look[] {
  const looks: Look[] = []
  const called = today.turns.filter(one => one.line === 0 && one.called !== null)
  called.sort((a, b) => a.called! - b.called!)
  for (const [index, turn] of today.turns.entries()) {
    const { came: at, line } = turn
    if (line !== 0 || turn.called === null) continue
    const isGone = ({ called: was, left }: Turn) => (was ?? left ?? Number.POSITIVE_INFINITY) <= at
    const waiting = today.turns.slice(0, index).filter(one => !isGone(one))
    const ahead = waiting.filter(one => one.line === 0)
    if (ahead.length === 0) continue
    looks.push({
      at,
      turn,
      ahead,
      above: waiting.filter(one => one.line === 1),
      desks: today.sittings.filter(({ from, to }) => from <= at && at < to).length,
      attended: today.turns.filter(one => one.called !== null && one.called <= at && one.ended! > at),
      called: called.filter(one => one.called! <= at),
      today,
      before,
    })
  }
  return looks
}
