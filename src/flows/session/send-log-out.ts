import { ApiError } from '#src/api/api-error.ts'
import { sendCancels } from '../reservations/cancel-reservation.ts'
import type { FlowContext } from '../flow-context.ts'

/** Who left cancelled something first: it is told by the session that still has to be ended. */
async function sendLastCancels(context: FlowContext): Promise<'empty' | 'waiting'> {
  const { api, db } = context
  if (!(await db.outbox.has('cancel-reservation'))) return 'empty'
  const left = await api.login.session()
  return left ? sendCancels(context, left) : 'empty'
}

/** It was told, or can never be. */
export async function forgetLogOut({ db }: Pick<FlowContext, 'db'>): Promise<void> {
  await db.outbox.remove('log-out')
  for (const { subject } of await db.outbox.all('end-subscription'))
    await db.outbox.remove('end-subscription', subject)
}

/**
 * Tells the server that who was here has left.
 * @returns `waiting` while it could not be told yet
 */
export async function sendLogOut(context: FlowContext): Promise<'empty' | 'waiting'> {
  const { api, db } = context
  if (!(await db.outbox.has('log-out'))) return 'empty'
  // The page may have been closed in the middle of leaving.
  await db.forgetPerson()
  try {
    if ((await sendLastCancels(context)) === 'waiting') return 'waiting'
    const [ended] = await db.outbox.all('end-subscription')
    await api.login.end(ended?.subject)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Over already, for whatever reason, is as good.
    if (error.isUncertain || error.status === 429) return 'waiting'
  }
  await forgetLogOut(context)
  return 'empty'
}
