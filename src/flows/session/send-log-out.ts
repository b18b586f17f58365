import type { Session } from '#contract/rest/login.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Tables } from '#src/db/open-database.ts'
import { FAVORITE, forgetUntold, sendFavorites } from '../favorites/send-favorites.ts'
import { sendCancels } from '../reservations/cancel-reservation.ts'
import type { FlowContext } from '../flow-context.ts'

/** @returns null where it is over, for whatever reason */
async function sessionLeft({ api }: Pick<FlowContext, 'api'>): Promise<Session | null> {
  try {
    return await api.login.session()
  } catch (error) {
    if (!(error instanceof ApiError) || error.isUncertain || error.status === 429) throw error
    return null
  }
}

/**
 * Who left cancelled something first, or kept an office: it is told by the session that still has to be
 * ended.
 * @returns `left`, whose session that is; null where there is none any more, or it was not asked for
 */
async function sendLastWishes(
  context: FlowContext,
): Promise<{ state: 'empty' | 'waiting'; left: Session | null }> {
  const { db } = context
  const hasWishes = (await db.outbox.has('cancel-reservation')) || (await db.outbox.has(FAVORITE))
  if (!hasWishes) return { state: 'empty', left: null }
  const left = await sessionLeft(context)
  if (!left) return { state: 'empty', left }
  const cancels = await sendCancels(context, left)
  const favorites = await sendFavorites(context, left)
  return { state: cancels === 'waiting' || favorites === 'waiting' ? 'waiting' : 'empty', left }
}

/**
 * They have left, and what they wrote of an attention does not stay behind them, sent or not.
 * @param leaver who they are, where somebody else may have come in since: then nothing is done
 * @returns whether they were forgotten
 */
export async function forgetWhoLeft({ db }: Pick<FlowContext, 'db'>, leaver?: string): Promise<boolean> {
  if (!(await db.forgetPerson(leaver))) return false
  await db.outbox.clear('poll', leaver)
  await db.userData.write('left', true)
  return true
}

/** It was told, or can never be. */
export async function forgetLogOut({ db }: { db: Pick<Tables, 'outbox' | 'userData'> }): Promise<void> {
  await db.outbox.remove('log-out')
  await db.userData.remove('left')
  for (const { subject } of await db.outbox.all('end-subscription'))
    await db.outbox.remove('end-subscription', subject)
}

/**
 * Tells the server that who was here has left.
 * @returns `waiting` while it could not be told yet
 */
export async function sendLogOut(context: FlowContext): Promise<'empty' | 'waiting'> {
  const { api, db } = context
  const [leave] = await db.outbox.all('log-out')
  if (!leave) return 'empty'
  // The page may have been closed in the middle of leaving.
  if (!(await db.userData.read('left'))) await forgetWhoLeft(context)
  let leaving = leave.user_id ?? null
  try {
    const { state, left } = await sendLastWishes(context)
    if (state === 'waiting') return 'waiting'
    leaving ??= left?.user_id ?? null
    const [ended] = await db.outbox.all('end-subscription')
    // By the token that was asked for then: page and cookie may be somebody else's by now, who came in.
    await api.login.end(ended?.subject, leave.user_id ?? undefined, left?.token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Over already, for whatever reason, is as good.
    if (error.isUncertain || error.status === 429) return 'waiting'
  }
  await forgetLogOut(context)
  await forgetUntold(context, leaving)
  return 'empty'
}
