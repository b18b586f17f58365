import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { SequenceStand } from './installation.ts'

/**
 * Tables that stay behind, each with its reason. All others go along, those of tomorrow too: the database is
 * asked what it has. A table of a later release is none of these: the release before takes it along, in a
 * backup that it makes of a database that is upgraded already.
 */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  kysely_migration: 'what has run there is written by what runs there',
  kysely_migration_lock: 'as kysely_migration',
  write_probe: 'holds nothing but ballast',
  moves: 'says of this very database where it went',
}

export interface KeptTable {
  name: string
  columns: { name: string; type: string }[]
}

/** The tables that go along, in the order of their names, with all columns that can be written. */
export async function keptTables(db: Kysely<Tables>): Promise<KeptTable[]> {
  const { rows } = await sql<KeptTable>`
    select relname as name,
      json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and attnum > 0 and not attisdropped and attgenerated = ''
      and relname <> all(${Object.keys(LEFT_BEHIND)})
    group by relname order by relname collate "C"`.execute(db)
  return rows
}

/** Where each sequence stands. They follow no transaction: read after the rows, none is behind them. */
export async function sequenceStands(db: Kysely<Tables>): Promise<SequenceStand[]> {
  const { rows: names } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace
    order by relname collate "C"`.execute(db)
  const stands: SequenceStand[] = []
  for (const { name } of names) {
    const { rows } = await sql<Omit<SequenceStand, 'name'>>`
      select last_value::text as last, is_called as called from ${sql.id(name)}`.execute(db)
    for (const stand of rows) stands.push({ name, ...stand })
  }
  return stands
}

/** The migrations that have run, in order; none where there is nothing yet. */
export async function migrationsRun(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!rows[0]?.there) return []
  const { rows: run } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db)
  return run.map(({ name }) => name)
}

/** Tables and views that a database of ours may have: the compiler holds it to `Tables`. */
const named: Record<keyof Tables, true> = {
  offices: true,
  holidays: true,
  office_changes: true,
  line_categories: true,
  lines: true,
  line_habits: true,
  clerks: true,
  clerk_offices: true,
  administrators: true,
  desk_roles: true,
  desk_invitations: true,
  modulos: true,
  modulo_hours: true,
  clerk_lines: true,
  office_links: true,
  users: true,
  policies: true,
  policy_acceptances: true,
  sessions: true,
  accounts: true,
  account_links: true,
  used_captchas: true,
  handover_codes: true,
  preferences: true,
  provider_identities: true,
  sign_in_attempts: true,
  favorite_offices: true,
  favorite_lines: true,
  line_days: true,
  office_sequences: true,
  tickets: true,
  reservations: true,
  day_figures: true,
  ticket_addresses: true,
  ticket_notes: true,
  ticket_services: true,
  polls: true,
  knocks: true,
  facts: true,
  call_reasons: true,
  line_moves: true,
  desk_acts: true,
  desk_presses: true,
  meet_seats: true,
  jobs: true,
  push_keys: true,
  push_subscriptions: true,
  push_deliveries: true,
  opening_wishes: true,
  webhooks: true,
  whatsapp_numbers: true,
  whatsapp_messages: true,
  flags: true,
  moves: true,
  write_probe: true,
}
export const KNOWN_TABLES: readonly string[] = Object.keys(named)
