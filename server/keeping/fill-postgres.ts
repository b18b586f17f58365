import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Bring } from './installation.ts'
import { KeepingFault, wordedForOperator } from './keeping-fault.ts'
import { KNOWN_TABLES, LEFT_BEHIND } from './kept-tables.ts'
import { notEmpty, whatIsThere } from './what-is-there.ts'
import { writeInstallation } from './write-installation.ts'

/** Held by whoever fills a database or moves from it: one at a time. */
const KEEPER_LOCK = 5_262_018_114

/** @throws KeepingFault where another restore or move is at work on this database */
export async function holdForKeeping(trx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${KEEPER_LOCK}) as held`.execute(trx)
  if (!rows[0]?.held) throw new KeepingFault('another restore or move is at work on this database')
}

/** How the connections of whoever backs up, restores or moves are called. */
export const KEEPER = 'numerito keeper'

/**
 * By its user, and not by its name: an address can give a server another one.
 * @throws KeepingFault where a server is connected to this database
 */
export async function demandNoServer(trx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and usename = current_user and application_name <> ${KEEPER}`.execute(trx)
  if ((rows[0]?.count ?? 0) > 0)
    throw new KeepingFault('a server is at work on this database: stop every one first, and leave psql')
}

/** @throws KeepingFault where its user can make no tables */
async function demandSchema(trx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ mine: boolean | null }>`
    select has_schema_privilege(current_schema()::text, 'create') as mine`.execute(trx)
  if (rows[0]?.mine !== true)
    throw new KeepingFault(
      'the user of this address has no schema there in which to make tables: let it own the database',
    )
}

interface Relation {
  name: string
  kind: 'table' | 'view'
}

/** All that numerito made in its schema goes. @throws KeepingFault where the schema is not its alone */
async function clear(trx: Transaction<Tables>, replaces: boolean): Promise<void> {
  const { rows: relations } = await sql<Relation>`
    select relname as name, case relkind when 'v' then 'view' else 'table' end as kind from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    order by relkind desc`.execute(trx)
  if (relations.length === 0) return
  const mine = new Set([...KNOWN_TABLES, ...Object.keys(LEFT_BEHIND)])
  const others = relations.map(({ name }) => name).filter(name => !mine.has(name))
  if (others.length > 0)
    throw new KeepingFault(
      `the database holds what is not numerito's (${others.slice(0, 3).join(', ')}): give it one of its own`,
    )
  const what = await whatIsThere(trx)
  if (what !== null && !replaces) throw notEmpty(what)
  for (const { name, kind } of relations)
    await sql`drop ${sql.raw(kind)} if exists ${sql.id(name)} cascade`.execute(trx)
  const { rows: functions } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(trx)
  for (const { name } of functions) await sql`drop function ${sql.raw(name)}`.execute(trx)
}

/**
 * Fills a PostgreSQL database with what is brought, in the place of what it holds: all of it in one
 * transaction.
 * @param replaces that what is there may go
 * @throws KeepingFault, and then all is as it was
 */
export async function fillPostgres(
  database: Pick<Database, 'transaction'>,
  replaces: boolean,
  bring: Bring,
): Promise<void> {
  try {
    await database.transaction(async trx => {
      await holdForKeeping(trx)
      await demandNoServer(trx)
      await demandSchema(trx)
      await clear(trx, replaces)
      await bring(writeInstallation(trx), trx)
    })
  } catch (error) {
    throw wordedForOperator(error, 'for the database')
  }
}
