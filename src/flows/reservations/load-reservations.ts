import type { Reservation } from '#contract/rest/reservations.ts'
import { isDone } from '#contract/rules/reservation-state.ts'
import { classifyTickets } from '#src/domain/classify-tickets.ts'
import { isReservationListed } from '#src/domain/is-reservation-listed.ts'
import type { FlowContext } from '../flow-context.ts'
import { joinOffice } from '../office/join-office.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Outcome } from '../outcome.ts'
import { recordReservation, refreshReservation } from './refresh-reservation.ts'
import { recordTicket } from '../tickets/refresh-ticket.ts'

/** The channel on which what becomes of these is told. */
async function joinTheirOffice(context: FlowContext, officeSlug: string, seqs: number[]): Promise<void> {
  const { clock, db, socket } = context
  const { active, called } = classifyTickets(await db.tickets.ofOffice(officeSlug), clock.now())
  // A ticket of the same office may know less than they do: what it has missed must still come.
  if (socket.stateOf(officeSlug) === null && active.length + called.length === 0)
    socket.know(officeSlug, Math.min(...seqs))
  // Not waited for: a slow office must not hold up what is known already. It says itself when it fails.
  void joinOffice(context, officeSlug)
}

/**
 * Called meanwhile: the call itself is told by the ticket that was made for it, which nobody here knows yet.
 */
async function takeInCalls(context: FlowContext, called: readonly Reservation[]): Promise<void> {
  const { api, db } = context
  const known = (await db.tickets.all()).map(({ reserve }) => reserve)
  const missed = called.map(({ id }) => id).filter(id => !known.includes(id))
  if (missed.length === 0) return
  const { tickets } = await api.tickets.history(1)
  for (const ticket of tickets)
    if (ticket.reserve !== null && missed.includes(ticket.reserve)) await recordTicket(context, ticket)
}

/**
 * Asks what is reserved, takes it in, asks what has become of those that no longer are, and joins the
 * channels of their offices. A guest has nothing to ask for.
 *
 * @see rules RES-15, TEMP-02, CALL-06
 */
export async function loadReservations(context: FlowContext): Promise<Outcome> {
  const { api, clock, db, session } = context
  const userId = session.user()?.user_id
  if (userId === undefined) return DONE
  try {
    const told = await api.reservations.mine()
    const isTold = new Set(told.map(({ id }) => id))
    const listed = (reservation: Parameters<typeof isReservationListed>[0]) =>
      isReservationListed(reservation, clock.now())
    // What ended while nobody looked is not listed any more, and its receipt may promise it still.
    const missing = (await db.reservations.all()).filter(
      held => held.user_id === userId && (listed(held) || !isDone(held)) && !isTold.has(held.id),
    )
    for (const reservation of told) await recordReservation(context, reservation)
    for (const { id } of missing) await refreshReservation(context, id)
    await takeInCalls(
      context,
      told.filter(({ state }) => state === 'called'),
    )
    const current = told.filter(listed)
    for (const officeSlug of new Set(current.map(({ office }) => office.slug))) {
      const theirs = current.filter(({ office }) => office.slug === officeSlug)
      await joinTheirOffice(
        context,
        officeSlug,
        theirs.map(({ seq }) => seq),
      )
    }
    return DONE
  } catch (error) {
    return failureOf(error)
  }
}
