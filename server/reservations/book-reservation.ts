import type { TicketMeta } from '#contract/rest/tickets.ts'
import { faultsOf } from '#contract/rules/form-answers.ts'
import { type Asker, userKey } from '#server/knocks/asker.ts'
import { answerToClash } from '#server/knocks/clashes.ts'
import { numbersOfOwn } from '#server/knocks/own-networks.ts'
import { identityOf, sealAsked } from '#server/secrets/sealed-meta.ts'
import { DocumentClash, notFound } from '#server/web/refusal.ts'
import { goBook, type ReservationBooked } from './book/go-book.ts'
import { demandGoodData } from './demand-good-data.ts'
import { PlanOutdated } from './book/judge-booking.ts'
import type { LinePlan } from './line-plan.ts'
import { pastOverdue } from './overdue.ts'
import { reservationRefusal } from './reservation-refusals.ts'
import type { BookingContext } from './reservations-context.ts'
import { refusalOf } from './take-slot.ts'
import type { Block } from './time-blocks.ts'
import { blockOfWish, type WishedBlock } from './wished-block.ts'

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

/**
 * What can be said against a request without looking at what is booked.
 * @returns the block that is meant
 * @throws Refusal 1006, invalid-rut, reserve-form-invalid, and those of blockOfWish
 */
function weighed(plan: LinePlan, input: BookReservation, at: Date): Block {
  const { keeps, temporal, meet, meta = {} } = input
  const block = blockOfWish(plan, input, meet, at)
  if (temporal && !keeps) throw reservationRefusal('1006')
  demandGoodData(meta, faultsOf(plan.questions, meta.answers ?? {}))
  return block
}

/** What this request made earlier, whatever became of it since. */
async function earlierOf(
  { database: { db } }: Pick<BookingContext, 'database'>,
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

/**
 * Books a block of a line: confirmed at once, or pending where the office has to say yes.
 * @throws Refusal not-found for the line, invalid-rut, or a code of RESERVATION_ERROR_CODES
 * @throws DocumentClash where a document alone speaks against it; 429 where a person or an address had too
 * many
 * @see rules RES-04, RES-07, RES-09, RES-14, DOC-01, DOC-02, DOC-03
 */
export async function bookReservation(
  context: BookingContext,
  input: BookReservation,
): Promise<ReservationBooked> {
  const { protect, random, plans, clock } = context
  const { line_id, user_id, request_id, meet, meta = {}, declared = false, asker = null } = input
  const plan = await plans(line_id)
  if (!plan) throw notFound('the line')
  const at = clock.now()
  try {
    const request = {
      id: random.uuid(),
      plan,
      block: weighed(plan, input, at),
      user_id,
      request_id,
      identity_hash: identityOf(meta, protect),
      meet,
      meta: sealAsked(plan.questions, meta, protect),
      declared,
      clash_key: asker && userKey(user_id),
    }
    return await pastOverdue(context, () => goBook(context, request))
  } catch (error) {
    // It is weighed anew, by what the office says now.
    if (error instanceof PlanOutdated) return await bookReservation(context, input)
    // A block that filled or began meanwhile must not take the reservation away again; nor a round of another
    // process.
    const same = await earlierOf(context, input)
    if (same) return same
    const refusal = await refusalOf(context, error, plan.one_per)
    if (!(refusal instanceof DocumentClash)) throw refusal
    // A waiting room is many people, here as where numbers are taken.
    const own = asker && numbersOfOwn(plan.networks, asker.address)
    throw await answerToClash(context.database.db, refusal, {
      user_id,
      asker,
      at,
      protect,
      countsAddress: own === null,
    })
  }
}
