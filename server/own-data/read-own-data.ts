import { sql } from 'kysely'
import type { MyData } from '#contract/rest/my-data.ts'
import type { OwnDataContext } from './own-data-context.ts'
import { type PersonsTable, tablesOf, type Whose } from './tables-of-people.ts'

type Row = Record<string, unknown>

/** What the database hands over, as JSON can say it; what was sealed under its own name, opened. */
function told(
  { protection }: Pick<OwnDataContext, 'protection'>,
  { opened }: PersonsTable,
  row: Row,
  userId: string,
): Row {
  const texts = (opened ?? []).map(({ column, open }) => {
    const sealed = row[column] as Uint8Array | null
    return [column, sealed && open(protection, sealed, userId, row)]
  })
  return { ...row, ...Object.fromEntries(texts) }
}

type ReadContext = Pick<OwnDataContext, 'database' | 'clock' | 'protection'>

async function readKept({ database: { db }, protection }: ReadContext, whose: Whose) {
  const kept: MyData['kept'] = {}
  for (const [name, table, theirs] of tablesOf(whose)) {
    const columns = [...table.told, ...(table.opened ?? []).map(({ column }) => column)].map(
      column => sql`t.${sql.ref(column)}`,
    )
    const named = Object.entries(table.named ?? {}).map(([as, what]) => sql`${what} as ${sql.ref(as)}`)
    const { rows } = await sql<Row>`
      select ${sql.join([...columns, ...named])} from ${sql.table(name)} t where ${theirs}`.execute(db)
    kept[name] = rows.map(row => told({ protection }, table, row, 'user_id' in whose ? whose.user_id : ''))
  }
  return kept
}

/**
 * Everything that is kept of a person, by table; of those where there is nothing an empty list (KEEP-03).
 * Read for somebody who was found by other means than their session too: the operator's command.
 */
export async function readOwnData(context: ReadContext, userId: string): Promise<MyData> {
  const kept = await readKept(context, { user_id: userId })
  return { made_at: context.clock.now().toISOString(), user_id: userId, kept }
}

/** The same of somebody for whom a desk booked a time, and who is no user: what hangs on that time. */
export async function readBooked(
  context: ReadContext,
  reservationId: string,
): Promise<Omit<MyData, 'user_id'> & { user_id: null }> {
  const kept = await readKept(context, { reservation_id: reservationId })
  return { made_at: context.clock.now().toISOString(), user_id: null, kept }
}
