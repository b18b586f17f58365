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

/**
 * Tells the server that who was here has left.
 * @returns `waiting` while it could not be told yet
 */
export async function sendLogOut(context: FlowContext): Promise<'empty' | 'waiting'> {
  const { api, db } = context
  if (!(await db.outbox.has('log-out'))) return 'empty'
  // The page may have been closed in the middle of leaving.
  await db.outbox.clear('poll')
  await db.forgetPerson()
  try {
    if ((await sendLastCancels(context)) === 'waiting') return 'waiting'
    await api.login.end()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Over already, for whatever reason, is as good.
    if (error.isUncertain || error.status === 429) return 'waiting'
  }
  await db.outbox.remove('log-out')
  return 'empty'
}
