import { type Kysely, sql, type Transaction } from 'kysely'
import { wallTime } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { freeBlocks, isLiveWithin } from './free-slots.ts'
import type { LinePlan } from './line-plan.ts'
import { isOverdue, Overdue } from './overdue.ts'
import { type OnePer, refusalOfViolation, reservationRefusal } from './reservation-refusals.ts'
import type { ReadContext } from './reservations-context.ts'
import { STANDING_COLUMNS, type StandingReservation } from './standing-reservation.ts'
import type { Block } from './time-blocks.ts'

/** Every slot of the block is held. */
export class BlockFull extends Error {
  override readonly name: string = 'BlockFull'
  readonly plan: LinePlan
  readonly block: Block

  constructor(plan: LinePlan, block: Block) {
    super('the block is full')
    this.plan = plan
    this.block = block
  }
}

/** 4016 where every block that begins in the same hour of the office's clock is full as well, 1007 else. */
async function fullRefusal(db: Kysely<Tables>, { plan, block: { from } }: BlockFull, at: Date) {
  const hourOf = (moment: number) => Math.floor(wallTime(new Date(moment), plan.time_zone).minutes / 60)
  const { day } = wallTime(new Date(from), plan.time_zone)
  const sameHour = (await freeBlocks(db, [plan], [day], at)).filter(
    block => hourOf(block.from) === hourOf(from),
  )
  return reservationRefusal(sameHour.every(block => block.availables === 0) ? '4016' : '1007')
}

/**
 * A slot that none of those who are in the block holds.
 * @param taken live reservations of the line that overlap the block
 * @returns the slot, and how many are left once it is taken
 * @throws BlockFull; Overdue
 */
export function slotBeside(
  taken: readonly (StandingReservation & { slot: number })[],
  plan: LinePlan,
  block: Block,
  at: Date,
): { slot: number; left: number } {
  if (taken.some(reservation => isOverdue(reservation, at))) throw new Overdue([plan.office_id])
  if (taken.length >= plan.slots) throw new BlockFull(plan, block)
  const slots = new Set(taken.map(({ slot }) => slot))
  let slot = 1
  while (slots.has(slot)) slot++
  return { slot, left: plan.slots - taken.length - 1 }
}

/**
 * A slot of the block that is free all through it. The caller holds the office.
 * @param except a reservation that is about to leave its place
 * @throws BlockFull; Overdue
 */
export async function freeSlot(
  transaction: Transaction<Tables>,
  plan: LinePlan,
  block: Block,
  at: Date,
  except: string,
): Promise<number> {
  const taken = await transaction
    .selectFrom('reservations')
    .select([...STANDING_COLUMNS, 'slot'])
    .where(isLiveWithin([plan.line_id], block))
    .where(sql<boolean>`id <> ${except}::uuid`)
    .execute()
  return slotBeside(taken, plan, block, at).slot
}

/** What a change was refused by, in words; anything else is handed back as it is. */
export async function refusalOf(
  { database: { db }, clock }: ReadContext,
  error: unknown,
  onePer: OnePer | null,
): Promise<unknown> {
  if (error instanceof BlockFull) return await fullRefusal(db, error, clock.now())
  return refusalOfViolation(error, onePer)
}
