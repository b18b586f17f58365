import { sql } from 'kysely'
import type { DeskRole } from '#contract/rest/desk-acts.ts'
import type { Staff } from '#contract/rest/staff.ts'
import { type AtDesk, requireSupervisor } from '#server/facts/clerk-office.ts'
import type { StaffContext } from './staff-context.ts'
import { isBacked } from './standing-invitation.ts'

interface Person {
  clerk_id: number
  name: string
  user: string
  role: DeskRole
  modulo: string | null
  signed_in_at: Date | null
}

/**
 * Who works at the office, and which links are good still. @throws Refusal not-found, supervisors-only
 */
export async function readStaff({ database, clock }: StaffContext, at: AtDesk): Promise<Staff> {
  const { role } = await requireSupervisor(database, at)
  const { rows: people } = await sql<Person>`
    select c.id as clerk_id, c.name, c.user_name as "user", r.role, m.name as modulo,
      (select max(s.created_at) from sessions s where s.clerk_id = c.id) as signed_in_at
    from desk_roles r join clerks c on c.id = r.clerk_id
    left join modulos m on m.clerk_id = c.id and m.office_id = r.office_id
    where r.office_id = ${at.office_id}::integer and c.active
    order by lower(c.name), c.id`.execute(database.db)
  const invitations = await database.db
    .selectFrom('desk_invitations as i')
    .leftJoin('clerks as inviter', 'inviter.id', 'i.invited_by')
    .leftJoin('clerks as whom', 'whom.id', 'i.clerk_id')
    .select(['i.id', 'i.kind', 'i.role', 'i.expires_at', 'inviter.name as invited_by', 'whom.name as name'])
    .where('i.office_id', '=', at.office_id)
    .where('i.expires_at', '>', clock.now())
    .where('i.used_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where(isBacked)
    .orderBy('i.expires_at', 'desc')
    .execute()
  return {
    people: people.map(({ signed_in_at, ...person }) => ({
      ...person,
      signed_in_at: signed_in_at?.toISOString() ?? null,
      is_yours: role === 'administrator' || person.role !== 'administrator',
    })),
    invitations: invitations.map(({ expires_at, ...one }) => ({
      ...one,
      expires_at: expires_at.toISOString(),
    })),
  }
}
