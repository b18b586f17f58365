import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { CALL_REPEATS_AFTER_MS, CALL_STANDS_MS } from '#contract/limits.ts'
import { type JobHandlers, TryAgainLater } from '#server/jobs/job.ts'
import { isSure } from '#server/platform/clock.ts'
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

/** After an outage no phone must ring for a call of long ago, nor whoever stands at the desk be missed. */
const isForgotten = (lateMs: number) => lateMs > CALL_STANDS_MS
/** Nobody could say meanwhile that they came. */
const isSurprising = (lateMs: number) => lateMs > CALL_REPEATS_AFTER_MS

/**
 * The handler of the calls that repeat by themselves: once more, or missed where it was repeated as often as
 * the office says. It may run twice: it looks at the call as it stands now. Where no server ran meanwhile, a
 * call is repeated once more before it is missed, and one that is over is left to the clerk's word.
 * @see rule DESK-04
 */
export const repeatCall = (context: QueueContext): JobHandlers<RepeatJobPayloads> => ({
  async 'repeat-call'(job) {
    // Most are here by then: so the office is held for those alone who are not.
    if (!(await awaited(context.database.db, job))) return
    if (!isSure(context.clock)) throw new TryAgainLater('the time of day is in doubt', CALL_REPEATS_AFTER_MS)
    await changeTurns(context, job.office_id, async (transaction, at, agreed) => {
      const turn = await awaited(transaction, job)
      const lateMs = job.due === undefined ? 0 : agreed.getTime() - Date.parse(job.due)
      if (!turn || isForgotten(lateMs)) return []
      const wasLast = job.repeats >= turn.call_repeats
      const end = () => endAttention(transaction, turn, 'skipped', at, agreed)
      if (wasLast && !isSurprising(lateMs)) return await end()
      const { modulo } = turn
      const repeat = wasLast ? job.repeats : job.repeats + 1
      const again = await callOnceMore(context, transaction, { turn, modulo, repeat }, at)
      return again ? [again] : []
    })
  },
})
