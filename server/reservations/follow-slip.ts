import type { Transaction } from 'kysely'
import type { Reservation } from '#contract/rest/reservations.ts'
import { isPromised } from '#contract/rules/reservation-state.ts'
import type { Tables } from '#server/database/tables.ts'
import { Refusal } from '#server/web/refusal.ts'
import { type Changed, changeReservations, UNCHANGED } from './change-reservations.ts'
import { linePlan } from './line-plan.ts'
import { asItStands } from './owner-answers.ts'
import { reservationJobsOf } from './reservation-jobs.ts'
import { refusalOfViolation } from './reservation-refusals.ts'
import type { ReservationsContext } from './reservations-context.ts'
import { reserveUpdated, standingReservation } from './standing-reservation.ts'

const slipInvalid = () =>
  new Refusal('slip-invalid', 404, 'this slip is of no reservation that somebody may still come for')
const slipFollowed = () => new Refusal('slip-followed', 409, 'another phone has this reservation')

/**
 * The phone that reads the QR of a slip first has the reservation from then on, as if it had booked it: it is
 * reminded, told of what the office does with it, and moves and cancels it. Asked again by the same person,
 * it is so already. The name that the desk typed stays. One person holds one of a kind here too, where the
 * office says so; that two are at one time speaks against nothing: a phone may hold those of a whole family.
 * @throws Refusal slip-invalid, slip-followed; 1002, 1005, 4010, as when one is booked
 * @see rules DESK-11, KIOSK-02
 */
export async function followSlip(
  context: ReservationsContext,
  { secret, user_id }: { secret: string; user_id: string },
): Promise<Reservation> {
  const { database, protect } = context
  const id = protect.reservationOfSlip(secret)
  if (id === null) throw slipInvalid()
  const slip = await database.db
    .selectFrom('reservations')
    .select(['office_id', 'line_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!slip) throw slipInvalid()
  const { office_id, line_id } = slip

  const follow = async (transaction: Transaction<Tables>, at: Date): Promise<Changed> => {
    const standing = await standingReservation(transaction, { id, office_id })
    if (standing?.user_id === user_id) return UNCHANGED
    if (standing && standing.user_id !== null) throw slipFollowed()
    if (!standing || !isPromised(standing)) throw slipInvalid()
    await transaction.updateTable('reservations').set({ user_id }).where('id', '=', id).execute()
    const followed = { ...standing, user_id }
    return { facts: [reserveUpdated(followed, at)], jobs: () => reservationJobsOf(followed, at) }
  }
  try {
    // What it refuses must refuse nobody else's change.
    await changeReservations(context, office_id, follow, 'alone')
  } catch (error) {
    const plan = await linePlan(database.db, line_id)
    throw refusalOfViolation(error, plan?.one_per ?? null)
  }
  return await asItStands(context, { id, user_id })
}
