import type { LineState } from '#contract/rest/offices.ts'
import { almostThere } from '#src/domain/almost-there.ts'
import { isTicketActive } from '#src/domain/is-ticket-active.ts'
import { peopleAhead } from '#src/domain/people-ahead.ts'
import type { FlowContext } from '../flow-context.ts'
import { recordAlmostThere } from '../tickets/record-almost-there.ts'
import type { Says } from '../tickets/say-where-seen.ts'

/**
 * Takes in the moving figures of an office's lines: for its screens, and for the tickets that wait in them.
 *
 * @param at when they were so, ISO 8601; null for now
 * @see rules CHAN-08, OFF-08, CALL-03
 */
export async function recordLines(
  context: Pick<FlowContext, 'clock' | 'db' | 'serverData'> & Says,
  officeSlug: string,
  lines: readonly LineState[],
  at: string | null,
): Promise<void> {
  const { clock, db, serverData } = context
  const when = at ?? new Date(clock.now()).toISOString()
  serverData.applyLines(officeSlug, lines, when)
  for (const receipt of await db.tickets.ofOffice(officeSlug)) {
    const line = lines.find(({ line_id }) => line_id === receipt.line_id)
    if (!line || !isTicketActive(receipt, clock.now())) continue
    // Not in the list: called or taken a moment ago, and the fact that says so is on its way.
    const ahead = peopleAhead(line.queue.raw_tickets, receipt.ticket) ?? receipt.ahead
    await db.tickets.change(receipt.tuid, null, {
      ahead,
      line_now: { waiting: line.waiting, call: line.call, at: when },
    })
    const near = almostThere(receipt.ahead, ahead, receipt.almost_there_said)
    if (near !== null) await recordAlmostThere(context, { ...receipt, ahead: near })
  }
}
