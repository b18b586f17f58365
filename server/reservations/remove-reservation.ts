import { sql, type Transaction } from 'kysely'
import { isHeld } from '#contract/rules/reservation-state.ts'
import type { Tables } from '#server/database/tables.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { noteActs } from '#server/facts/note-act.ts'
import { notFound } from '#server/web/refusal.ts'
import { type Changed, changeReservations, UNCHANGED } from './change-reservations.ts'
import { answerJobsOf } from './reservation-jobs.ts'
import { notStanding } from './reservation-refusals.ts'
import type { ReservationsContext } from './reservations-context.ts'
import {
  blocksAround,
  type StandingReservation,
  reserveUpdated,
  standingReservation,
  stretchOf,
} from './standing-reservation.ts'
import { overlaps } from './time-blocks.ts'

/**
 * A clerk takes away a reservation: one that was not made by whom its document names, or one that is
 * cancelled for somebody, who asked for it or whom the office cannot attend; then with the reason, which is
 * noted. The slot is free, and its owner, if it has one, is told. One that is gone already simply is so. One
 * that was called is removed as the ticket that it then is, by the queue.
 * @throws Refusal not-found; reserve-invalid for one that was called, attended or missed
 * @see rules DOC-01, DESK-11
 */
export async function removeReservation(
  context: ReservationsContext,
  which: DoneAt & { id: string; reason?: string | undefined },
): Promise<void> {
  await changeReservations(context, which, async (transaction, at) => {
    const standing = await standingReservation(transaction, which)
    if (!standing) throw notFound('the reservation')
    const { state } = standing
    if (state === 'removed' || state === 'cancelled' || state === 'expired') return UNCHANGED
    if (!isHeld(standing)) throw notStanding()
    return await takeAwayReservations(transaction, [standing], { ...which, at })
  })
}

/**
 * Takes reservations away that are held: their slots are free, and their owners are told. The caller holds
 * the office.
 */
export async function takeAwayReservations(
  transaction: Transaction<Tables>,
  held: readonly StandingReservation[],
  { office_id, clerk_id, at, reason }: DoneAt & { at: Date; reason?: string | undefined },
): Promise<Required<Changed>> {
  const removed = held.map((standing): StandingReservation => ({ ...standing, state: 'removed' }))
  if (removed.length === 0) return { facts: [], jobs: () => [] }
  await transaction
    .updateTable('reservations')
    .set({ state: 'removed', deleted_at: at, ended_at: at })
    .where(row => row('id', '=', sql<string>`any(${removed.map(({ id }) => id)}::uuid[])`))
    .execute()
  const about = { office_id, clerk_id, at, act: 'reservation-removed' as const, reason }
  if (clerk_id !== undefined)
    await noteActs(
      transaction,
      removed.map(({ id, line_id }) => ({ ...about, reservation_id: id, line_id })),
    )
  const facts: NewFact[] = []
  for (const [lineId, those] of Map.groupBy(removed, ({ line_id }) => line_id)) {
    const freed = await blocksAround(transaction, lineId, those.map(stretchOf), at)
    for (const each of those)
      facts.push(
        reserveUpdated(
          each,
          at,
          freed.filter(block => overlaps(stretchOf(each), block)),
        ),
      )
  }
  return { facts, jobs: agreed => removed.flatMap(each => answerJobsOf(each, at, agreed)) }
}
