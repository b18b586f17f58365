import { HELD_STATES } from '#contract/rules/reservation-state.ts'
import type { Transaction } from 'kysely'
import { DOCUMENT_CHANGES_MAX } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import { Refusal } from '#server/web/refusal.ts'

const inUse = () =>
  new Refusal('document-in-use', 409, 'a number or a time is held under the document that is to be changed', [
    { path: 'identity', message: 'in use' },
  ])
const proven = () =>
  new Refusal('document-proven', 409, 'a provider vouched for the document: it is no longer for typing', [
    { path: 'identity', message: 'proven' },
  ])
const usedUp = () =>
  new Refusal('document-changes-used', 409, 'the document was changed as often as it may be', [
    { path: 'identity', message: 'changed too often' },
  ])

/**
 * A mistyped document can be corrected, and cannot be exchanged to try one after the other: twice, and never
 * while a number or a time is held under it. The caller's transaction holds the user's row from here on.
 * @param identityHash of the document that the user is to have; null where they say none
 * @returns how often it has been changed then
 * @throws Refusal document-in-use, document-changes-used, document-proven
 * @see rules DOC-03, DOC-04
 */
export async function guardDocument(
  transaction: Transaction<Tables>,
  userId: string,
  identityHash: Uint8Array | null,
): Promise<number> {
  const { identity_hash, document_changes, document_proven_at } = await transaction
    .selectFrom('users')
    .select(['identity_hash', 'document_changes', 'document_proven_at'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Whoever was forgotten says it anew; another spelling of the same number is no other.
  if (identity_hash === null || identityHash === null) return document_changes
  if (Buffer.from(identity_hash).equals(identityHash)) return document_changes
  if (document_proven_at !== null) throw proven()
  const ticket = await transaction
    .selectFrom('tickets')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'called', 'parked'])
    .executeTakeFirst()
  const reservation = await transaction
    .selectFrom('reservations')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', [...HELD_STATES, 'called'])
    .executeTakeFirst()
  if (ticket ?? reservation) throw inUse()
  if (document_changes >= DOCUMENT_CHANGES_MAX) throw usedUp()
  return document_changes + 1
}
