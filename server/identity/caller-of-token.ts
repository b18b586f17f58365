import { sql } from 'kysely'
import { gatherReads } from '#server/database/gathered-reads.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Caller } from '#server/web/caller.ts'
import type { IdentityContext } from './identity-context.ts'
import type { SeenSessions } from './seen-sessions.ts'
import { hashOfToken, hasTokenForm } from './tokens.ts'

interface CallerContext extends Pick<IdentityContext, 'database' | 'clock'> {
  seen: Pick<SeenSessions, 'note'>
}

const guest: Caller = { kind: 'guest' }

/** Whose sessions these are, by the hex of their tokens' hashes; those that open nothing are left out. */
async function openSessions(
  { database: { db }, clock, seen }: CallerContext,
  hashes: readonly string[],
): Promise<Map<string, Caller>> {
  const sessions = await db
    .selectFrom('sessions')
    .leftJoin('office_links', 'office_links.id', 'sessions.office_link_id')
    .select(['sessions.id', 'sessions.token_hash', 'sessions.user_id', 'sessions.clerk_id', 'expires_at'])
    .select(['office_links.id as link_id', 'office_links.office_id', 'use', 'gives'])
    .select('last_seen_at')
    // Not joined: for some sixty sessions the planner would rather read all users there are.
    .select(row => [
      row.selectFrom('users').select('temporal').whereRef('users.id', '=', 'sessions.user_id').as('temporal'),
      row.selectFrom('clerks').select('active').whereRef('clerks.id', '=', 'sessions.clerk_id').as('active'),
    ])
    .where(row => {
      const asked = hashes.map(hash => Buffer.from(hash, 'hex'))
      return row('token_hash', '=', sql<Uint8Array>`any(${asked}::bytea[])`)
    })
    .where('sessions.revoked_at', 'is', null)
    .execute()
  const now = clock.now()
  const callers = new Map<string, Caller>()
  for (const session of sessions) {
    const { id, token_hash, user_id, clerk_id, temporal, active, expires_at, last_seen_at } = session
    const { link_id, office_id, use, gives } = session
    // Looked at here: asked of the database, its kept plan may read all sessions that are open.
    if (expires_at <= now) continue
    if (user_id !== null) seen.note(id, last_seen_at)
    const hash = Buffer.from(token_hash).toString('hex')
    const open = { session_id: id, expires_at }
    if (user_id !== null && temporal !== null) callers.set(hash, { kind: 'user', user_id, temporal, ...open })
    else if (clerk_id !== null && active) callers.set(hash, { kind: 'clerk', clerk_id, ...open })
    else if (link_id !== null && office_id !== null && use !== null) {
      const of = { office_id, link_id, ...open }
      callers.set(
        hash,
        use === 'machine'
          ? { kind: 'machine', gives: gives === true, ...of }
          : { kind: 'device', use, ...of },
      )
    }
  }
  return callers
}

/**
 * Says whose token it is: a guest where it is nobody's, is over, was revoked, or its clerk no longer works
 * here. Those who ask at the same time are looked for together: after a restart everybody comes back within a
 * second.
 */
export function createCallerOfToken(
  context: CallerContext & { timers: Timers },
): (token: string) => Promise<Caller> {
  const callerOfHash = gatherReads<string, Caller>(context.timers, hashes => openSessions(context, hashes))
  return async token => {
    if (!hasTokenForm(token)) return guest
    return (await callerOfHash(Buffer.from(hashOfToken(token)).toString('hex'))) ?? guest
  }
}
