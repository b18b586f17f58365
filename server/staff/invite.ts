import type { Transaction } from 'kysely'
import { INVITATION_MS } from '#contract/limits.ts'
import type { DeskRole } from '#contract/rest/desk-acts.ts'
import type { StaffLink } from '#contract/rest/staff.ts'
import type { Tables } from '#server/database/tables.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { hashOfToken, newCookieToken } from '#server/identity/tokens.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { colleague, demandRank, leadOffice } from './lead-office.ts'
import type { StaffContext } from './staff-context.ts'

type Wanted = Pick<Tables['desk_invitations'], 'kind' | 'office_id' | 'role' | 'clerk_id' | 'invited_by'>

/** Keeps the hash of a link that works once. @returns what the link holds, which is kept nowhere */
export async function makeLink(
  { random }: Pick<StaffContext, 'random'>,
  transaction: Transaction<Tables>,
  wanted: Wanted,
  at: Date,
): Promise<StaffLink> {
  const token = newCookieToken(random)
  const id = random.uuid()
  const expires_at = new Date(at.getTime() + INVITATION_MS)
  await transaction
    .insertInto('desk_invitations')
    .values({ id, ...wanted, token_hash: hashOfToken(token), created_at: at, expires_at })
    .execute()
  return { id, token, expires_at: expires_at.toISOString() }
}

/**
 * A link by which somebody comes to work at the office.
 * @throws Refusal not-found, supervisors-only; administrators-only, where no administrator invites one
 * @see rule ADMIN-03
 */
export const invite = (context: StaffContext, by: AtDesk, { role }: { role: DeskRole }): Promise<StaffLink> =>
  leadOffice(context, by, async leader => {
    const { transaction, at } = leader
    demandRank(leader, role)
    const { office_id, clerk_id: invited_by } = by
    const link = await makeLink(
      context,
      transaction,
      { kind: 'join', office_id, role, clerk_id: null, invited_by },
      at,
    )
    await noteAct(transaction, { ...by, at, act: 'invited', detail: { role } })
    return link
  })

/**
 * A link by which somebody chooses a new password; one that was made for them before is worth nothing
 * then.
 * @throws Refusal not-found, for oneself too; administrators-only, for an administrator's; works-elsewhere,
 * for somebody who works where this supervisor does not answer: a link into their account would be one into
 * that office
 * @see rule ADMIN-03
 */
export const makePasswordLink = (
  context: StaffContext,
  by: AtDesk,
  { clerk_id }: { clerk_id: number },
): Promise<StaffLink> =>
  leadOffice(context, by, async leader => {
    const { transaction, at } = leader
    const { office_id } = by
    // One's own changes by the one before: whoever finds a desk open must not take the account along.
    if (clerk_id === by.clerk_id) throw notFound('the clerk')
    const whom = await colleague(transaction, { office_id, clerk_id })
    demandRank(leader, whom.role)
    await demandAnswersForAll(transaction, by.clerk_id, whom.clerk_id)
    await transaction
      .updateTable('desk_invitations')
      .set({ revoked_at: at })
      .where('clerk_id', '=', whom.clerk_id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
    const wanted = { kind: 'password' as const, office_id, role: whom.role, clerk_id: whom.clerk_id }
    const link = await makeLink(context, transaction, { ...wanted, invited_by: by.clerk_id }, at)
    await noteAct(transaction, { ...by, at, act: 'password-link-made', detail: { whom: whom.clerk_id } })
    return link
  })

async function demandAnswersForAll(transaction: Transaction<Tables>, leaderId: number, clerkId: number) {
  const led = transaction
    .selectFrom('desk_roles')
    .select('office_id')
    .where('clerk_id', '=', leaderId)
    .where('role', '!=', 'clerk')
  const elsewhere = await transaction
    .selectFrom('desk_roles')
    .select('office_id')
    .where('clerk_id', '=', clerkId)
    .where('office_id', 'not in', led)
    .executeTakeFirst()
  if (elsewhere)
    throw new Refusal(
      'works-elsewhere',
      403,
      'they work at an office that is not yours: ask an administrator',
    )
}

/**
 * Takes a link back. One that is over already simply is so.
 * @throws Refusal not-found, supervisors-only; administrators-only, for one that makes an administrator
 */
export const revokeInvitation = (context: StaffContext, by: AtDesk, { id }: { id: string }): Promise<void> =>
  leadOffice(context, by, async leader => {
    const { transaction, at } = leader
    const revoked = await transaction
      .updateTable('desk_invitations')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('office_id', '=', by.office_id)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('role')
      .executeTakeFirst()
    if (!revoked) return
    demandRank(leader, revoked.role)
    await noteAct(transaction, { ...by, at, act: 'invitation-revoked' })
  })
