import { HELD_STATES } from '#contract/rules/reservation-state.ts'
import { stateList } from '#server/database/state-list.ts'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { LinePlan } from './line-plan.ts'
import { isOverdue, Overdue } from './overdue.ts'
import { onePerRefusal, reservationRefusal } from './reservation-refusals.ts'
import { type StandingReservation, stretchOf } from './standing-reservation.ts'
import { type Block, overlaps } from './time-blocks.ts'

/** Somebody, by the login and by the rut or dni that they said. */
export interface Person {
  user_id: string
  identity_hash: Uint8Array | null
}

/**
 * From here on the bookings and moves of one user follow each other, at whichever offices: each sees the one
 * before. The caller holds its office already, and takes nothing else after this, so no two wait for each
 * other. Whoever says the same document at another login does not wait: how long an answer takes would tell
 * them that its holder books just now.
 * @param person whose identity counts where the user's own row has none
 */
export async function holdPerson(
  transaction: Transaction<Tables>,
  { user_id, identity_hash }: Person,
  at: Date,
): Promise<Person> {
  const { rows } = await sql<Person>`
    update users set last_turn_at = ${at}::timestamptz where id = ${user_id}::uuid
    returning id as user_id, coalesce(identity_hash, ${identity_hash}::bytea) as identity_hash`.execute(
    transaction,
  )
  const [person] = rows
  if (!person) throw new Error(`there is no user ${user_id}`)
  return person
}

/** A reservation that a user holds. */
export interface HeldReservation extends StandingReservation {
  organization_id: number
}

/** What a user still holds, overdue ones among it, wherever it is. */
export async function heldByUser(
  transaction: Transaction<Tables>,
  { user_id }: Pick<Person, 'user_id'>,
): Promise<HeldReservation[]> {
  return await readHeld(transaction, sql`r.user_id = ${user_id}::uuid`)
}

/** What is still held under a document, whoever holds it and wherever it is. */
export const heldUnderDocument = (transaction: Transaction<Tables>, identityHash: Uint8Array) =>
  readHeld(transaction, sql`r.identity_hash = ${identityHash}::bytea`)

async function readHeld(transaction: Transaction<Tables>, such: RawBuilder<unknown>) {
  const { rows } = await sql<HeldReservation & { identity: string | null; disputed: boolean }>`
    select r.id, r.office_id, r.line_id, r.user_id, r.state, r.block_from, r.block_to, r.confirm_by, r.arrived_at, o.organization_id,
      encode(r.identity_hash, 'hex') as identity, r.disputed
    from reservations r join offices o on o.id = r.office_id
    where ${such} and r.deleted_at is null and r.state in ${stateList(HELD_STATES)}`.execute(transaction)
  return rows
}

export const refuseForOverdue = (held: readonly HeldReservation[], at: Date): void => {
  const overdue = held.filter(reservation => isOverdue(reservation, at))
  if (overdue.length > 0) throw new Overdue([...new Set(overdue.map(({ office_id }) => office_id))])
}

/**
 * What a user holds already may speak against one more block, or against another one in its place. By the
 * user alone: a document is only said, and when its holder is booked is told to nobody else (DOC-02).
 * @throws Refusal reserve-already-exists, 1005, 1002, 4010, user-have; Overdue
 */
export function refuseForHeld(
  held: readonly HeldReservation[],
  plan: LinePlan,
  block: Block,
  at: Date,
): void {
  refuseForOverdue(held, at)
  const inLine = held.filter(({ line_id }) => line_id === plan.line_id)
  if (inLine.some(({ block_from }) => block_from.getTime() === block.from)) {
    throw reservationRefusal('reserve-already-exists')
  }
  const { one_per } = plan
  const limited = {
    line: inLine,
    office: held.filter(({ office_id }) => office_id === plan.office_id),
    organization: held.filter(({ organization_id }) => organization_id === plan.organization_id),
  }
  if (one_per !== null && limited[one_per].length > 0) throw onePerRefusal(one_per)
  if (held.some(reservation => overlaps(stretchOf(reservation), block))) throw reservationRefusal('user-have')
}
