import { isHeld } from '#contract/rules/reservation-state.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { notFound } from '#server/web/refusal.ts'
import type { OwnReservation } from './cancel-reservation.ts'
import { type Changed, changeReservations, UNCHANGED } from './change-reservations.ts'
import { heldByUser, holdPerson, refuseForHeld } from './held-by-person.ts'
import { linePlan } from './line-plan.ts'
import { isOverdue, Overdue, pastOverdue } from './overdue.ts'
import { reservationJobsOf } from './reservation-jobs.ts'
import { notStanding } from './reservation-refusals.ts'
import type { ReservationsContext } from './reservations-context.ts'
import {
  blocksAround,
  type StandingReservation,
  reserveUpdated,
  standingReservation,
  stretchOf,
} from './standing-reservation.ts'
import { freeSlot, refusalOf } from './take-slot.ts'
import { blockOfWish, confirmBy, type WishedBlock } from './wished-block.ts'

export type MoveReservation = OwnReservation & WishedBlock

const isThere = ({ block_from, block_to }: StandingReservation, { from, to }: WishedBlock): boolean =>
  block_from.getTime() === Date.parse(from) && block_to.getTime() === Date.parse(to)

async function move(context: ReservationsContext, input: MoveReservation): Promise<void> {
  const { db } = context.database
  const found = await db
    .selectFrom('reservations')
    .select(['office_id', 'line_id', 'meet', 'identity_hash'])
    .where('id', '=', input.id)
    .where('user_id', '=', input.user_id)
    .executeTakeFirst()
  const plan = found && (await linePlan(db, found.line_id))
  if (!found || !plan) throw notFound('the reservation')
  const moveTo = async (transaction: Transaction<Tables>, at: Date): Promise<Changed> => {
    const standing = await standingReservation(transaction, input)
    if (!standing) throw notFound('the reservation')
    if (!isHeld(standing)) throw notStanding()
    if (isOverdue(standing, at)) throw new Overdue([standing.office_id])
    if (isThere(standing, input)) return UNCHANGED
    const block = blockOfWish(plan, input, found.meet, at)
    const person = await holdPerson(transaction, { ...found, user_id: input.user_id }, at)
    const held = await heldByUser(transaction, person)
    // It stays the one that it is: no limit speaks against it.
    refuseForHeld(
      held.filter(each => each.id !== input.id),
      { ...plan, one_per: null },
      block,
      at,
    )
    const slot = await freeSlot(transaction, plan, block, at, input.id)
    const confirm_by = confirmBy(plan, block, at)
    const moved: StandingReservation = {
      ...standing,
      state: confirm_by ? 'pending' : 'confirmed',
      block_from: new Date(block.from),
      block_to: new Date(block.to),
      confirm_by,
    }
    const { state, block_from, block_to } = moved
    await transaction
      .updateTable('reservations')
      .set({
        state,
        block_from,
        block_to,
        slot,
        slots: plan.slots,
        confirm_by,
        confirmed_at: confirm_by ? null : at,
        // whoever was here was here for the other time
        arrived_at: null,
      })
      .where('id', '=', input.id)
      .execute()
    const blocks = await blocksAround(transaction, plan, [stretchOf(standing), block], at)
    return { facts: [reserveUpdated(moved, at, blocks)], jobs: reservationJobsOf(moved, at) }
  }
  // The person is no matter of the office.
  await changeReservations(context, found.office_id, moveTo, 'alone')
}

/**
 * Moves a reservation to another block of its line: one step, in which the old slot is given back only if the
 * new one is held. Asked again after an answer that was lost, it is simply there already. Where the office
 * confirms, it has to say yes anew.
 * @throws Refusal not-found; reserve-invalid for one that no longer stands, and the refusals of booking
 */
export async function moveReservation(context: ReservationsContext, input: MoveReservation): Promise<void> {
  try {
    await pastOverdue(context, () => move(context, input))
  } catch (error) {
    throw await refusalOf(context, error, null)
  }
}
