import type { LinePace } from '../lines/wait-estimate.ts'
import type { SeenLine, WaitingTurn } from './read-calls.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * How fast a line moves once a number of it is called now: what `linePaces` would read of it then. The call
 * counts from the moment in which it could have been made: the call before it, or the arrival of the one
 * called, whichever came later; and the first call of an hour has none before it.
 */
export function paceAfterCall(
  pace: LinePace,
  { last_number_at: before }: Pick<SeenLine, 'last_number_at'>,
  { inserted_at }: Pick<WaitingTurn, 'inserted_at'>,
  at: Date,
): LinePace {
  const after = { ...pace, idleMinutes: 0, waiting: Math.max(0, pace.waiting - 1) }
  if (before === null || before.getTime() <= at.getTime() - HOUR_MS || before > at) return after
  const gap = (at.getTime() - Math.max(before.getTime(), inserted_at.getTime())) / MINUTE_MS
  const { calls, minutes } = pace.lately
  return { ...after, lately: { calls: calls + 1, minutes: minutes + gap } }
}
