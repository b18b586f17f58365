import { type Kysely, sql } from 'kysely'

/**
 * What an office does for people, and how often it was done for whom was called. By its name: one that the
 * office lists no more is still read in the figures of the past. What days that are over were counted to be
 * says how often, too; before now it was noted of nobody, so those that are kept need not be counted again.
 */
const statements = [
  `alter table offices add column services jsonb not null default '[]'`,
  `create table ticket_services (
    ticket_id uuid not null references tickets (id) on delete cascade,
    service text not null,
    quantity smallint not null,
    noted_at timestamptz not null,
    primary key (ticket_id, service),
    constraint ticket_services_named check (service <> ''),
    constraint ticket_services_quantity check (quantity between 1 and 99)
  )`,
  `create function forget_day_of_services() returns trigger language plpgsql as $$
  begin
    delete from day_figures k using tickets t
    where t.id = coalesce(new.ticket_id, old.ticket_id) and k.office_id = t.office_id and k.day = t.day;
    return null;
  end $$`,
  `create trigger ticket_services_change_day_figures after insert or update or delete
    on ticket_services for each row execute function forget_day_of_services()`,
  `update day_figures set turns = turns || '{"services": []}'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
