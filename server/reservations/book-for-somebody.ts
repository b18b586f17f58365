import type { Transaction } from 'kysely'
import type { TicketMeta } from '#contract/rest/tickets.ts'
import { deskFaultsOf, withName } from '#contract/rules/desk-form.ts'
import type { Tables } from '#server/database/tables.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { identityOf, sealAsked } from '#server/secrets/sealed-meta.ts'
import { DocumentClash, notFound } from '#server/web/refusal.ts'
import type { ReservationBooked } from './book/go-book.ts'
import { weighDocument } from './book/judge-booking.ts'
import { onceIn } from './book/write-bookings.ts'
import { type Changed, changeReservations, UNCHANGED } from './change-reservations.ts'
import { demandGoodData } from './demand-good-data.ts'
import { heldUnderDocument } from './held-by-person.ts'
import { type LinePlan, linePlan } from './line-plan.ts'
import { pastOverdue } from './overdue.ts'
import { onePerRefusal, refusalOfViolation, reservationRefusal } from './reservation-refusals.ts'
import type { ReservationsContext } from './reservations-context.ts'
import { blocksAround, reserveUpdated, type StandingReservation } from './standing-reservation.ts'
import { freeSlot, refusalOf } from './take-slot.ts'
import { blockOfWish, type WishedBlock } from './wished-block.ts'

export interface BookForSomebody extends DoneAt, WishedBlock {
  line_id: number
  /** Of a clerk's press: however often it arrives, it is one reservation. */
  request_id: string
  /** As it is typed. */
  name: string
  meta: Pick<TicketMeta, 'rut' | 'dni' | 'answers'>
}

/** Whether the office counts by the document what one person holds: without one it could not. */
export const needsDocument = ({ one_per, proven_only }: Pick<LinePlan, 'one_per' | 'proven_only'>) =>
  one_per !== null || proven_only

/** The office says whose request it was: no user's, though a phone may have it by now. */
const earlierOf = (db: Transaction<Tables>, { office_id, request_id }: BookForSomebody) =>
  db
    .selectFrom('reservations')
    .select('id')
    .where('booked_for', 'is not', null)
    .where('office_id', '=', office_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()

interface BookedChange extends Changed {
  booked: ReservationBooked
}

/** Books it while the office is held, by the settings that hold then. */
async function book(
  { random, protect }: Pick<ReservationsContext, 'random' | 'protect'>,
  transaction: Transaction<Tables>,
  plan: LinePlan,
  input: BookForSomebody,
  at: Date,
): Promise<BookedChange> {
  const { office_id, clerk_id, line_id, request_id, name, meta } = input
  const answers = withName(plan.questions, meta.answers ?? {}, name)
  const identity_hash = identityOf(meta, protect)
  const block = blockOfWish(plan, input, false, at)
  demandGoodData(meta, deskFaultsOf(plan.questions, answers))
  if (needsDocument(plan) && identity_hash === null) {
    throw reservationRefusal('reserve-form-invalid', [{ path: 'document', message: 'missing' }])
  }
  const held = identity_hash ? await heldUnderDocument(transaction, identity_hash) : []
  // Nobody at the desk says "No fui yo": the clerk sees whose the other one is, and takes it away where it
  // is not theirs.
  weighDocument(
    { plan, declared: false },
    identity_hash && Buffer.from(identity_hash).toString('hex'),
    held,
    at,
  )
  const id = random.uuid()
  const slot = await freeSlot(transaction, plan, block, at, id)
  const standing: StandingReservation = {
    id,
    office_id,
    line_id,
    user_id: null,
    // The clerk's press is the office's yes.
    state: 'confirmed',
    block_from: new Date(block.from),
    block_to: new Date(block.to),
    confirm_by: null,
    arrived_at: null,
  }
  await transaction
    .insertInto('reservations')
    .values({
      ...standing,
      identity_hash,
      request_id,
      slot,
      slots: plan.slots,
      once_in: onceIn(plan),
      inserted_at: at,
      confirmed_at: at,
      deleted_at: null,
      called_at: null,
      ended_at: null,
      meta: sealAsked(plan.questions, { answers }, protect),
      booked_for: protect.sealBookedFor(name, id),
    })
    .execute()
  await noteAct(transaction, {
    office_id,
    clerk_id,
    at,
    act: 'reservation-booked',
    reservation_id: id,
    line_id,
  })
  const blocks = await blocksAround(transaction, plan, [block], at)
  return { facts: [reserveUpdated(standing, at, blocks)], booked: { id, repeated: false } }
}

/** At a desk nobody says that the document is theirs: what speaks against it is said as it is. */
function saidAtDesk(error: unknown, { one_per }: LinePlan): unknown {
  const refusal = refusalOfViolation(error, one_per)
  return refusal instanceof DocumentClash && one_per ? onePerRefusal(one_per) : refusal
}

/**
 * Books a time of a line, in person, for somebody who stands at the desk or calls it: nobody's in particular,
 * as a number on paper is, with the name by which they are called. Confirmed at once.
 * @throws Refusal not-found for the line, invalid-rut, or a code of RESERVATION_ERROR_CODES
 * @see rules DESK-11, RES-07, RES-09
 */
export async function bookForSomebody(
  context: ReservationsContext,
  input: BookForSomebody,
): Promise<ReservationBooked> {
  const change = async (transaction: Transaction<Tables>, at: Date): Promise<BookedChange> => {
    const earlier = await earlierOf(transaction, input)
    if (earlier) return { ...UNCHANGED, booked: { id: earlier.id, repeated: true } }
    const plan = await linePlan(transaction, input.line_id)
    if (!plan || plan.office_id !== input.office_id) throw notFound('the line')
    try {
      return await book(context, transaction, plan, input, at)
    } catch (error) {
      throw saidAtDesk(error, plan)
    }
  }
  try {
    // The document is not the office's own, so this change goes alone (see `Goes`).
    const { booked } = await pastOverdue(context, () => changeReservations(context, input, change, 'alone'))
    return booked
  } catch (error) {
    throw await refusalOf(context, error, null)
  }
}
