import type { Transaction } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Tables } from '#server/database/tables.ts'
import { personColumns } from '#server/identity/temporary-person.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { acceptPolicy } from '#server/policies/accept-policy.ts'
import type { AccountsContext } from './accounts-context.ts'
import { mailJob } from './account-jobs.ts'
import type { Arrival } from './sign-in.ts'

/** Who registers. */
export interface NewAccount {
  name: string
  /** In its one spelling. */
  email: string
  /** Somebody who knows says that it is theirs. */
  isConfirmed: boolean
  /** Null for who comes by a provider. */
  password_hash: string | null
  language: Language
  policy: string | undefined
}

/** The temporary user who asks becomes registered, as the same user; else a new one. */
async function registeredUser(
  context: AccountsContext,
  transaction: Transaction<Tables>,
  { caller }: Pick<Arrival, 'caller'>,
  { name, email, language }: NewAccount,
): Promise<string> {
  const { clock, protection, random } = context
  const temporary =
    caller.kind === 'user' && caller.temporal
      ? await transaction
          .selectFrom('users')
          .select(['id', 'person', 'identity_type'])
          .where('id', '=', caller.user_id)
          .where('temporal', '=', true)
          .forUpdate()
          .executeTakeFirst()
      : undefined
  const id = temporary?.id ?? random.uuid()
  const known = temporary?.person ? protection.openPerson(temporary.person, id) : null
  const person = { name, email, phone: known?.phone ?? null, identity: known?.identity ?? null }
  const columns = personColumns(context, id, { person, identityType: temporary?.identity_type ?? null })
  if (temporary) {
    await transaction
      .updateTable('users')
      .set({ temporal: false, language, login_attempt: null, ...columns })
      .where('id', '=', id)
      .execute()
  } else {
    await transaction
      .insertInto('users')
      .values({ id, temporal: false, language, login_attempt: null, created_at: clock.now(), ...columns })
      .execute()
  }
  return id
}

/** @throws the violation of accounts_email_once where the address has an account */
export async function makeAccount(
  context: AccountsContext,
  transaction: Transaction<Tables>,
  arrival: Arrival,
  account: NewAccount,
): Promise<string> {
  const { clock, mailer, protection } = context
  const at = clock.now()
  const user_id = await registeredUser(context, transaction, arrival, account)
  const { email, isConfirmed, password_hash, policy, language } = account
  await transaction
    .insertInto('accounts')
    .values({
      user_id,
      email_hash: protection.emailHash(email),
      email_confirmed_at: isConfirmed ? at : null,
      password_hash,
      created_at: at,
    })
    .execute()
  if (policy !== undefined) await acceptPolicy(transaction, { user_id, version: policy, at })
  if (mailer && !isConfirmed)
    await enqueueJobs(transaction, [mailJob('confirm-email', { user_id, language }, agreedNow(clock))])
  return user_id
}
