import type { Kysely } from 'kysely'
import type { Policy } from '#contract/rest/policies.ts'
import type { Tables } from '#server/database/tables.ts'
import { ownPolicy } from './own-policy.ts'

/**
 * What is accepted at an office: its own policy, or the one for all offices, or what we say ourselves.
 * @param officeId null for what holds at no office in particular
 */
export async function policyInForce(db: Kysely<Tables>, officeId: number | null): Promise<Policy> {
  const found = await db
    .selectFrom('policies')
    .select(['policies.version', 'policies.texts'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('for_all', '=', true),
        eb(
          'policies.version',
          '=',
          selectFrom('offices')
            .select('policy_version')
            .where('offices.id', '=', officeId ?? 0),
        ),
      ]),
    )
    // The office's own before the one for all: only one of them can be of all.
    .orderBy('for_all')
    .executeTakeFirst()
  return found ?? ownPolicy
}
