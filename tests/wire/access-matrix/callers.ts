import { startSession } from '#server/identity/start-session.ts'
import type { Scene } from './scene.ts'

/**
 * Every kind of caller. The things that are asked for are `owner`'s, and the office is `clerk`'s. Whoever is
 * added here has to be answered for in every row of the table: it does not compile before.
 */
export const CALLERS = {
  /** Nobody: no token, no cookie. */
  guest: 'nobody',
  /** The temporary user whose things are asked for. */
  owner: 'owner',
  /** Another temporary user, who knows all of the owner's ids. */
  another: 'another',
  /** The owner, with a session whose time is over. */
  expired: 'owner',
  /** The owner, with a session that was ended. */
  ended: 'owner',
  /** The owner, after they registered. */
  ownerRegistered: 'ownerRegistered',
  /** Somebody else with an account of their own. */
  anotherRegistered: 'anotherRegistered',
  /** Somebody else, who came by a provider and has no password. */
  social: 'social',
  /** Somebody else, whose document a provider has asserted. */
  vouched: 'vouched',
  clerk: 'clerk',
  /** A clerk of another office. */
  clerkElsewhere: 'clerkElsewhere',
  /** Who answers for the office. */
  supervisor: 'supervisor',
  /** Who administrates its organization, and has no place at the office itself. */
  administrator: 'administrator',
  /** Who answers for another office, of another organization. */
  supervisorElsewhere: 'supervisorElsewhere',
  clerkSignedOut: 'clerk',
  /** A clerk who was retired, with a session that nobody ended. */
  clerkRetired: 'retired',
  /** The office's own television, and its tablet. */
  wall: 'wall',
  kiosk: 'kiosk',
  kioskElsewhere: 'kioskElsewhere',
  /** A program of the office: one that may give numbers, one that may look, and one of another office. */
  machine: 'machine',
  machineLooks: 'machineLooks',
  machineElsewhere: 'machineElsewhere',
  /** Whose token was revoked. */
  machineRevoked: 'machineRevoked',
  /** A television whose link was revoked. */
  deviceRevoked: 'deviceRevoked',
} as const
export type CallerKind = keyof typeof CALLERS
export const CALLER_KINDS = Object.keys(CALLERS) as CallerKind[]

export interface Credentials {
  token?: string
  cookie?: string
}

/** A session of its own for each call: one that ends it ends nobody else's. */
export async function credentialsOf(kind: CallerKind, scene: Scene): Promise<Credentials> {
  const who = CALLERS[kind]
  if (who === 'nobody') return {}
  const { context, db } = scene
  const person = await scene.whoIs(who)
  if ('secret' in person) {
    if (kind === 'machineRevoked') await scene.revoke(person.office_link_id)
    return { token: person.secret }
  }
  const { token, cookieToken } = await startSession(
    context,
    db,
    'office_link_id' in person ? { office_link_id: person.office_link_id } : person,
  )
  const now = context.clock.now()
  if ('office_link_id' in person) {
    if (kind === 'deviceRevoked') await scene.revoke(person.office_link_id)
    return { token, cookie: `numerito-${person.use}-${scene.slug}=${cookieToken}` }
  }
  const mine =
    'user_id' in person ? (['user_id', person.user_id] as const) : (['clerk_id', person.clerk_id] as const)
  const over = {
    expired: { expires_at: now },
    ended: { revoked_at: now },
    clerkSignedOut: { revoked_at: now },
  }
  if (kind in over) {
    const columns = over[kind as keyof typeof over]
    await db.updateTable('sessions').set(columns).where(mine[0], '=', mine[1]).execute()
  }
  const name = 'user_id' in person ? 'numerito' : 'numerito-desk'
  return { token, cookie: `${name}=${cookieToken}` }
}
