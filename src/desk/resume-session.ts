import { ApiError } from '#src/api/api-error.ts'
import type { DoorApi } from './door-api.ts'
import type { SessionStore } from './session-store.ts'

/**
 * Finds out whether this browser's clerk is still signed in; ends in one of in, out or unreached, and never
 * throws.
 */
export async function resumeSession(api: Pick<DoorApi, 'session'>, session: SessionStore): Promise<void> {
  session.ask()
  try {
    const clerk = await api.session()
    if (clerk) session.begin(clerk)
    else session.end()
  } catch (error) {
    if (!(error instanceof ApiError)) session.fail('internal')
    else if (error.status === 401) session.end()
    else session.fail(error.code)
  }
}
