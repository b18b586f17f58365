import { type Kysely, sql } from 'kysely'

/**
 * The index of this constraint is asked by the constraint alone: its rows are the same as before, named in
 * other words, so that no statement that asks for what was not deleted can be answered by it
 * (docs/decisions/counting-slots.md).
 */
const statements = [
  `alter table reservations drop constraint reservations_slot_apart`,
  `alter table reservations add constraint reservations_slot_apart exclude using gist (
    int4range(line_id, line_id, '[]') with =, int4range(slot, slot, '[]') with =,
    tstzrange(block_from, block_to) with &&
  ) where (state not in ('cancelled', 'expired', 'removed'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
