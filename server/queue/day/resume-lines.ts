import { sql } from 'kysely'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { isSure } from '#server/platform/clock.ts'
import { stopNews } from '../lines/stop-news.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'

/** SQL over `l`: its rest was to end by now. */
const mayResume = (at: Date) => sql<boolean>`
  (l.frozen_until <= ${at}::timestamptz or l.closed_until <= ${at}::timestamptz)`

/**
 * Tells of the lines whose rest has ended by itself: thawed, or the day after they closed. Numbers are given
 * from the very moment on; this is how the pages hear of it. To be called every few seconds.
 * @param ending aborted where no further step may begin: what is left is done the next time
 * @returns how many lines rest no more
 */
export async function resumeLines(context: QueueContext, ending?: AbortSignal): Promise<number> {
  const { clock, database } = context
  if (!isSure(clock)) return 0
  const { rows: offices } = await sql<{ office_id: number }>`
    select distinct l.office_id from lines l where ${mayResume(clock.now())} order by l.office_id`.execute(
    database.db,
  )
  let resumed = 0
  const resume = async ({ office_id }: { office_id: number }) => {
    const facts = await changeTurns(context, office_id, async (transaction, at) => {
      const { rows } = await sql<{ id: number }>`
        update lines l set
          closed_until = case when l.closed_until > ${at}::timestamptz then l.closed_until end,
          closed_by_clock = l.closed_by_clock and l.closed_until > ${at}::timestamptz,
          frozen = l.frozen and coalesce(l.frozen_until > ${at}::timestamptz, true),
          frozen_reason = case when l.frozen_until <= ${at}::timestamptz then null else l.frozen_reason end,
          frozen_note = case when l.frozen_until <= ${at}::timestamptz then null else l.frozen_note end,
          frozen_until = case when l.frozen_until > ${at}::timestamptz then l.frozen_until end
        where l.office_id = ${office_id}::integer and ${mayResume(at)}
        returning l.id`.execute(transaction)
      return await stopNews(transaction, rows, at)
    })
    resumed += facts.length
  }
  await eachByItself(offices, resume, ending)
  return resumed
}
