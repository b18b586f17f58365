import type { Kysely } from 'kysely'
import { AUTH_COOKIE_MS, DEVICE_SESSION_MS } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import type { IdentityContext } from './identity-context.ts'
import { authorizationTokenOf, hashOfToken, newCookieToken } from './tokens.ts'

/** A clerk signs in for a day's work: the desk's machine is shared, and a forgotten session must not last. */
export const CLERK_SESSION_MS = 12 * 3_600_000

export interface StartedSession {
  id: string
  cookieToken: string
  token: string
  expiresAt: Date
}

type Owner = { user_id: string } | { clerk_id: number } | { office_link_id: number }

const lengthOf = (owner: Owner): number =>
  'user_id' in owner ? AUTH_COOKIE_MS : 'clerk_id' in owner ? CLERK_SESSION_MS : DEVICE_SESSION_MS

/**
 * In the caller's transaction.
 * @param device what the browser calls itself (device-name.ts); null where it does not say
 * @param given its cookie's token, where that was drawn before, and how long it lasts
 */
export async function startSession(
  { clock, random }: Pick<IdentityContext, 'clock' | 'random'>,
  transaction: Kysely<Tables>,
  owner: Owner,
  device: string | null = null,
  given: { cookieToken?: string; lastsMs?: number } = {},
): Promise<StartedSession> {
  const id = random.uuid()
  const { cookieToken = newCookieToken(random), lastsMs = lengthOf(owner) } = given
  const token = authorizationTokenOf(cookieToken)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + lastsMs)
  await transaction
    .insertInto('sessions')
    .values({
      id,
      ...owner,
      cookie_hash: hashOfToken(cookieToken),
      token_hash: hashOfToken(token),
      created_at: now,
      expires_at: expiresAt,
      last_seen_at: now,
      device,
    })
    .execute()
  return { id, cookieToken, token, expiresAt }
}
