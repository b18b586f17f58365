import { type RawBuilder, sql } from 'kysely'
import type { Kysely } from 'kysely'
import { KNOWN_FLAGS, type KnownFlag } from '#contract/known-flags.ts'
import type { Tables } from '#server/database/tables.ts'
import { Refusal } from '#server/web/refusal.ts'

/**
 * Whether a flag is on, as part of a statement: what the flag rules is read with it, and never differs from
 * it.
 */
export const flagIsOn = (name: KnownFlag): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select enabled from flags where name = ${name}), ${KNOWN_FLAGS[name]}::boolean)`

/** @throws Refusal switched-off */
export async function requireFlag(db: Kysely<Tables>, name: KnownFlag): Promise<void> {
  const { rows } = await sql<{ on: boolean }>`select ${flagIsOn(name)} as on`.execute(db)
  if (!rows[0]?.on) throw new Refusal('switched-off', 403, `${name} is switched off`)
}
