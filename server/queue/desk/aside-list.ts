import { sql } from 'kysely'
import type { DeskAside } from '#contract/rest/desk.ts'
import type { QueueContext } from '../queue-context.ts'
import { frontUntil, isPast, type Missed } from '../turn/return-missed.ts'
import { shownNumber } from '../turn/shown-number.ts'

interface Row extends Missed {
  tuid: string
  ticket: string
  line_id: number
  line_name: string
  state: 'skipped' | 'parked'
  is_paper: boolean
}

/** More than these nobody reads at a desk. */
const SHOWN_MAX = 100
const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Who can be called or wait again though nobody calls them by turn: those who missed their call today, the
 * latest first, and those who stand aside, who came first before the others. One statement.
 */
export async function asideList(
  { database: { db }, clock }: Pick<QueueContext, 'database' | 'clock'>,
  office_id: number,
): Promise<DeskAside> {
  const at = clock.now()
  const { rows } = await sql<Row>`
    select t.id as tuid, ${shownNumber(sql`t.prefix`, sql`t.number`)} as ticket, t.line_id, l.name as line_name, t.state,
      t.inserted_at, coalesce(t.ended_at, t.parked_at) as ended_at, t.returns, t.user_id is null as is_paper,
      o.missed_grace_minutes, o.time_zone
    from lines l
    join offices o on o.id = l.office_id
    cross join lateral (
      select * from tickets c
      where c.line_id = l.id and c.called_at > ${new Date(at.getTime() - DAY_MS)}::timestamptz
        and c.state in ('skipped', 'parked')
      order by c.called_at desc limit ${SHOWN_MAX}::integer
    ) t
    where l.office_id = ${office_id}::integer`.execute(db)
  const shown = (row: Row) => ({
    tuid: row.tuid,
    ticket: row.ticket,
    line_id: row.line_id,
    line_name: row.line_name,
    inserted_at: row.inserted_at.toISOString(),
    since: row.ended_at.toISOString(),
    is_paper: row.is_paper,
  })
  const missed = rows.filter(row => row.state === 'skipped' && !isPast(row, at))
  const parked = rows.filter(row => row.state === 'parked')
  return {
    missed: missed
      .sort((a, b) => b.ended_at.getTime() - a.ended_at.getTime())
      .map(row => ({ ...shown(row), front_until: frontUntil(row)?.toISOString() ?? null })),
    parked: parked.sort((a, b) => a.inserted_at.getTime() - b.inserted_at.getTime()).map(shown),
  }
}
