import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { OfficeSettings } from '#contract/rest/settings.ts'
import type { Tables } from '#server/database/tables.ts'
import type { WrittenOffice } from '#server/offices/load/entry-of-rows.ts'
import { readEntries, readHolidays, readLineCategories } from '#server/offices/load/read-entries.ts'
import { notFound } from '#server/web/refusal.ts'

/** Of what stands, however it came to stand: a file that is loaded needs not say that it did. */
const versionOf = (office: WrittenOffice): string =>
  createHash('sha256').update(JSON.stringify(office)).digest('base64url').slice(0, 27)

/**
 * The office as its entry says it, and who changed it last.
 * @throws Refusal not-found, for one that is retired
 */
export async function standingSettings(
  db: Kysely<Tables>,
  office_id: number,
): Promise<OfficeSettings & { office: WrittenOffice }> {
  const [office] = await readEntries(db, office_id)
  if (!office) throw notFound('the office')
  const version = versionOf(office)
  const { rows } = await sql<{ organization_id: number; updated_at: Date } & Partial<LastChange>>`
    select o.organization_id, o.updated_at, last.version, last.at, last.by
    from offices o left join lateral (
      select s.version, s.at, c.name as by
      from office_changes s join clerks c on c.id = s.clerk_id
      where s.office_id = o.id order by s.id desc limit 1
    ) last on true
    where o.id = ${office_id}::integer`.execute(db)
  const [row] = rows
  if (!row) throw notFound('the office')
  return {
    office_id,
    version,
    office,
    holidays: await readHolidays(db),
    line_categories: await readLineCategories(db, row.organization_id),
    changed: changedBy(row, version),
  }
}

interface LastChange {
  version: string | null
  at: Date | null
  by: string | null
}

/** Where something else stands than what was saved last, it came by the file. */
function changedBy(
  { updated_at, version: saved, at, by }: { updated_at: Date } & Partial<LastChange>,
  version: string,
): OfficeSettings['changed'] {
  if (!saved || !at) return null
  return saved === version
    ? { at: at.toISOString(), by: by ?? null, undoable: true }
    : { at: updated_at.toISOString(), by: null, undoable: false }
}
