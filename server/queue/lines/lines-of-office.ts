import { type Kysely, sql } from 'kysely'
import { askedId } from '#server/database/asked-id.ts'
import type { Tables } from '#server/database/tables.ts'
import { notFound } from '#server/web/refusal.ts'

/** A line of an office, or all of its lines. */
export interface LineChoice {
  office_id: number
  line_id: number | null
}

/**
 * All of its lines are those that it has, and those that a newer file names no more, while somebody waits
 * there.
 * @throws Refusal not-found, where the office has no such line
 */
export async function linesOfOffice(
  db: Kysely<Tables>,
  { office_id, line_id }: LineChoice,
): Promise<number[]> {
  const rows = await db
    .selectFrom('lines')
    .select('id')
    .where('office_id', '=', office_id)
    .$if(line_id === null, all =>
      all.where(
        sql<boolean>`(
          active or exists (select from tickets t where t.line_id = lines.id and t.state = 'waiting')
        )`,
      ),
    )
    .$if(line_id !== null, one => one.where('id', '=', askedId(line_id ?? 0)))
    .execute()
  if (line_id !== null && rows.length === 0) throw notFound('the line')
  return rows.map(({ id }) => id)
}
