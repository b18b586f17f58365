import type { DeskRole } from '#contract/rest/desk-acts.ts'
import type { Database } from '#server/database/database.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import type { WarningLimits } from '#contract/rest/desk-day.ts'
import type { Preference } from '#server/database/tables/offices.ts'
import { askedId } from '#server/database/asked-id.ts'

/** A clerk at work in an office. */
export interface AtDesk {
  office_id: number
  clerk_id: number
  /** By which they do something, where the desk named it (note-press.ts). */
  press?: string | undefined
}

/** An office where something is done; by no clerk where the demonstration does it by itself. */
export interface DoneAt {
  office_id: number
  clerk_id?: number | undefined
  press?: string | undefined
}

export interface OfficeOfClerk {
  id: number
  name: string
  organization_id: number
  /** Its rule for preferential people; null where it has none. */
  preference: Preference | null
  /** From when on its desks' light is amber, and red; null where the usual limits hold. */
  warnings: WarningLimits | null
  /** What it does for people, by its own names. */
  services: readonly string[]
  /** What the clerk may do there. */
  role: DeskRole
  /** Of its newest fact. */
  seq: number
}

/**
 * The office, if the clerk works there or administrates it.
 * @throws Refusal not-found, for an office of others as for none
 */
export async function officeOfClerk(
  { db }: Pick<Database, 'db'>,
  { office_id, clerk_id }: AtDesk,
): Promise<OfficeOfClerk> {
  const office = await db
    .selectFrom('desk_roles')
    .innerJoin('offices', 'offices.id', 'desk_roles.office_id')
    .leftJoin('office_sequences', 'office_sequences.office_id', 'offices.id')
    .select([
      'offices.id',
      'offices.name',
      'offices.preference',
      'offices.warnings',
      'offices.services',
      'offices.organization_id',
      'desk_roles.role',
    ])
    .select(row => row.fn.coalesce('last_seq', row.lit(0)).as('seq'))
    .where('desk_roles.clerk_id', '=', clerk_id)
    .where('desk_roles.office_id', '=', askedId(office_id))
    .executeTakeFirst()
  if (!office) throw notFound('the office')
  return office
}

/**
 * The office, if the clerk answers for it: its supervisor, or an administrator of its organization.
 * @throws Refusal not-found, for an office of others as for none; supervisors-only
 * @see rule ADMIN-01
 */
export async function requireSupervisor(database: Pick<Database, 'db'>, at: AtDesk): Promise<OfficeOfClerk> {
  const office = await officeOfClerk(database, at)
  if (office.role === 'clerk') {
    throw new Refusal('supervisors-only', 403, 'this is for supervisors of the office')
  }
  return office
}
