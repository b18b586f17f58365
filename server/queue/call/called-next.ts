import type { DeskState } from '#contract/rest/desk.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { isSure } from '#server/platform/clock.ts'
import { isServed } from '../desk/served-lines.ts'
import type { QueueContext } from '../queue-context.ts'
import { nextAt } from './next-at.ts'
import { readCalls } from './read-calls.ts'

/**
 * Whom this clerk would call now, by what a call is judged by: one statement. Nobody where somebody still
 * waits who went home long ago: first the log has to say that they left.
 */
export async function calledNext(
  { database, clock }: Pick<QueueContext, 'database' | 'clock'>,
  { office_id, clerk_id }: AtDesk,
): Promise<DeskState['next']> {
  const seen = await readCalls(database.db, office_id, [{ clerk_id, line_ids: [] }], clock.now())
  const [desk] = seen.desks
  if (!desk || desk.on_break || (seen.has_stale && isSure(clock))) return null
  const whose = nextAt(
    desk,
    seen.lines.filter(line => isServed(desk, [], line)),
    seen,
  )
  if (!whose) return null
  if ('number' in whose) return { ticket: whose.number.ticket, line_id: whose.number.line_id }
  return { ticket: whose.reservation.code, line_id: whose.reservation.line_id }
}
