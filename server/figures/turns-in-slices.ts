import { addDays } from '#contract/rules/office-time.ts'
import { inLane } from '#server/database/lanes.ts'
import type { AskedSpan } from './asked-span.ts'
import type { FiguresContext } from './figures-context.ts'
import { countDays, keepCounted, keptDays, type TurnsByDay } from './kept-days.ts'
import type { CountedTurns } from './read-turns.ts'

/** Days in memory at once. */
const SLICE_DAYS = 92
/** Days that are counted at once: a busy office takes some 20,000 numbers in them. */
const COUNTED_DAYS = 14

/**
 * The turns of a span, slice by slice and day after day, in the lane of those who only look: the embedded
 * database does one thing at a time, and whoever calls or takes a number goes between two fortnights of
 * somebody's year. Of the line that was asked for, or of all.
 */
export async function* turnsInSlices(context: FiguresContext, span: AskedSpan): AsyncGenerator<CountedTurns> {
  const { wished, to } = span
  const isWished = ({ line_id }: { line_id: number }) => wished === null || line_id === wished
  for (let from = span.from; from <= to; from = addDays(from, SLICE_DAYS)) {
    const end = addDays(from, SLICE_DAYS - 1)
    for (const turns of await sliceOf(context, span, { from, to: end < to ? end : to })) {
      const [hours, clerks] = [turns.hours.filter(isWished), turns.clerks.filter(isWished)]
      yield { hours, clerks, services: turns.services.filter(isWished), open: turns.open }
    }
  }
}

async function countAndKeep(
  context: FiguresContext,
  span: AskedSpan,
  days: readonly string[],
): Promise<TurnsByDay> {
  const counted = await countDays(context, span, days)
  // On a full disk what was counted is still told.
  await keepCounted(context, span, counted).catch(() => undefined)
  return counted
}

/** @returns the turns of each day, in the order of the days */
async function sliceOf(
  context: FiguresContext,
  span: AskedSpan,
  slice: { from: string; to: string },
): Promise<CountedTurns[]> {
  const turns: TurnsByDay = await inLane('readers', () => keptDays(context, span, slice))
  const days: string[] = []
  for (let day = slice.from; day <= slice.to; day = addDays(day, 1)) days.push(day)
  let missing = days.filter(day => !turns.has(day))
  while (missing[0] !== undefined) {
    const end = addDays(missing[0], COUNTED_DAYS)
    const next = missing.filter(day => day < end)
    missing = missing.slice(next.length)
    for (const [day, counted] of await inLane('readers', () => countAndKeep(context, span, next)))
      turns.set(day, counted)
  }
  return days.flatMap(day => turns.get(day) ?? [])
}
