import { sql } from 'kysely'
import { WALL_CALLS } from '#contract/limits.ts'
import type { WallCall } from '#contract/rest/devices.ts'
import type { DevicesContext } from './devices-context.ts'

/** Facts among which the last calls are looked for: the log of a year must not be read for a quiet office. */
export const FACTS_LOOKED_AT = 2_000

export type CallInTheRoom = WallCall & { line_id: number }

/**
 * The newest call of each number that was called since a moment and is not waiting again; without those that
 * were taken back (one that was missed stands as missed then, by the call before), and without those whom
 * nobody sees in the room, for they are attended by video.
 */
export async function lastCalls(
  { database: { db } }: Pick<DevicesContext, 'database'>,
  { office_id, since }: { office_id: number; since: Date },
): Promise<CallInTheRoom[]> {
  const { rows } = await sql<Omit<CallInTheRoom, 'at'> & { at: Date }>`
    with lately as (
      select f.seq, f.at, f.kind, f.line_id, f.ticket_id, f.detail from facts f
      where f.office_id = ${office_id}::integer and f.kind in ('call:created', 'call:taken_back')
        and f.seq > (select last_seq from office_sequences where office_id = ${office_id}::integer) - ${FACTS_LOOKED_AT}::integer
    ), taken_back as (
      select ticket_id, max(seq) as seq from lately where kind = 'call:taken_back' group by ticket_id
    )
    select seq, line_id, ticket, modulo, at from (
      select distinct on (f.ticket_id) f.seq, f.at, f.line_id, f.detail->>'ticket' as ticket, f.detail->>'modulo' as modulo
      from lately f
      join tickets t on t.id = f.ticket_id
      join lines l on l.id = t.line_id
      left join reservations r on r.id = t.reservation_id
      left join taken_back b on b.ticket_id = f.ticket_id
      where f.kind = 'call:created' and (b.seq is null or f.seq > b.seq or f.at <= t.called_at)
        and f.at >= ${since}::timestamptz
        and t.state in ('called', 'attended', 'skipped')
        and not l.virtual and not coalesce(r.meet, false)
      order by f.ticket_id, f.seq desc
    ) newest
    order by seq desc limit ${WALL_CALLS.told}::integer`.execute(db)
  return rows.map(row => ({ ...row, seq: Number(row.seq), at: row.at.toISOString() }))
}
