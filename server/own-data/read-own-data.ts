import { sql } from 'kysely'
import type { MyData } from '#contract/rest/my-data.ts'
import type { OwnDataContext } from './own-data-context.ts'
import { type PersonsTable, tablesOfPeople } from './tables-of-people.ts'

type Row = Record<string, unknown>

/** What the database hands over, as JSON can say it; what was sealed under its own name, opened. */
function told(
  { protection }: Pick<OwnDataContext, 'protection'>,
  { opened }: PersonsTable,
  userId: string,
  row: Row,
): Row {
  const texts = (opened ?? []).map(({ column, open }) => {
    const sealed = row[column] as Uint8Array | null
    return [column, sealed && open(protection, sealed, userId, row)]
  })
  return { ...row, ...Object.fromEntries(texts) }
}

/**
 * Everything that is kept of a person, by table; of those where there is nothing an empty list (KEEP-03).
 * Read for somebody who was found by other means than their session too: the operator's command.
 */
export async function readOwnData(
  { database: { db }, clock, protection }: Pick<OwnDataContext, 'database' | 'clock' | 'protection'>,
  userId: string,
): Promise<MyData> {
  const kept: MyData['kept'] = {}
  for (const [name, table] of tablesOfPeople()) {
    const columns = [...table.told, ...(table.opened ?? []).map(({ column }) => column)].map(
      column => sql`t.${sql.ref(column)}`,
    )
    const named = Object.entries(table.named ?? {}).map(([as, what]) => sql`${what} as ${sql.ref(as)}`)
    const { rows } = await sql<Row>`
      select ${sql.join([...columns, ...named])} from ${sql.table(name)} t where ${table.of(userId)}`.execute(
      db,
    )
    kept[name] = rows.map(row => told({ protection }, table, userId, row))
  }
  return { made_at: clock.now().toISOString(), user_id: userId, kept }
}
