import type { Kysely } from 'kysely'
import type { AcceptedPolicy } from '#contract/rest/policies.ts'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import { Refusal } from '#server/web/refusal.ts'
import { ownPolicy } from './own-policy.ts'

/**
 * Keeps that a person accepted a version, and when: the first time counts. Also one that has just been
 * replaced: they read that one, and are asked about the new one by itself.
 * @throws Refusal bad-request for a version that never was
 */
export async function acceptPolicy(
  db: Kysely<Tables>,
  { user_id, version, at }: { user_id: string; version: string; at: Date },
): Promise<void> {
  if (version === ownPolicy.version) {
    // Ours stands in no file: it comes into the table with the first who accepts it.
    await db
      .insertInto('policies')
      .values({ version, texts: json(ownPolicy.texts) })
      .onConflict(conflict => conflict.column('version').doNothing())
      .execute()
  }
  const known = await db
    .selectFrom('policies')
    .select('version')
    .where('version', '=', version)
    .executeTakeFirst()
  if (!known) {
    throw new Refusal('bad-request', 400, 'there is no such policy', [
      { path: 'policy', message: 'unknown version' },
    ])
  }
  await db
    .insertInto('policy_acceptances')
    .values({ user_id, version, accepted_at: at })
    .onConflict(conflict => conflict.columns(['user_id', 'version']).doNothing())
    .execute()
}

/** What a person accepted, the newest first, each with the text that they read (KEEP-03). */
export async function policiesOf(db: Kysely<Tables>, userId: string): Promise<AcceptedPolicy[]> {
  const rows = await db
    .selectFrom('policy_acceptances')
    .innerJoin('policies', 'policies.version', 'policy_acceptances.version')
    .select(['policies.version', 'policies.texts', 'policy_acceptances.accepted_at'])
    .where('user_id', '=', userId)
    .orderBy('accepted_at', 'desc')
    .orderBy('policies.version')
    .execute()
  return rows.map(row => ({ ...row, accepted_at: row.accepted_at.toISOString() }))
}

/** The versions alone. */
export async function acceptedVersions(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('policy_acceptances')
    .select('version')
    .where('user_id', '=', userId)
    .orderBy('version')
    .execute()
  return rows.map(({ version }) => version)
}
