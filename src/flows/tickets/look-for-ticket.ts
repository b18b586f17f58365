import type { Ticket } from '#contract/rest/tickets.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { type Failure, failure } from '../outcome.ts'

/**
 * After a time-out: did the request work after all? One holds at most one active ticket in a line, so the one
 * in this line is the one that was asked for.
 *
 * @param missing how the time-out is told where it did not work
 * @returns `unknown` where nobody could be asked
 * @see rule TKT-11
 */
export async function lookForTicket(
  { api }: Pick<FlowContext, 'api'>,
  lineId: number,
  userId: string,
  missing: 'timeout' | 'ticket-new' = 'timeout',
): Promise<Ticket | Failure | 'unknown'> {
  try {
    const active = await api.tickets.active()
    const ticket = active.find(held => held.line_id === lineId && held.user_id === userId)
    return ticket ?? failure(missing)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.isUncertain || error.status === 429 ? 'unknown' : failureOf(error)
  }
}
