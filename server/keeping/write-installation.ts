import { sql, type Transaction } from 'kysely'
import { migrate } from '#server/database/migrate.ts'
import { migrations as known } from '#server/database/migrations/list.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Counts, InstallationTaker } from './installation.ts'
import { type KeptTable, keptTables } from './kept-tables.ts'
import { KeepingFault } from './keeping-fault.ts'

/** Rows go in together up to so many letters. */
const LETTERS_AT_ONCE = 1_000_000

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** @throws KeepingFault where these tables are of a later program, or of none that went before this one */
export function demandKnown(migrations: readonly string[], takes: string): void {
  const names = Object.keys(known)
  if (migrations.every((name, index) => name === names[index])) return
  throw new KeepingFault(`its database is newer than this program knows: it takes ${takes}`)
}

/**
 * Writes an installation into an empty schema. The tables get the form that they had where it comes from, the
 * rows go in with triggers and foreign keys set aside (a trigger would note again what is noted already, and
 * a row may point at a later one), and both stand again at the end: what contradicts itself is refused. Then
 * the tables are brought up to date. All of it in the caller's transaction, so that all of it or nothing is
 * done, and by means that the owner of an ordinary database has.
 * @throws KeepingFault
 */
export function writeInstallation(trx: Transaction<Tables>): InstallationTaker {
  let tables: KeptTable[] = []
  let foreignKeys: ForeignKey[] = []
  let insert: (rows: readonly string[]) => Promise<void> = async () => {}
  const written: Counts = {}

  async function setAside(): Promise<void> {
    const found = await sql<ForeignKey>`
      select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(trx)
    foreignKeys = found.rows
    for (const { table, name } of foreignKeys)
      await sql`alter table ${sql.raw(table)} drop constraint ${sql.id(name)}`.execute(trx)
    for (const { name } of tables) await sql`alter table ${sql.id(name)} disable trigger user`.execute(trx)
    // What migrations put in comes with the rows.
    await sql`truncate ${sql.join(tables.map(({ name }) => sql.id(name)))}`.execute(trx)
  }

  async function putBack(): Promise<void> {
    for (const { table, name, definition } of foreignKeys) {
      await sql`alter table ${sql.raw(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`
        .execute(trx)
        .catch((cause: unknown) => {
          throw new KeepingFault(`the rows of ${table} point at some that are not there (${name})`, { cause })
        })
    }
    for (const { name } of tables) await sql`alter table ${sql.id(name)} enable trigger user`.execute(trx)
  }

  return {
    async head(head) {
      demandKnown(head.migrations, `numerito ${head.version} or a later one`)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      await migrate({ db: trx }, Object.fromEntries(head.migrations.map(name => [name, known[name]!])))
      tables = await keptTables(trx)
      await setAside()
    },

    async table(name, columns) {
      const table = tables.find(one => one.name === name)
      const types = columns.map(column => table?.columns.find(one => one.name === column)?.type)
      if (!table || types.includes(undefined))
        throw new KeepingFault(`its table ${name} is none that numerito has made`)
      written[name] = 0
      const values = types.map((type, nth) => sql`(r ->> ${sql.lit(nth)})::${sql.raw(type ?? '')}`)
      insert = async rows => {
        await sql`
          insert into ${sql.id(name)} (${sql.join(columns.map(column => sql.id(column)))})
          overriding system value
          select ${sql.join(values)} from jsonb_array_elements(${`[${rows.join(',')}]`}::jsonb) as r`.execute(
          trx,
        )
        written[name] = (written[name] ?? 0) + rows.length
      }
    },

    async rows(rows) {
      let batch: string[] = []
      let letters = 0
      for (const row of rows) {
        batch.push(row)
        letters += row.length
        if (letters < LETTERS_AT_ONCE) continue
        await insert(batch)
        batch = []
        letters = 0
      }
      if (batch.length > 0) await insert(batch)
    },

    async sequences(stands) {
      for (const { name, last, called } of stands)
        await sql`select setval(${name}::regclass, ${last}::bigint, ${called})`.execute(trx)
    },

    async end(counts) {
      const differs = Object.keys({ ...counts, ...written }).find(name => counts[name] !== written[name])
      if (differs !== undefined)
        throw new KeepingFault(
          `of ${differs} it has ${written[differs] ?? 0} rows, not ${counts[differs] ?? 0}`,
        )
      await putBack()
      await migrate({ db: trx })
      await sql`analyze`.execute(trx)
    },
  }
}
