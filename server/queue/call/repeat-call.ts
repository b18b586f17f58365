import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { JobHandlers } from '#server/jobs/job.ts'
import { endAttention } from '../desk/end-attention.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import type { RepeatJobPayloads } from '../turn/repeat-jobs.ts'
import { type Turn, turnColumns } from '../turn/turn-fact.ts'
import { callOnceMore } from './call-once-more.ts'

type Repeat = RepeatJobPayloads['repeat-call']

/**
 * Whoever is still awaited by that very call: nobody has said that they came, it was not taken back, and no
 * newer call came after it. By video one does not come, one enters.
 */
async function awaited(db: Kysely<Tables>, { office_id, ticket_id, calls }: Repeat) {
  const { rows } = await sql<Turn & { modulo: string; call_repeats: number }>`
    select ${turnColumns}, m.name as modulo, o.call_repeats
    from tickets t
    join offices o on o.id = t.office_id join lines l on l.id = t.line_id join modulos m on m.id = t.modulo_id
    left join reservations r on r.id = t.reservation_id
    where t.id = ${ticket_id}::uuid and t.office_id = ${office_id}::integer
      and t.state = 'called' and t.calls = ${calls}::integer and t.arrived_at is null
      and not coalesce(r.meet, l.virtual) and o.call_repeats > 0`.execute(db)
  return rows[0]
}

/**
 * The handler of the calls that repeat by themselves: once more, or missed where it was repeated as often as
 * the office says. It may run late, or twice: it looks at the call as it stands now.
 * @see rule DESK-04
 */
export const repeatCall = (context: QueueContext): JobHandlers<RepeatJobPayloads> => ({
  async 'repeat-call'(job) {
    // Most are here by then: so the office is held for those alone who are not.
    if (!(await awaited(context.database.db, job))) return
    await changeTurns(context, job.office_id, async (transaction, at) => {
      const turn = await awaited(transaction, job)
      if (!turn) return []
      if (job.repeats >= turn.call_repeats) return await endAttention(transaction, turn, 'skipped', at)
      const { modulo } = turn
      const again = await callOnceMore(context, transaction, { turn, modulo, repeat: job.repeats + 1 }, at)
      return again ? [again] : []
    })
  },
})
