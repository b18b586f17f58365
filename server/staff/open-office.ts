import { sql } from 'kysely'
import type { OfficeEntry } from '#server/offices/file/offices-file.ts'
import { loadOffice, type LoadedOffice } from '#server/offices/load/load-office.ts'
import { lockOffices } from '#server/offices/load/load-offices.ts'
import { organizationOf } from '#server/offices/load/wanted-rows.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notePress } from '#server/facts/note-press.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { StaffContext } from './staff-context.ts'

/**
 * A new office, in the offices file's own form: by the first administrator, who is one of its organization
 * from then on, or by an administrator of its organization.
 * @returns its id, or what is wrong with it, each fault at its place; nothing changed then
 * @throws Refusal administrators-only
 * @see rule ADMIN-04
 */
export function openOffice(
  { database, clock }: StaffContext,
  { clerk_id, press }: Pick<AtDesk, 'clerk_id' | 'press'>,
  entry: unknown,
): Promise<LoadedOffice> {
  return database.transaction(async transaction => {
    const at = clock.now()
    await notePress(transaction, { clerk_id, press }, at)
    // Of two first offices at once, from two windows, the second finds that there is one.
    await lockOffices(transaction)
    const { rows } = await sql<{ founds: boolean; organizations: number[] }>`
      select exists (select from desk_invitations i where i.kind = 'first' and i.used_by = ${clerk_id}::integer)
          and not exists (select from offices where not demo) as founds,
        array(select organization_id from administrators where clerk_id = ${clerk_id}::integer) as organizations`.execute(
      transaction,
    )
    const { founds = false, organizations = [] } = rows[0] ?? {}
    const demand = (allowed: boolean) => {
      if (!allowed) throw new Refusal('administrators-only', 403, 'this is for administrators')
    }
    demand(founds || organizations.length > 0)
    const may = ({ category }: OfficeEntry) =>
      demand(founds || organizations.includes(organizationOf(category)))
    const loaded = await loadOffice(transaction, entry, may, at)
    const { office_id } = loaded
    if (office_id === null) return loaded
    if (founds) {
      const { organization_id } = await transaction
        .selectFrom('offices')
        .select('organization_id')
        .where('id', '=', office_id)
        .executeTakeFirstOrThrow()
      await transaction.insertInto('administrators').values({ clerk_id, organization_id }).execute()
      await transaction
        .insertInto('clerk_offices')
        .values({ clerk_id, office_id, role: 'supervisor' })
        .execute()
    }
    await noteAct(transaction, { office_id, clerk_id, at, act: 'office-changed' })
    return loaded
  })
}
