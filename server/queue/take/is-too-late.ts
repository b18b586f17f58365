import { officeDayAt } from '#contract/rules/office-day.ts'
import type { QueueContext } from '../queue-context.ts'
import type { LineSettings } from './line-settings.ts'

const MINUTE_MS = 60_000

/**
 * Whether a number that is given now could not be served before the office closes: all of the wait that would
 * be told has to end before. Only where the office says so; one that never closes serves everybody.
 * @see rule DESK-09
 */
export async function isTooLate(
  { lines }: Pick<QueueContext, 'lines'>,
  line: LineSettings,
  at: Date,
): Promise<boolean> {
  if (!line.until_closing) return false
  const { shuts } = officeDayAt(at, line)
  const state = (await lines.now(line.office_id)).lines.find(({ line_id }) => line_id === line.line_id)
  if (!shuts || !state?.wait) return false
  return state.wait.closes_first === true || at.getTime() + state.wait.to * MINUTE_MS > shuts.getTime()
}
