import type { StaffContext } from './staff-context.ts'
import { makeLink } from './invite.ts'

/**
 * What a link for the first administrator holds, where there is neither an office, but for those of a
 * demonstration, nor anybody who could name one; null elsewhere. A new one at each start: those that were
 * printed before are worth nothing then.
 * @see rule ADMIN-04
 */
export async function firstLink(
  context: Pick<StaffContext, 'database' | 'clock' | 'random'>,
): Promise<string | null> {
  return await context.database.transaction(async transaction => {
    const office = await transaction
      .selectFrom('offices')
      .select('id')
      .where('demo', '=', false)
      .limit(1)
      .executeTakeFirst()
    if (office) return null
    const clerk = await transaction
      .selectFrom('clerks')
      .select('id')
      .where('active', '=', true)
      .limit(1)
      .executeTakeFirst()
    if (clerk) return null
    const at = context.clock.now()
    await transaction
      .updateTable('desk_invitations')
      .set({ revoked_at: at })
      .where('kind', '=', 'first')
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
    const wanted = {
      kind: 'first' as const,
      office_id: null,
      role: 'administrator' as const,
      clerk_id: null,
      invited_by: null,
    }
    return (await makeLink(context, transaction, wanted, at)).token
  })
}
