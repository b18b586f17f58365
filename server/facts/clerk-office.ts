import type { Database } from '#server/database/database.ts'
import { notFound } from '#server/web/refusal.ts'
import type { Preference } from '#server/database/tables/offices.ts'
import { askedId } from '#server/database/asked-id.ts'

/** A clerk at work in an office. */
export interface AtDesk {
  office_id: number
  clerk_id: number
}

/**
 * The office, if the clerk works there, and its newest fact.
 * @throws Refusal not-found, for an office of others as for none
 */
export async function officeOfClerk(
  { db }: Database,
  { office_id, clerk_id }: AtDesk,
): Promise<{ id: number; name: string; seq: number; preference: Preference | null }> {
  const office = await db
    .selectFrom('clerk_offices')
    .innerJoin('offices', 'offices.id', 'clerk_offices.office_id')
    .leftJoin('office_sequences', 'office_sequences.office_id', 'offices.id')
    .select(row => [
      'offices.id',
      'offices.name',
      'offices.preference',
      row.fn.coalesce('last_seq', row.lit(0)).as('seq'),
    ])
    .where('clerk_offices.clerk_id', '=', clerk_id)
    .where('clerk_offices.office_id', '=', askedId(office_id))
    .executeTakeFirst()
  if (!office) throw notFound('the office')
  return office
}
