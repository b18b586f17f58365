import type { TicketMeta } from '#contract/rest/tickets.ts'
import { faultsOf } from '#contract/rules/form-answers.ts'
import { isValidRut } from '#contract/rules/rut.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import { identityOf, sealAsked } from '#server/secrets/sealed-meta.ts'
import type { Asker } from '#server/knocks/asker.ts'
import { answerToClash, hasClashedTooOften, tooManyClashes } from '#server/knocks/clashes.ts'
import { DocumentClash, notFound, Refusal } from '#server/web/refusal.ts'
import { type Changed, changeReservations, UNCHANGED } from './change-reservations.ts'
import { heldByUser, holdPerson, onceIn, refuseForHeld, weighDocument } from './held-by-person.ts'
import { type LinePlan, linePlan } from './line-plan.ts'
import { pastOverdue } from './overdue.ts'
import { reservationJobsOf } from './reservation-jobs.ts'
import { refusalOfViolation, reservationRefusal } from './reservation-refusals.ts'
import type { ReservationsContext } from './reservations-context.ts'
import { reserveUpdated } from './standing-reservation.ts'
import { freeSlot } from './take-slot.ts'
import type { Block } from './time-blocks.ts'
import { blockOfWish, confirmBy, type WishedBlock } from './wished-block.ts'

export interface BookReservation extends WishedBlock {
  line_id: number
  user_id: string
  /** Of a temporary user nobody but the browser keeps the receipt. */
  temporal: boolean
  /** Made by the application, once for each wish: a repeat gets the first one's reservation. */
  request_id: string
  /** False where the browser keeps nothing. */
  keeps: boolean
  /** To be attended by video. */
  meet: boolean
  meta?: TicketMeta | undefined
  /** "No fui yo": the document is theirs, whoever else holds a reservation under it. */
  declared?: boolean | undefined
  /** From where it is asked; absent for what this house asks for itself. */
  asker?: Asker
}

export interface ReservationBooked {
  id: string
  /** The request was heard before: nothing was made or told this time. */
  repeated: boolean
}

/**
 * What can be said against a request without looking at what is booked.
 * @returns the block that is meant
 * @throws Refusal 1006, invalid-rut, reserve-form-invalid, and those of blockOfWish
 */
function weighed(plan: LinePlan, input: BookReservation, at: Date): Block {
  const { keeps, temporal, meet, meta = {} } = input
  const block = blockOfWish(plan, input, meet, at)
  if (temporal && !keeps) throw reservationRefusal('1006')
  if (meta.rut !== undefined && !isValidRut(meta.rut)) {
    throw new Refusal('invalid-rut', 400, 'the rut is not valid', [
      { path: 'meta.rut', message: 'the check digit does not fit' },
    ])
  }
  const faults = faultsOf(plan.questions, meta.answers ?? {})
  if (faults.length === 0) return block
  throw reservationRefusal(
    'reserve-form-invalid',
    faults.map(({ id, fault, message }) => ({ path: `meta.answers.${id}`, message: message ?? fault })),
  )
}

/** What this request made earlier, whatever became of it since. */
async function earlierOf(
  { database: { db } }: ReservationsContext,
  { user_id, request_id }: BookReservation,
): Promise<ReservationBooked | null> {
  const earlier = await db
    .selectFrom('reservations')
    .select('id')
    .where('user_id', '=', user_id)
    .where('request_id', '=', request_id)
    .executeTakeFirst()
  return earlier ? { id: earlier.id, repeated: true } : null
}

/** Books a block whose request nothing speaks against but what is booked already. */
async function bookBlock(
  context: ReservationsContext,
  plan: LinePlan,
  input: BookReservation,
  block: Block,
): Promise<ReservationBooked> {
  const { user_id, request_id, meet, meta = {}, declared = false } = input
  let booked: ReservationBooked = { id: context.random.uuid(), repeated: false }
  await changeReservations(context, plan.office_id, async (transaction, at): Promise<Changed> => {
    const named = { user_id, identity_hash: identityOf(meta, context.protect) }
    const person = await holdPerson(transaction, named, at)
    const held = await heldByUser(transaction, person)
    const earlier = held.find(each => each.user_id === user_id && each.request_id === request_id)
    if (earlier) {
      booked = { id: earlier.id, repeated: true }
      return UNCHANGED
    }
    refuseForHeld(held, plan, block, at)
    const disputed = await weighDocument(transaction, person, plan, declared, at)
    const { slot, left } = await freeSlot(transaction, plan, block, at)
    const confirm_by = confirmBy(plan, block, at)
    const reservation = {
      id: booked.id,
      office_id: plan.office_id,
      line_id: plan.line_id,
      user_id,
      state: confirm_by ? ('pending' as const) : ('confirmed' as const),
      block_from: new Date(block.from),
      block_to: new Date(block.to),
      confirm_by,
    }
    await transaction
      .insertInto('reservations')
      .values({
        ...reservation,
        identity_hash: person.identity_hash,
        request_id,
        slot,
        slots: plan.slots,
        meet,
        once_in: onceIn(plan),
        disputed,
        inserted_at: at,
        confirmed_at: confirm_by ? null : at,
        deleted_at: null,
        called_at: null,
        ended_at: null,
        meta: sealAsked(plan.questions, meta, context.protect),
      })
      .execute()
    return {
      facts: [reserveUpdated(reservation, at, [{ ...block, availables: left }])],
      jobs: reservationJobsOf(reservation, at),
    }
  })
  return booked
}

/**
 * Books a block of a line: confirmed at once, or pending where the office has to say yes.
 * @throws Refusal not-found for the line, invalid-rut, or a code of RESERVATION_ERROR_CODES
 * @throws DocumentClash where a document alone speaks against it; 429 where a session or an address meets too many
 * @see rules RES-04, RES-07, RES-09, RES-14, DOC-01, DOC-02, DOC-03
 */
export async function bookReservation(
  context: ReservationsContext,
  input: BookReservation,
): Promise<ReservationBooked> {
  // First of all: a block that filled or began meanwhile must not take the reservation away again.
  const earlier = await earlierOf(context, input)
  if (earlier) return earlier
  const plan = await linePlan(context.database.db, input.line_id)
  if (!plan) throw notFound('the line')
  const at = context.clock.now()
  const { asker = null } = input
  const { protect } = context
  const { db } = context.database
  // Where the office sets no limit no document is looked at.
  const mayClash = asker !== null && plan.one_per !== null && input.declared !== true
  if (mayClash && (await hasClashedTooOften(db, asker, at))) throw tooManyClashes()
  const block = weighed(plan, input, at)
  try {
    return await pastOverdue(context, () => bookBlock(context, plan, input, block))
  } catch (error) {
    if (isUniqueViolation(error, 'reservations_request_once')) {
      const same = await earlierOf(context, input)
      if (same) return same
    }
    const refusal = refusalOfViolation(error, plan.one_per)
    if (!(refusal instanceof DocumentClash)) throw refusal
    throw await answerToClash(db, refusal, { asker, at, protect, countsAddress: true })
  }
}
