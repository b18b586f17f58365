import { ApiError } from '#src/api/api-error.ts'
import type { FlowContext } from './flow-context.ts'

/**
 * Tells the server what was decided without a network.
 * @returns `waiting` while something could not be told yet
 */
export async function sendOutbox({ api, db }: Pick<FlowContext, 'api' | 'db'>): Promise<'empty' | 'waiting'> {
  if (!(await db.outbox.has('log-out'))) return 'empty'
  try {
    await api.login.end()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Over already, for whatever reason, is as good.
    if (error.isUncertain || error.status === 429) return 'waiting'
  }
  await db.outbox.remove('log-out')
  return 'empty'
}
