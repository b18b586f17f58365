import { sql } from 'kysely'
import { MACHINE_CALLS_MAX } from '#contract/limits.ts'
import type { MachineCalls } from '#contract/rest/machines.ts'
import { officeDaySpan } from '#contract/rules/office-day.ts'
import { currentSeq, factsAfter } from '#server/facts/read-facts.ts'
import type { MachineCaller } from '#server/web/caller.ts'
import type { DevicesContext } from '../devices-context.ts'
import { FACTS_LOOKED_AT, lastCalls } from '../last-calls.ts'
import { shownOffice } from '../shown-office.ts'

type Call = MachineCalls['calls'][number]

/**
 * Who was called since, and whose call was none after all; without those whom nobody sees in the room. Where
 * the log does not reach back so far, or that is the first question, the last calls of today that stand.
 * @param after what the answer before said
 * @throws Refusal not-found, for an office that is no more
 */
export async function machineCalls(
  context: DevicesContext,
  caller: Pick<MachineCaller, 'link_id' | 'office_id'>,
  after?: number,
): Promise<MachineCalls> {
  const { shown, times } = await shownOffice(context, caller)
  const { id: office_id } = shown.office
  const { db } = context.database
  // Before the calls: what happens in between is told the next time.
  const seq = await currentSeq(db, office_id)
  if (after !== undefined && after <= seq && seq - after <= FACTS_LOOKED_AT) {
    const [next] = after < seq ? await factsAfter(db, office_id, after, 1) : []
    const isWhole = after === seq || next?.seq === after + 1
    if (isWhole) return { ...(await callsBetween(context, office_id, after, seq)), reset: false }
  }
  const { from: since } = officeDaySpan(new Date(shown.at), times)
  const standing = await lastCalls(context, { office_id, since })
  return {
    seq,
    reset: true,
    calls: standing.reverse().map(call => ({ ...call, event: 'call:created' })),
  }
}

async function callsBetween(
  { database: { db } }: Pick<DevicesContext, 'database'>,
  officeId: number,
  after: number,
  seq: number,
): Promise<Pick<MachineCalls, 'seq' | 'calls'>> {
  const { rows } = await sql<Omit<Call, 'at'> & { at: Date }>`
    select f.seq, f.kind as event, f.line_id, f.at, f.detail->>'ticket' as ticket, f.detail->>'modulo' as modulo
    from facts f
    join lines l on l.id = f.line_id
    left join reservations r on r.id = f.reservation_id
    where f.office_id = ${officeId}::integer and f.seq > ${after}::bigint and f.seq <= ${seq}::bigint
      and f.kind in ('call:created', 'call:taken_back')
      and not l.virtual and not coalesce(r.meet, false)
    order by f.seq limit ${MACHINE_CALLS_MAX}::integer`.execute(db)
  const calls = rows.map(row => ({ ...row, seq: Number(row.seq), at: row.at.toISOString() }))
  const last = calls.at(-1)
  return { calls, seq: calls.length === MACHINE_CALLS_MAX && last ? last.seq : seq }
}
