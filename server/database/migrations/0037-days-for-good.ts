import { type Kysely, sql } from 'kysely'

/**
 * Turns of long ago go, and what their days were counted to be stays: for good, because nothing is left to
 * count it anew from. Whatever else takes kept days away (a turn that changes, an office in another zone,
 * what a later release counts otherwise) leaves those. What people gave in stars goes with the turns, so such
 * a day says that, too.
 */
const statements = [
  `alter table day_figures
    add column final boolean not null default false,
    -- [{ line_id, of, sum }]: how many stars were given in a line, and how often
    add column ratings jsonb,
    add constraint day_figures_final check (
      final = (ratings is not null) and (not final or turns -> 'services' is not null)
    )`,
  `create function keep_final_days() returns trigger language plpgsql as $$
  begin
    return null;
  end $$`,
  `create trigger day_figures_final_stay before delete on day_figures
  for each row when (old.final) execute function keep_final_days()`,
  // Those that are over alone: it costs whoever books nothing.
  `create index reservations_over on reservations (block_to)
    where state in ('attended', 'missed', 'cancelled', 'expired', 'removed')`,
  `create index desk_acts_of_reservation on desk_acts (reservation_id) where reservation_id is not null`,
  // Of whom a preference was noted is forgotten each night: by these few, not by all that clerks did.
  `create index desk_acts_of_preference on desk_acts (office_id)
    where act in ('preference-given', 'preference-taken') and ticket_id is not null`,
  // Both rows are written in the transaction of what they speak of, and are gone long before it: the keys
  // protected nothing, and each turn or person that goes would read these tables from end to end.
  `alter table line_moves drop constraint line_moves_ticket_id_fkey`,
  `alter table push_deliveries drop constraint push_deliveries_user_id_fkey`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
