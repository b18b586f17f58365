import { isHeld } from '#contract/rules/reservation-state.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound } from '#server/web/refusal.ts'
import type { OwnReservation } from './cancel-reservation.ts'
import { type Changed, changeReservations, UNCHANGED } from './change-reservations.ts'
import { heldByUser, holdPerson, refuseForHeld } from './held-by-person.ts'
import { type LinePlan, linePlan } from './line-plan.ts'
import { isOverdue, Overdue, pastOverdue } from './overdue.ts'
import { moveJobsOf, reservationJobsOf } from './reservation-jobs.ts'
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
import type { Block } from './time-blocks.ts'
import { blockOfWish, confirmBy, type WishedBlock } from './wished-block.ts'

/** Its owner's, or a clerk's for whoever has it. */
export type MoveReservation = (OwnReservation | (DoneAt & { id: string })) & WishedBlock

const isThere = ({ block_from, block_to }: StandingReservation, { from, to }: WishedBlock): boolean =>
  block_from.getTime() === Date.parse(from) && block_to.getTime() === Date.parse(to)

/** Nobody is at two places at once. */
async function refuseForOwner(
  transaction: Transaction<Tables>,
  { id, user_id, identity_hash }: OwnReservation & { identity_hash: Uint8Array | null },
  plan: LinePlan,
  block: Block,
  at: Date,
): Promise<void> {
  const person = await holdPerson(transaction, { user_id, identity_hash }, at)
  const held = await heldByUser(transaction, person)
  // It stays the one that it is: no limit speaks against it.
  refuseForHeld(
    held.filter(each => each.id !== id),
    { ...plan, one_per: null },
    block,
    at,
  )
}

async function move(context: ReservationsContext, input: MoveReservation): Promise<void> {
  const atDesk = 'office_id' in input ? input : null
  const { db } = context.database
  const found = await db
    .selectFrom('reservations')
    .select(['office_id', 'line_id', 'meet', 'identity_hash', 'booked_for'])
    .where('id', '=', input.id)
    .where(row =>
      'user_id' in input ? row('user_id', '=', input.user_id) : row('office_id', '=', input.office_id),
    )
    .executeTakeFirst()
  if (!found) throw notFound('the reservation')
  const moveTo = async (transaction: Transaction<Tables>, at: Date): Promise<Changed> => {
    const standing = await standingReservation(transaction, input)
    if (!standing) throw notFound('the reservation')
    if (!isHeld(standing)) throw notStanding()
    if (isOverdue(standing, at)) throw new Overdue([standing.office_id])
    if (isThere(standing, input)) return UNCHANGED
    // Behind the office: its settings may have moved while this waited for it.
    const plan = await linePlan(transaction, found.line_id)
    if (!plan) throw notFound('the reservation')
    const block = blockOfWish(plan, input, found.meet, at)
    const { user_id, line_id } = standing
    // Of what a desk booked for somebody the phone's owner is not who comes.
    if (user_id !== null && found.booked_for === null)
      await refuseForOwner(transaction, { ...found, id: input.id, user_id }, plan, block, at)
    const slot = await freeSlot(transaction, plan, block, at, input.id)
    // The clerk's press is the office's yes.
    const confirm_by = atDesk ? null : confirmBy(plan, block, at)
    const moved: StandingReservation = {
      ...standing,
      state: confirm_by ? 'pending' : 'confirmed',
      block_from: new Date(block.from),
      block_to: new Date(block.to),
      confirm_by,
      // Whoever was here was here for the other time.
      arrived_at: null,
    }
    const { state, block_from, block_to, arrived_at } = moved
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
        arrived_at,
      })
      .where('id', '=', input.id)
      .execute()
    const blocks = await blocksAround(transaction, plan, [stretchOf(standing), block], at)
    const facts = [reserveUpdated(moved, at, blocks)]
    if (!atDesk) return { facts, jobs: () => reservationJobsOf(moved, at) }
    const { office_id, clerk_id, id: reservation_id } = atDesk
    await noteAct(transaction, { office_id, clerk_id, at, act: 'reservation-moved', reservation_id, line_id })
    return { facts, jobs: agreed => [...reservationJobsOf(moved, at), ...moveJobsOf(moved, at, agreed)] }
  }
  // The person is not the office's own, so this change goes alone (see `Goes`).
  await changeReservations(context, atDesk ?? found.office_id, moveTo, 'alone')
}

/**
 * Moves a reservation to another block of its line: one step, in which the old slot is given back only if the
 * new one is held. Asked again after an answer that was lost, it is simply there already. Where the office
 * confirms, it has to say yes anew, unless a clerk moves it, which is noted and told to its owner.
 * @throws Refusal not-found; reserve-invalid for one that no longer stands, and the refusals of booking
 * @see rule DESK-11
 */
export async function moveReservation(context: ReservationsContext, input: MoveReservation): Promise<void> {
  try {
    await pastOverdue(context, () => move(context, input))
  } catch (error) {
    throw await refusalOf(context, error, null)
  }
}
