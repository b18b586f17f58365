import { sql, type Transaction } from 'kysely'
import { NUMBERS_HELD_MAX } from '#contract/limits.ts'
import { HELD_STATES } from '#contract/rules/reservation-state.ts'
import { stateList } from '#server/database/state-list.ts'
import type { Tables } from '#server/database/tables.ts'
import { Refusal } from '#server/web/refusal.ts'

/** Something of one and the same that both hold. */
export interface HeldByBoth {
  tickets: readonly string[]
  reservations: readonly string[]
}

/** Nothing was changed: the caller's transaction ends with it. */
export class HoldsTheSame extends Refusal {
  /** What the temporary user would have to give up. */
  readonly held: HeldByBoth

  constructor(held: HeldByBoth) {
    super('holds-the-same', 409, 'the account holds a number in the same line, or a time that clashes')
    this.held = held
  }
}

/** The same; together they would hold more numbers than one person may. */
export class HoldsTooMany extends Refusal {
  /** Those of the temporary user. */
  readonly tickets: readonly string[]

  constructor(tickets: readonly string[]) {
    super('too-many-numbers', 409, 'together they would hold too many numbers')
    this.tickets = tickets
  }
}
/** What the database would refuse, or booking would have refused, were it one person's. */
async function heldByBoth(transaction: Transaction<Tables>, from: string, to: string): Promise<HeldByBoth> {
  const { rows: tickets } = await sql<{ id: string }>`
    select mine.id from tickets mine
    join tickets theirs on theirs.line_id = mine.line_id and theirs.user_id = ${to}::uuid and theirs.state = 'waiting'
    where mine.user_id = ${from}::uuid and mine.state = 'waiting'`.execute(transaction)
  const { rows: reservations } = await sql<{ id: string }>`
    select distinct mine.id from reservations mine
    join reservations theirs on theirs.user_id = ${to}::uuid and theirs.state in ${stateList(HELD_STATES)} and (
      theirs.once_in = mine.once_in
      or tstzrange(theirs.block_from, theirs.block_to) && tstzrange(mine.block_from, mine.block_to)
    )
    where mine.user_id = ${from}::uuid and mine.state in ${stateList(HELD_STATES)}`.execute(transaction)
  return { tickets: tickets.map(({ id }) => id), reservations: reservations.map(({ id }) => id) }
}
/** One person holds no more numbers than one person may. @returns those that would be brought, if so */
async function beyondTheHand(transaction: Transaction<Tables>, from: string, to: string): Promise<string[]> {
  const waiting = await transaction
    .selectFrom('tickets')
    .select(['id', 'user_id'])
    .where('user_id', 'in', [from, to])
    .where('state', '=', 'waiting')
    .execute()
  const brought = waiting.filter(({ user_id }) => user_id === from)
  return waiting.length > NUMBERS_HELD_MAX ? brought.map(({ id }) => id) : []
}
/**
 * Whether what both hold may be one person's.
 * @throws HoldsTheSame where both hold a number in one line, or times that clash; HoldsTooMany
 */
export async function judgeClashes(
  transaction: Transaction<Tables>,
  from: string,
  to: string,
): Promise<void> {
  const both = await heldByBoth(transaction, from, to)
  if (both.tickets.length + both.reservations.length > 0) throw new HoldsTheSame(both)
  const beyond = await beyondTheHand(transaction, from, to)
  if (beyond.length > 0) throw new HoldsTooMany(beyond)
}
