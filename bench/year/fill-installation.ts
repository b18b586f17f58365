import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { fillOffices } from '../growth/fill-offices.ts'

const LINES_EACH = 3
const DAYS = 364
/** A person comes five times in two million turns' year. */
const TURNS_EACH = 5
/** A statement that writes them all would need more memory than the embedded database has. */
const AT_ONCE = 50_000
const ZONE = 'America/Santiago'

/** Offices with their lines and nobody in them: an installation on its first morning. */
export async function fillEmpty(database: Database, offices: number): Promise<void> {
  const { db } = database
  await fillOffices(database, offices)
  await sql`
    insert into lines (office_id, slug, name, prefix, type)
    select o.id, 'fila-' || n, 'Fila ' || n, chr(64 + n), 'normal'
    from offices o cross join generate_series(1, ${LINES_EACH}::integer) as n order by o.id, n`.execute(db)
  await sql`insert into office_sequences (office_id) select id from offices`.execute(db)
  await settle(database)
}

/** As the upkeep of either database would have done it by now. */
async function settle({ db }: Database): Promise<void> {
  await sql`vacuum (analyze)`.execute(db)
  await sql`checkpoint`.execute(db)
}

/**
 * A year behind `fillEmpty`: so many turns, called and attended in the order of the days; few offices have
 * many of them and many have few, as in a country. With each its facts and what the clerk did; what days
 * were counted to be and what was learned of lines, as the upkeep leaves it.
 * @param today the year ends the day before
 */
export async function fillYear(database: Database, turns: number, today: Date): Promise<void> {
  const { db } = database
  await sql`
    create table bench_lines as
      select row_number() over (order by id) - 1 as n, id, office_id, prefix from lines`.execute(db)
  await sql`create unique index on bench_lines (n)`.execute(db)
  const people = Math.ceil(turns / TURNS_EACH)
  await sql`
    create table bench_people as
      select n, gen_random_uuid() as id from generate_series(0, ${people - 1}::integer) as n`.execute(db)
  await sql`create unique index on bench_people (n)`.execute(db)
  await sql`insert into users (id, temporal, created_at) select id, true, ${today}::timestamptz from bench_people`.execute(
    db,
  )
  await sql`insert into clerks (user_name, name) values ('bench', 'Ana')`.execute(db)
  const indexes = await dropIndexes(database, ['tickets', 'facts', 'desk_acts'])
  for (let start = 0; start < turns; start += AT_ONCE)
    await writeTurns(database, { start, end: Math.min(start + AT_ONCE, turns), turns, people, today })
  for (const index of indexes) await sql.raw(index).execute(db)
  await sql`update office_sequences set last_seq = ${3 * turns + 3}::bigint`.execute(db)
  await unchecked(database, transaction => writeCounts(transaction, today))
  await sql`drop table bench_lines, bench_people`.execute(db)
  await settle(database)
}

/**
 * Made at once over all rows they take a fraction of what they take row by row.
 * @returns how to make them again
 */
async function dropIndexes({ db }: Database, tables: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; made: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
    where i.indrelid = any(${tables}::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ made }) => made)
}

/** What rows refer to is there: to look for it would take as long again. */
const unchecked = (database: Database, work: (transaction: Transaction<Tables>) => Promise<void>) =>
  database.transaction(async transaction => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await work(transaction)
  })

interface Part {
  start: number
  end: number
  turns: number
  people: number
  today: Date
}

