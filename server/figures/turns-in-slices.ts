import { addDays } from '#contract/rules/office-time.ts'
import { inLane } from '#server/database/lanes.ts'
import type { AskedSpan } from './asked-span.ts'
import type { FiguresContext } from './figures-context.ts'
import { countedTurns } from './kept-days.ts'
import type { CountedTurns } from './read-turns.ts'

/** A busy office takes some 20,000 numbers in so many days: counted in less than a tenth of a second. */
const DAYS_AT_ONCE = 14

/**
 * The turns of a span, slice by slice, in the lane of those who only look: the embedded database does one
 * thing at a time, and whoever calls or takes a number goes between two slices of somebody's year. Of the
 * line that was asked for, or of all.
 */
export async function* turnsInSlices(context: FiguresContext, span: AskedSpan): AsyncGenerator<CountedTurns> {
  const { wished, to } = span
  for (let from = span.from; from <= to; from = addDays(from, DAYS_AT_ONCE)) {
    const end = addDays(from, DAYS_AT_ONCE - 1)
    const days = { from, to: end < to ? end : to }
    const { hours, clerks } = await inLane('readers', () => countedTurns(context, span, days))
    const isWished = ({ line_id }: { line_id: number }) => wished === null || line_id === wished
    yield { hours: hours.filter(isWished), clerks: clerks.filter(isWished) }
  }
}
