import type { Account } from '#contract/rest/accounts.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { UserCaller } from '#server/web/caller.ts'
import type { AccountsContext } from './accounts-context.ts'

/** @throws Refusal forbidden for a temporary user */
export function requireRegistered({ temporal }: UserCaller): void {
  if (temporal) throw new Refusal('forbidden', 403, 'this is for registered users')
}

/** What the settings of an account show: how one comes in, and where it is open, the latest first. */
export async function readAccount(
  { clock, database: { db }, protection, providersOf }: AccountsContext,
  { user_id, session_id }: UserCaller,
): Promise<Account> {
  const account = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select([
      'users.person',
      'users.document_proven_at',
      'accounts.email_confirmed_at',
      'accounts.password_hash',
    ])
    .where('accounts.user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'device'])
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .execute()
  const shown = sessions.map(({ id, created_at, last_seen_at, device }) => ({
    id,
    current: id === session_id,
    created_at: created_at.toISOString(),
    last_seen_at: (last_seen_at ?? created_at).toISOString(),
    device,
  }))
  return {
    email: account.person === null ? '' : protection.openPerson(account.person, user_id).email,
    email_confirmed: account.email_confirmed_at !== null,
    has_password: account.password_hash !== null,
    providers: await providersOf(user_id),
    document_proven: account.document_proven_at !== null,
    sessions: shown.sort(
      (a, b) => Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at),
    ),
  }
}
