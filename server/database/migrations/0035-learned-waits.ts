import { type Kysely, sql } from 'kysely'

/**
 * What days that are over say of a line, so that nobody who looks has to count them: how many desks there
 * usually are and how long an attention takes (`habits`), and by how much what was said was off
 * (`calibration`). The latter needs what the flow said when a number was taken, also where the range told
 * came from elsewhere; of numbers from before nobody said anything.
 */
const statements = [
  `alter table tickets
    -- minutes; null where nothing was learned of the line yet
    add column told_flow real,
    add constraint tickets_told_flow check (told_flow >= 0)`,
  `create table line_habits (
    line_id integer primary key references lines (id) on delete cascade,
    -- the office's own day on which it was learned
    learned_on date not null,
    -- minutes of a desk that one call takes; null, like all of it, where nobody was called
    per_call real,
    habits jsonb,
    calibration jsonb,
    constraint line_habits_whole check ((habits is null) = (per_call is null) and per_call > 0)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
