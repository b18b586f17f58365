import type { Transaction } from 'kysely'
import { MAIL_LINK_MS } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import { formerAddressKey } from './account-jobs.ts'

const GOOD_FOR_MS = MAIL_LINK_MS['email-changed']

/**
 * Since when an address counts as confirmed from which a link that ends then may lead back: as if for as long
 * as the link is good when it was changed.
 */
export const confirmedByLink = (expires_at: Date) => new Date(expires_at.getTime() - 2 * GOOD_FOR_MS)

/**
 * Since when the address is confirmed to which an account comes back, at the latest: one from which it may be
 * taken back, by a link that went there or is about to. Else whoever moves it there and back makes a stranger
 * to it of its owner, who then has no link once it is moved away again.
 * @returns null for an address that the account did not have, or had unconfirmed, or too long ago
 */
export async function confirmedBefore(
  transaction: Transaction<Tables>,
  user_id: string,
  email_hash: Uint8Array,
  at: Date,
): Promise<Date | null> {
  const link = await transaction
    .selectFrom('account_links')
    .select('expires_at')
    .where('user_id', '=', user_id)
    .where('kind', '=', 'email-changed')
    .where('email_hash', '=', email_hash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  if (link) return confirmedByLink(link.expires_at)
  const job = await transaction
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'mail-account')
    .where('key', '=', formerAddressKey('email-changed', user_id, email_hash))
    .executeTakeFirst()
  return job ? new Date(at.getTime() - GOOD_FOR_MS) : null
}
