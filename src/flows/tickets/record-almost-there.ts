import type { AlmostThere } from '#src/domain/almost-there.ts'
import type { FlowContext } from '../flow-context.ts'
import { type Says, sayWhereSeen } from './say-where-seen.ts'

export interface AlmostThereNews {
  tuid: string
  ticket: string
  line_id: number | null
  line_name: string | null
  ahead: AlmostThere
}

/**
 * Says that a ticket's turn comes near, once for each threshold, whoever brings it.
 *
 * @returns whether it was news
 * @see rule CALL-03
 */
export async function recordAlmostThere(
  context: Pick<FlowContext, 'db'> & Says,
  news: AlmostThereNews,
): Promise<boolean> {
  const { db, session } = context
  if (!session.user()) return false
  const receipt = await db.tickets.get(news.tuid)
  if (receipt?.state !== 'waiting') return false
  if (!(await db.tickets.sayAlmostThere(news.tuid, news.ahead))) return false
  await sayWhereSeen(context, {
    kind: 'almost_there',
    subject: `${news.tuid}:${news.ahead}`,
    tuid: news.tuid,
    ticket: news.ticket,
    line_id: news.line_id ?? receipt.line_id,
    line_name: news.line_name ?? receipt.line_name,
    ahead: news.ahead,
  })
  return true
}
