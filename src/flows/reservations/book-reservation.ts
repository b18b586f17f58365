import { RESERVATION_CONFIRM_TIMEOUT_MS, RESERVATION_SAGA_TIMEOUT_MS } from '#contract/limits.ts'
import type { Reservation } from '#contract/rest/reservations.ts'
import { refusalOfWish } from '#src/domain/check-reservation-wish.ts'
import { LATE, withDeadline } from '#src/platform/deadline.ts'
import { looksPrivate } from '#src/platform/storage-keeper.ts'
import { awaitConfirmed } from './await-confirmed.ts'
import { type BookingFailure, type BookingOutcome, type BookingRequest, refused } from './booking-outcome.ts'
import { findOutBooking } from './find-out-booking.ts'
import type { FlowContext } from '../flow-context.ts'
import { joinOffice } from '../office/join-office.ts'
import { isTheirs } from '../keep-theirs.ts'
import { lookAgain } from './look-again.ts'
import { isBlockTaken, recordTakenBlock } from './record-taken-block.ts'
import { failure } from '../outcome.ts'
import { saysNothing } from '../says-nothing.ts'
import { recordReservation } from './refresh-reservation.ts'
import { type Asking, requestReservation } from './request-reservation.ts'
import { whoIsHere } from '../who-is-here.ts'

/** What is held here already, and whether this browser keeps what is added to it (1006). */
async function lookAround({ db, storage, ui }: FlowContext, userId: string) {
  const held = (await db.reservations.all()).filter(({ user_id }) => user_id === userId)
  const problem = ui.storageProblem()
  // A device that is full offers as little room as a private window, and keeps all that it is given room for.
  const mayVanish =
    problem === null ? looksPrivate('asking', await storage.estimate()) : problem === 'refused'
  return { held, keeps: !mayVanish }
}

async function ask(asking: Asking): Promise<Reservation | BookingFailure | 'unknown'> {
  const { context, request, requestId, userId, left } = asking
  const { booking, reservationDrafts, session, socket, timers } = context
  const { officeSlug, lineId, block } = request
  booking.setStep(requestId, 'joining')
  // Where it fails, the look after 3 s confirms.
  await joinOffice(context, officeSlug)
  // They left meanwhile, and what is asked for from here on would be the next person's.
  if (session.user()?.user_id !== userId) return refused(failure('user-is-guest'))
  const awaited = awaitConfirmed(socket, { lineId, from: block.from }, userId)
  try {
    booking.setStep(requestId, 'asking')
    reservationDrafts.change(lineId, { requestId })
    const made = await withDeadline(
      Promise.race([requestReservation(asking), awaited.confirmed]),
      left(),
      timers,
    )
    if (made === LATE) return 'unknown'
    if (made === 'unknown' || 'status' in made || made.deleted) return made
    booking.setStep(requestId, 'confirming')
    const look = lookAgain(context, made.id)
    const settled = Promise.race([awaited.confirmed, look.looked])
    const patience = Math.min(RESERVATION_CONFIRM_TIMEOUT_MS, left())
    const answer = await withDeadline(settled, patience, timers)
    look.stop()
    // Nobody said more than the answer did: it is made, and as far as that says.
    return answer === LATE ? made : answer
  } finally {
    awaited.stop()
  }
}

function recordRefusal(context: FlowContext, request: BookingRequest, refusal: BookingFailure): void {
  const { code, message } = refusal
  context.booking.failed(request.lineId, refusal)
  // The line offers or asks something else by now, and no channel said so before.
  if (code === 'reserve-invalid' || code === 'reserve-form-invalid')
    context.serverData.refetchSettings(request.officeSlug)
  if (isBlockTaken(code)) return recordTakenBlock(context, request, code)
  const subject = `${request.lineId}:${request.block.from}`
  context.notices.raise({ kind: 'generic-error', subject, code, message, about: 'reservation' })
}

async function book(context: FlowContext, request: BookingRequest, userId: string, requestId: string) {
  const { clock, connectivity, elapsed, session } = context
  const deadline = elapsed() + RESERVATION_SAGA_TIMEOUT_MS
  // What follows is judged by the clock, which the server puts right as it says who is here.
  await session.whenKnown()
  const { held, keeps } = await lookAround(context, userId)
  // A repeat may well find the reservation that it repeats.
  const refusal = request.requestId === undefined ? refusalOfWish(request, held, clock.now()) : null
  if (refusal !== null) return refused(failure(refusal))
  if (!connectivity.hasNetwork()) return refused(failure('offline'))
  // Remembered without a token: the server could not even be asked who this is.
  if (session.token() === null) return refused(failure('offline'))
  const left = () => deadline - elapsed()
  return ask({ context, request, requestId, keeps, userId, left })
}

/**
 * Books a time: the office's channel (12 s), the request, reserve:updated with confirmed true (20 s) or a
 * look after 3 s, 25 s in all, the receipt. A time-out says only that nobody knows; it is found out by what
 * is held, or by repeating the request, here or later. A line whose office confirms by hand ends in
 * `pending`.
 *
 * @see ARCHITECTURE.md "The walks", rules RES-05, RES-06
 */
export async function bookReservation(
  context: FlowContext,
  request: BookingRequest,
): Promise<BookingOutcome> {
  const { booking, notices, random, reservationDrafts } = context
  const { officeSlug, lineId, block } = request
  const user = await whoIsHere(context)
  if (!user) {
    const refusal = refused(failure('user-is-guest'))
    booking.failed(lineId, refusal)
    notices.raise({ kind: 'needRegistry', subject: officeSlug, about: 'reservation' })
    return refusal
  }
  // A second press while the first is under way must not ask for a second slot.
  if (booking.ongoing()) return { status: 'under-way' }
  const requestId = request.requestId ?? random.uuid()
  // One that was refused has its answer, and may be asked for again by the same request.
  const isOpen = booking.unknown()?.requestId === requestId
  booking.begin({ officeSlug, lineId, from: block.from, requestId, declared: request.declared === true })
  try {
    const said = await book(context, request, user.user_id, requestId)
    // What became of the request that this one repeats is as unknown as it was.
    const leavesOpen = said !== 'unknown' && 'status' in said && saysNothing(said.code)
    const answer = isOpen && leavesOpen ? 'unknown' : said
    // They left while it was asked for: it is no news to whoever is here.
    if (!(await isTheirs(context, user.user_id))) return refused(failure('user-is-guest'))
    if (answer === 'unknown') {
      booking.failed(lineId, { code: 'unknown', message: null })
      findOutBooking(context, { requestId })
      return { status: 'unknown', requestId }
    }
    if ('status' in answer || answer.deleted) {
      const refusal = 'status' in answer ? answer : refused(failure('reserve-invalid'))
      recordRefusal(context, request, refusal)
      // Kept while it was asked for: nothing else may need it, and its screen may be closed already.
      await context.socket.leave(officeSlug)
      return refusal
    }
    await recordReservation(context, answer)
    context.otherPages.tell({ kind: 'took', user_id: user.user_id })
    const { id, confirmed, confirm_by } = answer
    booking.settle(id, confirmed)
    reservationDrafts.forget(lineId)
    if (request.declared) notices.raise({ kind: 'success', subject: id, code: 'declared' })
    if (user.temporal) notices.raise({ kind: 'isTemporary', subject: user.user_id, about: 'reservation' })
    return confirmed ? { status: 'confirmed', id } : { status: 'pending', id, confirm_by }
  } catch (error) {
    booking.failed(lineId, { code: 'other', message: null })
    throw error
  }
}
