import type { DeskRole } from '#contract/rest/desk-acts.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { colleague, demandRank, leadOffice } from './lead-office.ts'
import type { StaffContext } from './staff-context.ts'

/**
 * What somebody may do at the office from now on. What they have already changes nothing.
 * @throws Refusal not-found, supervisors-only; administrators-only, over an administrator or to make one;
 * last-supervisor
 * @see rule ADMIN-03
 */
export const changeRole = (
  context: StaffContext,
  by: AtDesk,
  wish: { clerk_id: number; role: DeskRole },
): Promise<void> =>
  leadOffice(context, by, async leader => {
    const { transaction, at, organization_id } = leader
    const { office_id } = by
    const { clerk_id, role: before } = await colleague(transaction, {
      office_id,
      clerk_id: wish.clerk_id,
    })
    const { role } = wish
    if (role === before) return
    demandRank(leader, before, role)
    if (role === 'administrator') {
      await transaction.insertInto('administrators').values({ clerk_id, organization_id }).execute()
    } else {
      if (before === 'administrator')
        await transaction
          .deleteFrom('administrators')
          .where('clerk_id', '=', clerk_id)
          .where('organization_id', '=', organization_id)
          .execute()
      await transaction
        .insertInto('clerk_offices')
        .values({ clerk_id, office_id, role })
        .onConflict(conflict => conflict.columns(['clerk_id', 'office_id']).doUpdateSet({ role }))
        .execute()
    }
    await noteAct(transaction, { ...by, at, act: 'role-changed', detail: { whom: clerk_id, role } })
  })
