import type { FlowContext } from '../flow-context.ts'
import { type Says, sayWhereSeen } from './say-where-seen.ts'

export interface SkippedNews {
  tuid: string
  ticket: string
  line_id: number | null
  line_name: string | null
  seq: number | null
}

/**
 * Called, and did not come: says so once.
 *
 * @returns whether it was news
 * @see rule CALL-04
 */
export async function recordSkipped(
  context: Pick<FlowContext, 'db'> & Says,
  news: SkippedNews,
): Promise<boolean> {
  const { db, session } = context
  if (!session.user()) return false
  const { before, after } = await db.atomically(async ({ tickets }) => ({
    before: await tickets.get(news.tuid),
    after: await tickets.change(news.tuid, news.seq, {
      state: 'skipped',
      called: true,
      ahead: null,
      wait: null,
    }),
  }))
  if (!before || !after || before.state === 'skipped' || after.state !== 'skipped') return false
  await sayWhereSeen(context, {
    kind: 'skipped',
    subject: `${news.tuid}:${news.seq ?? ''}`,
    tuid: news.tuid,
    ticket: news.ticket,
    line_id: news.line_id ?? before.line_id,
    line_name: news.line_name ?? before.line_name,
  })
  return true
}
