import { sql } from 'kysely'
import { officeDayAt } from '#contract/rules/office-day.ts'
import { estimateWait } from '../lines/wait-estimate.ts'
import type { QueueContext } from '../queue-context.ts'
import { isAtOnce, isNotBelieved, moveOf } from '../turn/preference.ts'
import type { NumberRequest } from './number-request.ts'

const MINUTE_MS = 60_000

type Asked = Pick<NumberRequest, 'line' | 'preference' | 'user_id' | 'day'>

/**
 * How many stand before a preferential number where the office calls these at once; null where its person is
 * not believed, and stands behind everybody.
 */
async function aheadAtOnce(
  { db }: QueueContext['database'],
  { line, user_id, day }: Asked,
): Promise<number | null> {
  const notBelieved = isNotBelieved({
    user_id: sql`${user_id}::uuid`,
    office_id: sql`${line.office_id}::integer`,
    day: sql`${day}::date`,
  })
  const { rows } = await sql<{ ahead: number | null }>`
    select case when not ${notBelieved} then count(*) end as ahead from tickets t
    where t.line_id = ${line.line_id}::integer and t.state = 'waiting' and ${isAtOnce(sql`t.place`)}`.execute(
    db,
  )
  return rows[0]?.ahead ?? null
}

/**
 * Whether a number that is given now could not be served before the office closes: all of the wait that would
 * be told has to end before. Only where the office says so; one that never closes serves everybody.
 * @see rule DESK-09
 */
export async function isTooLate(
  { database, lines }: Pick<QueueContext, 'database' | 'lines'>,
  asked: Asked,
  at: Date,
): Promise<boolean> {
  const { line, preference } = asked
  if (!line.until_closing) return false
  const { shuts } = officeDayAt(at, line)
  const office = await lines.now(line.office_id)
  const pace = office.paces.get(line.line_id)
  const atOnce = preference && line.preference && moveOf(line.preference.rule).at_once
  const ahead = atOnce ? await aheadAtOnce(database, asked) : null
  const wait =
    pace && ahead !== null
      ? estimateWait(pace, ahead)
      : office.lines.find(({ line_id }) => line_id === line.line_id)?.wait
  if (!shuts || !wait) return false
  return wait.closes_first === true || at.getTime() + wait.to * MINUTE_MS > shuts.getTime()
}
