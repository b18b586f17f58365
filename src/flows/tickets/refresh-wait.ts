import { almostThere } from '#src/domain/almost-there.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Outcome } from '../outcome.ts'
import { recordAlmostThere } from './record-almost-there.ts'
import { refreshTicket } from './refresh-ticket.ts'

/**
 * The waiting room's question, every 20 s: people ahead, minutes, the number called last. No answer within 5
 * s leaves what is known, with its age.
 *
 * @see rule WAIT-01
 */
export async function refreshWait(context: FlowContext, tuid: string): Promise<Outcome> {
  const { api, clock, db, session } = context
  try {
    // After a reload the token is on its way; without it the server tells nothing.
    await session.whenKnown()
    const { state, ahead, waiting, wait, call, at } = await api.waiting.customerWaiting(tuid)
    const receipt = await db.tickets.get(tuid)
    if (!receipt) return DONE
    // No longer waiting: the ticket itself says what became of it, and a call must not be lost here.
    if (state !== receipt.state) return await refreshTicket(context, tuid)
    await db.tickets.change(tuid, null, {
      ahead,
      wait,
      wait_at: clock.now(),
      line_now: { waiting, call, at },
    })
    const near = almostThere(receipt.ahead, ahead, receipt.almost_there_said)
    if (near !== null) await recordAlmostThere(context, { ...receipt, ahead: near })
    return DONE
  } catch (error) {
    return failureOf(error)
  }
}
