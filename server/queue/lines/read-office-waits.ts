import { type Kysely, sql } from 'kysely'
import type { OfficeWait } from '#contract/rest/offices.ts'
import type { Tables } from '#server/database/tables.ts'
import { linePaces } from './line-pace.ts'
import { isStopped } from './line-stop.ts'
import { estimateWait } from './wait-estimate.ts'

interface Row {
  office_id: number
  line_id: number
  waiting: number
}

/** The lines in which anybody may take a number by phone now. */
async function joinableLines(db: Kysely<Tables>, at: Date, officeIds: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select l.office_id, l.id as line_id,
      (select count(*) from tickets t where t.line_id = l.id and t.state = 'waiting') as waiting
    from lines l
    join offices o on o.id = l.office_id and o.active
    where l.office_id = any(${officeIds}::integer[])
      and l.active and l.type = 'normal' and l.takes_tickets and not ${isStopped(at)}
    order by l.priority desc, l.id`.execute(db)
  return rows
}

/**
 * How long one would wait in each of these offices: in the line that is over first, among those in which
 * anybody may take a number by phone. Two statements, however many offices; one where nobody waits anywhere.
 * How fast a line moves is the expensive part, and only asked of offices in which every line has somebody
 * waiting.
 *
 * @returns those that have such a line
 */
export async function readOfficeWaits(
  db: Kysely<Tables>,
  at: Date,
  officeIds: readonly number[],
): Promise<OfficeWait[]> {
  const lines = await joinableLines(db, at, officeIds)
  const free = new Set(lines.filter(({ waiting }) => waiting === 0).map(({ office_id }) => office_id))
  const busy = lines.filter(({ office_id }) => !free.has(office_id))
  const paces = await linePaces(
    db,
    busy.map(({ line_id }) => line_id),
    at,
  )
  const shortest = new Map<number, OfficeWait & { wait: { from: number; to: number } }>()
  for (const { office_id, line_id, waiting } of busy) {
    const pace = paces.get(line_id)
    if (!pace) continue
    const wait = estimateWait(pace, waiting)
    const known = shortest.get(office_id)
    if (!known || wait.to < known.wait.to) shortest.set(office_id, { office_id, waiting, wait })
  }
  return [...[...free].map(office_id => ({ office_id, waiting: 0, wait: null })), ...shortest.values()]
}
