import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { LinePlan } from './line-plan.ts'
import { isOverdue, Overdue } from './overdue.ts'
import { onePerRefusal, reservationRefusal } from './reservation-refusals.ts'
import { type StandingReservation, stretchOf } from './standing-reservation.ts'
import { type Block, overlaps } from './time-blocks.ts'

/** Somebody, by the login and by the rut or dni, which they may have said at several logins. */
export interface Person {
  user_id: string
  identity_hash: Uint8Array | null
}

/**
 * From here on the bookings and moves of one person follow each other, at whichever offices, by whichever logins: each
 * sees the one before. The caller holds its office already, and takes nothing else after this, so no two wait for each
 * other.
 * @param person whose identity counts where the user's own row has none
 */
export async function holdPerson(
  transaction: Transaction<Tables>,
  { user_id, identity_hash }: Person,
  at: Date,
): Promise<Person> {
  const { rows } = await sql<Person>`
    with held as (
      update users set last_turn_at = ${at}::timestamptz where id = ${user_id}::uuid
      returning id as user_id, coalesce(identity_hash, ${identity_hash}::bytea) as identity_hash
    )
    select user_id, identity_hash,
      pg_advisory_xact_lock(('x' || encode(substr(identity_hash, 1, 8), 'hex'))::bit(64)::bigint)
    from held`.execute(transaction)
  const [person] = rows
  if (!person) throw new Error(`there is no user ${user_id}`)
  return person
}

/** A reservation that a person holds: by this login, or by another one with the same rut or dni. */
export interface HeldReservation extends StandingReservation {
  request_id: string
  organization_id: number
}

/** What a person still holds, overdue ones among it, wherever it is. */
export async function heldByPerson(
  transaction: Transaction<Tables>,
  { user_id, identity_hash }: Person,
): Promise<HeldReservation[]> {
  const { rows } = await sql<HeldReservation>`
    with held as (
      select r.id from reservations r where r.user_id = ${user_id}::uuid and r.deleted_at is null
        and r.state in ('pending', 'confirmed', 'user-confirmed')
      union
      select r.id from reservations r where r.identity_hash = ${identity_hash}::bytea and r.deleted_at is null
        and r.state in ('pending', 'confirmed', 'user-confirmed')
    )
    select r.id, r.office_id, r.line_id, r.user_id, r.state, r.block_from, r.block_to, r.confirm_by, r.request_id,
           o.organization_id
    from held join reservations r on r.id = held.id join offices o on o.id = r.office_id`.execute(transaction)
  return rows
}

/**
 * What a person holds already may speak against one more block, or against another one in its place.
 * @throws Refusal reserve-already-exists, 1005, 1002, 4010, user-have; Overdue
 */
export function refuseForHeld(
  held: readonly HeldReservation[],
  plan: LinePlan,
  block: Block,
  at: Date,
): void {
  const overdue = held.filter(reservation => isOverdue(reservation, at))
  if (overdue.length > 0) throw new Overdue([...new Set(overdue.map(({ office_id }) => office_id))])
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

/** What its owner may have no second of, as long as they hold it. */
export function onceIn({ one_per, line_id, office_id, organization_id }: LinePlan): string | null {
  if (one_per === null) return null
  return `${one_per}:${{ line: line_id, office: office_id, organization: organization_id }[one_per]}`
}
