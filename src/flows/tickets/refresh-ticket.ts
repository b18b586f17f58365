import type { Ticket } from '#contract/rest/tickets.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Outcome } from '../outcome.ts'
import { keepTheirs } from '../keep-theirs.ts'
import { joinOffice } from '../office/join-office.ts'
import { endCall } from './end-call.ts'
import { recordCall } from './record-call.ts'
import { recordSkipped } from './record-skipped.ts'
import { sayWhereSeen } from './say-where-seen.ts'

/** What may become of a call after which another comes. */
const BACK_AGAIN: ReadonlySet<Ticket['state']> = new Set(['skipped', 'waiting', 'parked'])

/** One of which nobody knew whether it was given, come to light. */
export function settleUnknown({ newTicket, session }: FlowContext, { line_id, tuid }: Ticket): void {
  if (!newTicket.unknown().some(wish => wish.lineId === line_id)) return
  newTicket.taken(line_id, tuid, session.user()?.temporal === true)
}

/** The call that was shown was none: it is said once that it is so (DESK-03). */
async function withdrawCall(context: FlowContext, { tuid, called_at }: TicketReceipt): Promise<void> {
  context.serverData.refetchHistory()
  const subject = `${tuid}@${called_at}`
  await sayWhereSeen(context, { kind: 'success', subject, code: 'call-taken-back' })
}

/**
 * What the office says is said once, whoever brings it; on the number's own screen it stays until it is read.
 */
async function recordMessage(
  context: FlowContext,
  { tuid, ticket, line_id, line_name, state, message }: Ticket,
  kept: Ticket | null,
): Promise<void> {
  const isOver = state !== 'waiting' && state !== 'called'
  if (!message || isOver || message.id === kept?.message?.id) return
  await sayWhereSeen(context, {
    kind: 'message',
    subject: message.id,
    tuid,
    ticket,
    line_id,
    line_name,
    texts: message.texts,
  })
}

/**
 * A call of theirs came to nothing, and the next one may come: a page that was loaded while it stood has not
 * joined the office.
 */
function hearAgain(context: FlowContext, { officeSlug, seq }: Ticket): void {
  const { socket } = context
  if (socket.stateOf(officeSlug) !== null) return
  socket.know(officeSlug, seq)
  // Not waited for, as where all are asked after.
  void joinOffice(context, officeSlug)
}

/**
 * Takes in a ticket as the server tells it, with what must be said about it: by refetch, a call is no less a
 * call.
 */
export async function recordTicket(context: FlowContext, ticket: Ticket): Promise<void> {
  const { clock, db } = context
  const { tuid, line_id, line_name, office_name, modulo, meet, called_at, seq } = ticket
  const kept = await db.tickets.get(tuid)
  // Overtaken on its way by what came live.
  if (kept && kept.seq > seq) return
  if (ticket.state === 'skipped') {
    await recordSkipped(context, { tuid, ticket: ticket.ticket, line_id, line_name, seq })
  }
  const receipt = await keepTheirs(context, ticket.user_id, inside =>
    inside.tickets.keep(ticket, clock.now()),
  )
  // Overtaken in this very moment.
  if (receipt === null || receipt.seq > seq) return
  if (kept) endCall(context, tuid, ticket)
  if (kept?.state === 'called' && ticket.state === 'waiting') await withdrawCall(context, kept)
  if (kept?.state === 'called' && BACK_AGAIN.has(ticket.state)) hearAgain(context, ticket)
  // One that waits is the only one of its line; of those that were called, one that was known is another.
  if (ticket.state === 'waiting' || (ticket.state === 'called' && !kept)) settleUnknown(context, ticket)
  // Once, for whoever held it here until now.
  if (ticket.state === 'removed' && kept && kept.state !== 'removed') {
    const code = meet ? 'video-ticket-removed' : 'ticket-removed'
    await sayWhereSeen(context, { kind: 'generic-error', subject: tuid, code })
  }
  if (ticket.state === 'sent-home' && kept && kept.state !== 'sent-home')
    await sayWhereSeen(context, { kind: 'generic-error', subject: tuid, code: 'sent-home' })
  await recordMessage(context, ticket, kept)
  if (ticket.state === 'called' && called_at !== null) {
    await recordCall(context, {
      tuid,
      ticket: ticket.ticket,
      line_id,
      line_name,
      office_slug: ticket.officeSlug,
      office_name,
      modulo,
      meet,
      at: called_at,
      seq: null,
    })
  }
}

/** Asks what has become of a ticket. One that the server does not know (any more) is over. */
export async function refreshTicket(context: FlowContext, tuid: string): Promise<Outcome> {
  const { api, db } = context
  try {
    await recordTicket(context, await api.tickets.one(tuid))
    return DONE
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      const kept = await db.tickets.get(tuid)
      if (kept?.state === 'called' && kept.reserve !== null) {
        // By which a reservation was called that is due again.
        await db.tickets.drop(tuid)
        endCall(context, tuid, null)
        await withdrawCall(context, kept)
      } else {
        // One that a storage which says nothing has only not shown yet is none of this.
        if (kept) await db.tickets.change(tuid, null, { state: 'expired', ahead: null, wait: null })
        endCall(context, tuid, null)
      }
    }
    return failureOf(error)
  }
}
