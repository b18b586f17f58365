import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { type DaysOfLines, type ServicesOfDay, turnsOfDays } from './read-turns.ts'

/**
 * Counts what was done for those who came on some days, by line: of the same turns, days and lines as all
 * other figures.
 */
export async function readServices(
  db: Kysely<Tables>,
  days: Omit<DaysOfLines, 'time_zone'>,
): Promise<ServicesOfDay[]> {
  const { rows } = await sql<ServicesOfDay>`
    select t.day, coalesce(t.given_in, t.line_id) as line_id, s.service,
      sum(s.quantity)::integer as quantity, count(*)::integer as turns
    from tickets t cross join lateral (
      select n.service, n.quantity from ticket_services n where n.ticket_id = t.id
      -- turn by turn, by its key: a day must not read what years have left
      offset 0
    ) s
    where ${turnsOfDays(days)}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}
