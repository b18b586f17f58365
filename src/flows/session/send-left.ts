import { ApiError } from '#src/api/api-error.ts'
import { hashOf } from '#src/platform/endpoint-hash.ts'
import type { FlowContext } from '../flow-context.ts'
import { forgetLogOut } from './send-log-out.ts'

/**
 * By what a session can be ended, and nothing else be done: it may be kept where its token may not. Undefined
 * where the browser cannot make it (an address without https), or the token is not known.
 */
export async function endingOf(token: string | null): Promise<string | undefined> {
  return token !== null && 'subtle' in crypto ? await hashOf(token) : undefined
}

/**
 * Somebody comes in before it could be told that the one before left. The cookie is theirs by now: told by
 * it, the log-out would end their session. What ends the former one alone is told later.
 * @param comer where they are back themselves, this browser goes on knowing them
 */
export async function setLogOutAside({ db }: Pick<FlowContext, 'db'>, comer: string): Promise<void> {
  await db.atomically(async inside => {
    const [leave] = await inside.outbox.all('log-out')
    if (leave?.left !== undefined) {
      const account = leave.user_id === comer ? null : leave.user_id
      await inside.outbox.put('end-left', leave.inserted_at, { subject: leave.left, user_id: account })
    }
    await forgetLogOut({ db: inside })
  })
}

/** Tells that of everybody who left before whoever is here came in. */
export async function sendLeft({ api, db }: Pick<FlowContext, 'api' | 'db'>): Promise<void> {
  for (const { subject: left, user_id } of await db.outbox.all('end-left')) {
    try {
      await api.login.endLeft({ left, user_id: user_id ?? undefined })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.isUncertain || error.status === 429) continue
    }
    await db.outbox.remove('end-left', left)
  }
}
