import { sql, type Transaction } from 'kysely'
import type { DeskRole } from '#contract/rest/desk-acts.ts'
import { askedId } from '#server/database/asked-id.ts'
import type { Tables } from '#server/database/tables.ts'
import { type ChangeContext, changeOffice } from '#server/facts/change-office.ts'
import { type AtDesk, requireSupervisor } from '#server/facts/clerk-office.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { holdAdministrators } from './hold-administrators.ts'

/** A supervisor, or an administrator, who changes who works at their office. */
export interface Leader {
  transaction: Transaction<Tables>
  at: Date
  role: DeskRole
  organization_id: number
}

/**
 * Lets somebody who answers for an office change who works there, while the office is held, and who
 * administrates its organization: what they may is asked again behind all who changed it before. Afterwards
 * somebody must answer for it still.
 * @throws Refusal not-found, supervisors-only; last-supervisor
 */
export async function leadOffice<Answer>(
  context: ChangeContext,
  by: AtDesk,
  change: (leader: Leader) => Promise<Answer>,
): Promise<Answer> {
  // An office that does not exist cannot be held.
  await requireSupervisor(context.database, by)
  const { answer } = await changeOffice(
    context,
    by,
    async (transaction, at) => {
      // Before their role is asked: from another office, it may have been taken from them in this moment.
      await holdAdministrators(transaction, by.office_id)
      const { role, organization_id } = await requireSupervisor({ db: transaction }, by)
      const answer = await change({ transaction, at, role, organization_id })
      await demandLeaders(transaction, by.office_id, role === 'administrator' ? organization_id : null)
      return { facts: [], jobsOf: () => [], answer }
    },
    'alone',
  )
  return answer
}

/**
 * Somebody answers for the office; and where an administrator acted, somebody administrates the
 * organization.
 */
async function demandLeaders(
  transaction: Transaction<Tables>,
  officeId: number,
  organizationId: number | null,
): Promise<void> {
  const { rows } = await sql<{ leads: boolean }>`
    select exists (
      select from desk_roles r join clerks c on c.id = r.clerk_id
      where r.office_id = ${officeId}::integer and r.role <> 'clerk' and c.active
    ) and (
      ${organizationId}::integer is null
      or exists (
        select from administrators a join clerks c on c.id = a.clerk_id
        where a.organization_id = ${organizationId}::integer and c.active
      )
    ) as leads`.execute(transaction)
  if (!rows[0]?.leads)
    throw new Refusal('last-supervisor', 409, 'nobody else answers for the office: name somebody first')
}

/**
 * @throws Refusal administrators-only, if somebody who is not an administrator changes or appoints one
 */
export function demandRank({ role }: Pick<Leader, 'role'>, ...roles: DeskRole[]): void {
  if (role !== 'administrator' && roles.includes('administrator'))
    throw new Refusal('administrators-only', 403, 'this is for administrators of the organization')
}

/** Somebody who works at the office. @throws Refusal not-found */
export async function colleague(
  transaction: Transaction<Tables>,
  whom: AtDesk,
): Promise<{ clerk_id: number; name: string; role: DeskRole }> {
  const found = await transaction
    .selectFrom('desk_roles')
    .innerJoin('clerks', 'clerks.id', 'desk_roles.clerk_id')
    .select(['clerks.id as clerk_id', 'clerks.name', 'desk_roles.role'])
    .where('desk_roles.clerk_id', '=', askedId(whom.clerk_id))
    .where('desk_roles.office_id', '=', whom.office_id)
    .where('clerks.active', '=', true)
    .executeTakeFirst()
  if (!found) throw notFound('the clerk')
  return found
}
