import type { Kysely, Selectable } from 'kysely'
import { oneEmail } from '#contract/rules/email.ts'
import type { Tables } from '#server/database/tables.ts'
import type { AccountsTable } from '#server/database/tables/people.ts'
import type { AccountsContext } from './accounts-context.ts'

export type AccountRow = Pick<
  Selectable<AccountsTable>,
  'user_id' | 'email_hash' | 'email_confirmed_at' | 'password_hash'
>

/** As an account is looked for: what is no address is nobody's. */
export const spelled = (user: string): string => oneEmail(user) ?? user.trim().toLowerCase()

/** @param email in its one spelling */
export const accountOfEmail = (
  { protection }: Pick<AccountsContext, 'protection'>,
  db: Kysely<Tables>,
  email: string,
): Promise<AccountRow | undefined> =>
  db
    .selectFrom('accounts')
    .select(['user_id', 'email_hash', 'email_confirmed_at', 'password_hash'])
    .where('email_hash', '=', protection.emailHash(email))
    .executeTakeFirst()
