import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { ReservationsTable } from '#server/database/tables/turns.ts'
import type { NewFact } from '#server/facts/fact.ts'
import type { Stretch } from '#contract/rules/wall-stretches.ts'
import { type FreeBlock, freeBlocks, timeBlockOf } from './free-slots.ts'
import { type LinePlan, linePlan } from './line-plan.ts'
import { daysOf, overlaps } from './time-blocks.ts'

/** What a verb has to know of a reservation, and a fact says of it. */
export type StandingReservation = Pick<Selectable<ReservationsTable>, (typeof STANDING_COLUMNS)[number]>

export const STANDING_COLUMNS = [
  'id',
  'office_id',
  'line_id',
  'user_id',
  'state',
  'block_from',
  'block_to',
  'confirm_by',
  'arrived_at',
] as const

export const stretchOf = ({
  block_from,
  block_to,
}: Pick<StandingReservation, 'block_from' | 'block_to'>) => ({
  from: block_from.getTime(),
  to: block_to.getTime(),
})

/** @returns undefined for another's reservation as for none: whose it is tells nobody anything */
export async function standingReservation(
  db: Kysely<Tables>,
  whose: { id: string; user_id: string } | { id: string; office_id: number },
): Promise<StandingReservation | undefined> {
  return await db
    .selectFrom('reservations')
    .select(STANDING_COLUMNS)
    .where('id', '=', whose.id)
    .where(row =>
      'user_id' in whose ? row('user_id', '=', whose.user_id) : row('office_id', '=', whose.office_id),
    )
    .executeTakeFirst()
}

/**
 * The fact that a reservation was made, confirmed, moved or ended, with the blocks whose free slots that
 * changed.
 */
export function reserveUpdated(
  { id, office_id, line_id, user_id, state }: StandingReservation,
  at: Date,
  blocks: readonly Omit<FreeBlock, 'line_id' | 'day'>[] = [],
): NewFact {
  return {
    name: 'reserve:updated',
    office_id,
    line_id,
    ticket_id: null,
    reservation_id: id,
    user_id,
    at,
    detail: { state, blocks: blocks.map(timeBlockOf) },
  }
}

/** The blocks of a line that overlap one of these pieces of time, as they stand now in this transaction. */
export async function blocksAround(
  transaction: Transaction<Tables>,
  line: LinePlan | number,
  around: readonly Stretch[],
  at: Date,
): Promise<FreeBlock[]> {
  const plan = typeof line === 'number' ? await linePlan(transaction, line) : line
  if (!plan) return []
  const days = [...new Set(around.flatMap(stretch => daysOf(stretch, plan.time_zone)))].sort()
  const blocks = await freeBlocks(transaction, [plan], days, at)
  return blocks.filter(block => around.some(stretch => overlaps(stretch, block)))
}
