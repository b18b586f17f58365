import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { MAIL_LINK_MS } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { Tables } from '#server/database/tables.ts'
import { isDeadlock, isUniqueViolation } from '#server/database/violations.ts'
import type { EndedSession } from '#server/identity/identity-context.ts'
import { hashOfToken, newCookieToken } from '#server/identity/tokens.ts'
import type { AccountsContext } from './accounts-context.ts'
import { confirmedByLink } from './confirmed-before.ts'
import { endOtherSessions } from './end-sessions.ts'
import { openAddress } from './former-address.ts'
import { linkInvalid, wordedRefusal } from './worded.ts'

/** More often than sign-ins and new passwords of one account meet. */
const AGAIN_MAX = 5

/** What opens the account, or is about to: whoever changed its address may have put it there. */
async function shutEverything(transaction: Transaction<Tables>, user_id: string): Promise<void> {
  for (const table of ['provider_identities', 'whatsapp_numbers', 'account_links'] as const)
    await transaction.deleteFrom(table).where('user_id', '=', user_id).execute()
  await transaction
    .deleteFrom('jobs')
    .where('kind', '=', 'mail-account')
    .where(sql`payload ->> 'user_id'`, '=', user_id)
    .execute()
}

interface Recovered {
  ended: EndedSession[]
  /** By which a password is chosen. */
  token: string
}

async function recover(
  context: AccountsContext,
  transaction: Transaction<Tables>,
  { token, user_id }: { token: string; user_id: string },
  language: Language,
): Promise<Recovered> {
  const { clock, protection, random } = context
  const at = clock.now()
  // Before the account, as whoever changes an e-mail.
  const user = await transaction
    .selectFrom('users')
    .select('person')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  const link = await transaction
    .deleteFrom('account_links')
    .where('token_hash', '=', hashOfToken(token))
    .where('kind', '=', 'email-changed')
    .where('expires_at', '>', at)
    .returning(['email_hash', 'former', 'expires_at'])
    .executeTakeFirst()
  if (!user?.person || !link?.former) throw linkInvalid(language)
  const { email_hash, former, expires_at } = link
  const email = openAddress(protection, former)
  // A second theft right after is answered like the first. Of the password only whoever has the account now
  // knows which it is.
  const email_confirmed_at = confirmedByLink(expires_at)
  await transaction
    .updateTable('accounts')
    .set({ email_hash, email_confirmed_at, password_hash: null })
    .where('user_id', '=', user_id)
    .execute()
  const person = { ...protection.openPerson(user.person, user_id), email }
  await transaction
    .updateTable('users')
    .set({ person: protection.sealPerson(person, user_id) })
    .where('id', '=', user_id)
    .execute()
  await shutEverything(transaction, user_id)
  const reset = newCookieToken(random)
  await transaction
    .insertInto('account_links')
    .values({
      token_hash: hashOfToken(reset),
      user_id,
      kind: 'reset-password',
      email_hash,
      expires_at: new Date(at.getTime() + MAIL_LINK_MS['reset-password']),
    })
    .execute()
  return { token: reset, ended: await endOtherSessions(context, transaction, user_id, null) }
}

/**
 * Takes an account back to the address that it had, by the link that went there: the address is confirmed,
 * and until a new password is chosen nobody comes in, by whatever they put there in the meantime.
 * @returns by which the password is chosen, as by a link
 * @throws Refusal link-invalid, also where it was used; account-exists where another account has the address
 */
export async function recoverAccount(
  context: AccountsContext,
  asked: string,
  language: Language,
): Promise<{ token: string }> {
  const { database } = context
  const found = await database.db
    .selectFrom('account_links')
    .select('user_id')
    .where('token_hash', '=', hashOfToken(asked))
    .executeTakeFirst()
  if (!found) throw linkInvalid(language)
  const which = { token: asked, user_id: found.user_id }
  for (let again = 0; ; again++) {
    try {
      const { ended, token } = await database.transaction(transaction =>
        recover(context, transaction, which, language),
      )
      for (const session of ended) context.onSessionEnd?.(session)
      return { token }
    } catch (error) {
      if (isUniqueViolation(error, 'accounts_email_once'))
        throw wordedRefusal('account-exists', 409, language, 'address-of-another')
      if (!isDeadlock(error) || again >= AGAIN_MAX) throw error
    }
  }
}
