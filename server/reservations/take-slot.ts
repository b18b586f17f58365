import { type Kysely, sql, type Transaction } from 'kysely'
import { wallTime } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { freeBlocks, isLiveWithin } from './free-slots.ts'
import type { LinePlan } from './line-plan.ts'
import { isOverdue, Overdue } from './overdue.ts'
import { reservationRefusal } from './reservation-refusals.ts'
import { STANDING_COLUMNS } from './standing-reservation.ts'
import type { Block } from './time-blocks.ts'

/** 4016 where every block that begins in the same hour of the office's clock is full as well, 1007 else. */
export async function fullRefusal(db: Kysely<Tables>, plan: LinePlan, { from }: Block, at: Date) {
  const hourOf = (moment: number) => Math.floor(wallTime(new Date(moment), plan.time_zone).minutes / 60)
  const { day } = wallTime(new Date(from), plan.time_zone)
  const sameHour = (await freeBlocks(db, [plan], [day], at)).filter(
    block => hourOf(block.from) === hourOf(from),
  )
  return reservationRefusal(sameHour.every(block => block.availables === 0) ? '4016' : '1007')
}

/**
 * A slot of the block that is free all through it. The caller holds the office.
 * @param except a reservation that is about to leave its place
 * @returns the slot, and how many are left once it is taken
 * @throws Refusal 1007, 4016; Overdue
 */
export async function freeSlot(
  transaction: Transaction<Tables>,
  plan: LinePlan,
  block: Block,
  at: Date,
  except: string | null = null,
): Promise<{ slot: number; left: number }> {
  const taken = await transaction
    .selectFrom('reservations')
    .select([...STANDING_COLUMNS, 'slot'])
    .where(isLiveWithin([plan.line_id], block))
    .where(sql<boolean>`id is distinct from ${except}::uuid`)
    .execute()
  if (taken.some(reservation => isOverdue(reservation, at))) throw new Overdue([plan.office_id])
  if (taken.length >= plan.slots) throw await fullRefusal(transaction, plan, block, at)
  const slots = new Set(taken.map(({ slot }) => slot))
  let slot = 1
  while (slots.has(slot)) slot++
  return { slot, left: plan.slots - taken.length - 1 }
}