async function writeTurns(database: Database, { start, end, turns, people, today }: Part): Promise<void> {
  await unchecked(database, async transaction => {
    await sql`
      with made as (
        insert into tickets (id, office_id, line_id, day, number, prefix, user_id, request_id, state, place,
                             told_from, told_to, inserted_at, called_at, calls, arrived_at, clerk_id, ended_at)
        select gen_random_uuid(), l.office_id, l.id, came.day, i + 1, l.prefix, p.id, gen_random_uuid(),
               case when i % 20 = 0 then 'skipped' else 'attended' end, i + 1, 10 + i % 15, 25 + i % 15,
               came.at, came.at + interval '20 minutes', 1, came.at + interval '20 minutes',
               (select id from clerks where user_name = 'bench'), came.at + interval '26 minutes'
        from generate_series(${start}::integer, ${end - 1}::integer) as i
        cross join lateral (
          select floor(power((i * 7919::bigint % 1000003) / 1000003.0, 3) * (select count(*) from bench_lines))::integer as line,
            (${today}::timestamptz at time zone ${ZONE})::date
              - (${DAYS}::integer - (i::bigint * ${DAYS}::integer / ${turns}::integer)::integer) as day
        ) spread
        cross join lateral (
          select spread.day, (spread.day::timestamp + interval '9 hours' + (i * 7919::bigint % 480) * interval '1 minute')
            at time zone ${ZONE} as at
        ) came
        join bench_lines l on l.n = spread.line
        join bench_people p on p.n = i * 104729::bigint % ${people}::integer
        returning id, office_id, line_id, number, prefix, user_id, clerk_id, inserted_at, called_at, ended_at
      ), told as (
        insert into facts (office_id, seq, kind, at, line_id, ticket_id, user_id, detail)
        select office_id, number::bigint * 3 + nth, kind,
          case nth when 0 then inserted_at when 1 then called_at else ended_at end, line_id, id, user_id,
          case nth when 0 then jsonb_build_object('number', number, 'prefix', prefix, 'waiting', 12)
            when 1 then jsonb_build_object('number', number, 'prefix', prefix, 'modulo', 'Módulo 1', 'calls', 1)
            else jsonb_build_object('modulo', 'Módulo 1') end
        from made cross join (values (0, 'ticket:created'), (1, 'call:created'), (2, 'ticket:attended')) as fact (nth, kind)
      )
      insert into desk_acts (office_id, at, clerk_id, act, ticket_id, line_id)
      select office_id, called_at, clerk_id, 'called', id, line_id from made`.execute(transaction)
  })
}

/** What the upkeep keeps of days and lines: also of those days on which nobody came. */
async function writeCounts(db: Transaction<Tables>, today: Date): Promise<void> {
  const now = sql`(${today}::timestamptz at time zone ${ZONE})::date`
  await sql`
    insert into line_days (line_id, day, last_number)
    select line_id, day, max(number) from tickets where number is not null group by line_id, day`.execute(db)
  await sql`
    insert into day_figures (office_id, day, turns)
    select office_id, day, jsonb_build_object('hours', jsonb_agg(jsonb_build_object(
      'day', day, 'line_id', line_id, 'hour', hour, 'taken', taken, 'booked', 0, 'attended', attended, 'missed', taken - attended,
      'left', 0, 'expired', 0, 'transferred', 0, 'open', 0, 'told', taken, 'within', taken, 'earlier', 0,
      'told_from', 15 * taken, 'told_to', 30 * taken, 'waits', waits, 'attentions', waits, 'attention_seconds', 360 * taken)),
      'clerks', '[]'::jsonb, 'open', '[]'::jsonb, 'services', '[]'::jsonb)
    from (
      select office_id, day, line_id, date_part('hour', inserted_at at time zone ${ZONE})::integer as hour, count(*) as taken,
        count(*) filter (where state = 'attended') as attended, jsonb_agg(20) as waits
      from tickets where day <= ${now} - 2 group by 1, 2, 3, 4
    ) hours group by office_id, day`.execute(db)
  await sql`
    insert into day_figures (office_id, day, turns)
    select o.id, ${now} - ago, '{"hours": [], "clerks": [], "open": [], "services": []}'
    from offices o cross join generate_series(2, ${DAYS}::integer) as ago on conflict do nothing`.execute(db)
  await sql`insert into line_habits (line_id, learned_on) select id, ${now} from lines`.execute(db)
}
