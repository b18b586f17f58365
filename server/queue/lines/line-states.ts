import { type Kysely, sql } from 'kysely'
import type { LineState } from '#contract/rest/offices.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { callsSince, lastCallSince } from './last-call.ts'
import type { QueueContext } from '../queue-context.ts'
import { shownNumber } from '../turn/shown-number.ts'
import { lineStopAt, type StopColumns, stopColumns } from './line-stop.ts'
import { estimateWait, type LinePace } from './wait-estimate.ts'

interface OfficeRow extends OpeningTimes {
  seq: number
  line_id: null
}

interface LineRow extends StopColumns, OpeningTimes {
  seq: number
  line_id: number
  name: string
  prefix: string
  virtual: boolean
  takes_tickets: boolean
  queue: string[]
  on_paper: number
  waiting_since: Date | null
  longest_tuid: string | null
  longest_ticket: string | null
  call: string | null
  called_at: Date | null
}

/** A line as the desk sees it. */
export type NamedLineState = LineState & {
  name: string
  prefix: string
  virtual: boolean
  takes_tickets: boolean
  on_paper: number
  waiting_since: string | null
  /** Who waits since then. */
  longest: { tuid: string; ticket: string } | null
}

/** An office's lines as they stand, and the sequence number that the office had when they stood so. */
export interface OfficeLines {
  seq: number
  lines: NamedLineState[]
  /** How fast they move, by line. */
  paces: ReadonlyMap<number, LinePace>
}

async function readLines(db: Kysely<Tables>, officeId: number): Promise<(OfficeRow | LineRow)[]> {
  const shown = shownNumber(sql`t.prefix`, sql`t.number`)
  const { rows } = await sql<OfficeRow | LineRow>`
    select coalesce(s.last_seq, 0) as seq, l.id as line_id, l.name, l.prefix, l.virtual, l.takes_tickets, ${stopColumns},
      o.time_zone, o.hours, o.closures, waiting.*, last.call, last.called_at
    from offices o
    left join office_sequences s on s.office_id = o.id
    left join lines l on l.office_id = o.id and l.active
    cross join lateral (
      select coalesce(jsonb_agg(${shown} order by t.place, t.number), '[]') as queue,
        count(*) filter (where t.user_id is null)::integer as on_paper, min(t.inserted_at) as waiting_since,
        (array_agg(t.id order by t.inserted_at, t.place))[1] as longest_tuid,
        (array_agg(${shown} order by t.inserted_at, t.place))[1] as longest_ticket
      from tickets t where t.line_id = l.id and t.state = 'waiting'
    ) waiting
    left join lateral (
      select ${shown} as call, t.called_at from tickets t
      where t.line_id = l.id and t.called_at is not null order by t.called_at desc limit 1
    ) last on true
    where o.id = ${officeId}::integer
    order by l.priority desc, l.id`.execute(db)
  return rows
}

/** What moves in an office's lines, with their names: two statements, however many lines. */
export async function officeLines(
  { database: { db }, clock, paces: shared }: Pick<QueueContext, 'database' | 'clock' | 'paces'>,
  officeId: number,
): Promise<OfficeLines> {
  const at = clock.now()
  // One statement sees one moment: the sequence number is that of these lines, and the paces come later
  // still.
  const read = await readLines(db, officeId)
  const [office] = read
  const since = office ? callsSince(at, office) : at
  const rows = read.filter(row => row.line_id !== null)
  const paces = await shared.of(
    db,
    rows.map(row => row.line_id),
    at,
  )
  const lines = rows.map(row => {
    const { line_id, name, prefix, virtual, takes_tickets, queue, on_paper, waiting_since } = row
    const { call, called_at, longest_tuid: tuid, longest_ticket: ticket } = row
    const stopped = lineStopAt(row, at)
    const pace = paces.get(line_id)
    return {
      line_id,
      name,
      prefix,
      virtual,
      takes_tickets,
      waiting: queue.length,
      // For the one who would take a number now.
      wait: pace ? estimateWait(pace, queue.length) : null,
      call: lastCallSince({ call, called_at }, since),
      queue: { raw_tickets: queue },
      frozen: stopped !== null,
      stopped,
      on_paper,
      waiting_since: waiting_since?.toISOString() ?? null,
      longest: tuid !== null && ticket !== null ? { tuid, ticket } : null,
    }
  })
  return { seq: office?.seq ?? 0, lines, paces }
}

/** As everybody sees them. */
export const withoutNames = (lines: readonly NamedLineState[]): LineState[] =>
  lines.map(
    ({
      name: _name,
      prefix: _prefix,
      virtual: _virtual,
      takes_tickets: _takes,
      on_paper: _paper,
      waiting_since: _since,
      longest: _longest,
      ...state
    }) => state,
  )
