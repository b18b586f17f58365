import { sql } from 'kysely'
import { officeDayAt } from '#contract/rules/office-day.ts'
import { estimateWait } from '../lines/wait-estimate.ts'
import type { QueueContext } from '../queue-context.ts'
import { isAtOnce, moveOf } from '../turn/preference.ts'
import type { NumberRequest } from './number-request.ts'

const MINUTE_MS = 60_000

/** How many stand before a preferential number where the office calls these at once. */
async function waitingAtOnce({ db }: QueueContext['database'], lineId: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from tickets t
    where t.line_id = ${lineId}::integer and t.state = 'waiting' and ${isAtOnce(sql`t.place`)}`.execute(db)
  return rows[0]?.waiting ?? 0
}

/**
 * Whether a number that is given now could not be served before the office closes: all of the wait that would
 * be told has to end before. Only where the office says so; one that never closes serves everybody.
 * @see rule DESK-09
 */
export async function isTooLate(
  { database, lines }: Pick<QueueContext, 'database' | 'lines'>,
  { line, preference }: Pick<NumberRequest, 'line' | 'preference'>,
  at: Date,
): Promise<boolean> {
  if (!line.until_closing) return false
  const { shuts } = officeDayAt(at, line)
  const office = await lines.now(line.office_id)
  const pace = office.paces.get(line.line_id)
  const atOnce = preference && line.preference && moveOf(line.preference.rule).at_once
  const wait =
    atOnce && pace
      ? estimateWait(pace, await waitingAtOnce(database, line.line_id))
      : office.lines.find(({ line_id }) => line_id === line.line_id)?.wait
  if (!shuts || !wait) return false
  return wait.closes_first === true || at.getTime() + wait.to * MINUTE_MS > shuts.getTime()
}
