import { type Kysely, sql } from 'kysely'
import type { Invitation } from '#contract/rest/staff.ts'
import type { Tables } from '#server/database/tables.ts'
import { hashOfToken } from '#server/identity/tokens.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { StaffContext } from './staff-context.ts'

/**
 * SQL over the invitation `i`: whoever made it could make it now. So nobody comes back by a link of their own
 * after they were retired, and one for somebody's password opens no office at which they work since. What the
 * operator's shell makes is nobody's to take away.
 */
export const isBacked = sql<boolean>`(
  i.invited_by is null or not exists (
    select from (
      select i.office_id, i.role where i.kind = 'join'
      union all
      select w.office_id, w.role from desk_roles w where i.kind = 'password' and w.clerk_id = i.clerk_id
    ) led
    where not exists (
      select from desk_roles r
      where r.clerk_id = i.invited_by and r.office_id = led.office_id
        and (r.role = 'administrator' or (r.role = 'supervisor' and led.role <> 'administrator'))
    )
  )
)`

/** The statement is the same, and as long, for a link that nobody made. */
const invitationOf = (db: Kysely<Tables>, token: string) =>
  db
    .selectFrom('desk_invitations as i')
    .leftJoin('offices', 'offices.id', 'i.office_id')
    .leftJoin('clerks as whom', 'whom.id', 'i.clerk_id')
    .leftJoin('clerks as inviter', 'inviter.id', 'i.invited_by')
    .select([
      'i.id',
      'i.kind',
      'i.office_id',
      'i.role',
      'i.clerk_id',
      'i.expires_at',
      'i.used_at',
      'i.revoked_at',
    ])
    .select(['offices.name as office_name', 'offices.organization_id', 'offices.active as office_active'])
    .select([
      'whom.user_name as user',
      'whom.name',
      'whom.active as whom_active',
      'inviter.name as invited_by',
    ])
    .select(isBacked.as('is_backed'))
    .where('i.token_hash', '=', hashOfToken(token))

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof invitationOf>['executeTakeFirst']>>>
export type StandingInvitation = Row

/**
 * @param holds where it is about to be used: nobody else uses it meanwhile
 * @throws Refusal invitation-invalid, where nobody made such a link; invitation-used; invitation-over
 */
export async function standingInvitation(
  db: Kysely<Tables>,
  { clock }: Pick<StaffContext, 'clock'>,
  token: string,
  holds: 'holds' | 'looks',
): Promise<StandingInvitation> {
  const asked = invitationOf(db, token)
  const found = await (holds === 'holds' ? asked.forUpdate('i') : asked).executeTakeFirst()
  if (!found) throw new Refusal('invitation-invalid', 404, 'nobody made this link')
  if (found.used_at !== null) throw new Refusal('invitation-used', 410, 'the link was used already')
  const isOver = found.expires_at <= clock.now() || found.revoked_at !== null
  if (isOver || !found.is_backed || found.office_active === false || found.whom_active === false)
    throw new Refusal('invitation-over', 410, 'the link is over')
  return found
}

/** What somebody who opens a link reads before they decide. @throws as standingInvitation */
export async function lookAtInvitation(context: StaffContext, token: string): Promise<Invitation> {
  const found = await standingInvitation(context.database.db, context, token, 'looks')
  const { kind, office_name, role, invited_by, user, expires_at } = found
  return { kind, office_name, role, invited_by, user, expires_at: expires_at.toISOString() }
}
