import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

/** A wait that is over, in minutes: what was said by the flow, and what came. */
export interface PastWait {
  flow: number | null
  real: number
}

export interface WrittenDays {
  office_id: number
  line_id: number
  modulo_id: number
  /** How many days before today; 1 is yesterday. */
  days: number
  /** Somebody comes every ten minutes from nine on. Each is attended for six. */
  waits: readonly PastWait[]
  /** When the modulo was closed, by the office's clock; after the last one where it is not said. */
  closed?: string
}

/**
 * Writes a past: on each day one modulo was open from nine, and these people came. By the office's own clock,
 * as the tables keep it.
 */
export async function writeDays(
  { db }: Database,
  today: Date,
  { office_id, line_id, modulo_id, days, waits, closed }: WrittenDays,
): Promise<void> {
  const zone = sql`(select time_zone from offices where id = ${office_id}::integer)`
  const flows = JSON.stringify(waits)
  await sql`
    insert into tickets (
      id, office_id, line_id, day, number, prefix, state, place, inserted_at, called_at, ended_at, calls, modulo_id, told_flow
    )
    select gen_random_uuid(), ${office_id}::integer, ${line_id}::integer, day, n, 'A', 'attended', n,
      came, came + real * interval '1 minute', came + (real + 6) * interval '1 minute', 1, ${modulo_id}::integer, flow
    from (
      select d.day, w.n, (w.one ->> 'flow')::real as flow, (w.one ->> 'real')::float8 as real,
        (d.day::timestamp + interval '9 hours' + (w.n - 1) * interval '10 minutes') at time zone ${zone} as came
      from jsonb_array_elements(${flows}::jsonb) with ordinality as w (one, n), (
        select (${today}::timestamptz at time zone ${zone})::date - ago as day
        from generate_series(1, ${days}::integer) as past (ago)
      ) d
    ) past`.execute(db)
  await sql`
    insert into modulo_hours (office_id, modulo_id, opened_at, closed_at, line_ids)
    select ${office_id}::integer, ${modulo_id}::integer, (t.day::timestamp + interval '9 hours') at time zone ${zone},
      coalesce((t.day::timestamp + ${closed ?? null}::interval) at time zone ${zone}, max(t.ended_at)), null
    from tickets t where t.line_id = ${line_id}::integer and t.state = 'attended' group by t.day`.execute(db)
}
