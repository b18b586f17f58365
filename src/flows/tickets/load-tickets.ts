import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { classifyTickets } from '#src/domain/classify-tickets.ts'
import { mayComeBack } from '#src/domain/may-come-back.ts'
import { isTicketActive } from '#src/domain/is-ticket-active.ts'
import type { FlowContext } from '../flow-context.ts'
import { joinOffice } from '../office/join-office.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Outcome } from '../outcome.ts'
import { recordTicket, refreshTicket } from './refresh-ticket.ts'

/** After which something else has become of a number, or will. */
const OPEN: ReadonlySet<TicketReceipt['state']> = new Set(['waiting', 'parked', 'called'])

/**
 * Asks what is active, takes it in, asks what has become of those that no longer are, and joins the channel
 * of each recent uncalled one, and of each whose call was missed: a clerk may bring it back.
 *
 * @see rules CHAN-05, CALL-06, TKT-05
 */
export async function loadTickets(context: FlowContext): Promise<Outcome> {
  const { api, clock, db, session, socket } = context
  const userId = session.user()?.user_id
  if (userId === undefined) return DONE
  try {
    const told = await api.tickets.active()
    const mine = async () => (await db.tickets.all()).filter(({ user_id }) => user_id === userId)
    const comesBack = (ticket: TicketReceipt) => mayComeBack(ticket, clock.now())
    const held = classifyTickets(await mine(), clock.now())
    for (const ticket of told) await recordTicket(context, ticket)
    const isTold = new Set(told.map(({ tuid }) => tuid))
    // However long ago: the page may have been closed while its owner was attended.
    const open = held.historic.filter(ticket => OPEN.has(ticket.state) || comesBack(ticket))
    for (const { tuid } of [...held.active, ...open]) {
      if (!isTold.has(tuid)) await refreshTicket(context, tuid)
    }
    // Also those of which it was just said that their call was missed.
    const missed = (await mine()).filter(comesBack)
    const waiting = [
      ...told.filter(ticket => isTicketActive(ticket, clock.now())),
      ...missed.filter(({ tuid }) => !isTold.has(tuid)),
    ]
    for (const officeSlug of new Set(waiting.map(ticket => ticket.officeSlug))) {
      const seqs = waiting.filter(ticket => ticket.officeSlug === officeSlug).map(({ seq }) => seq)
      // The least of them: from there on, whatever one of them has missed comes with the join.
      socket.know(officeSlug, Math.min(...seqs))
      // Not waited for: a slow office must not hold up what is known already. It says itself when it fails.
      void joinOffice(context, officeSlug)
    }
    return DONE
  } catch (error) {
    return failureOf(error)
  }
}
