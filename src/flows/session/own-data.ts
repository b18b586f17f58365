import { ApiError } from '#src/api/api-error.ts'
import type { MyData } from '#contract/rest/my-data.ts'
import type { KnownUser } from '#src/db/user-data.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Failure, failure, type Outcome } from '../outcome.ts'
import { leavePage } from './leave-page.ts'
import { isHereByServer } from '../who-is-here.ts'
import { logOut, silenceWorker } from './log-out.ts'

/** Reads out everything that the server keeps of the person (KEEP-03). Nothing of it is kept here. */
export async function readOwnData({
  api,
  connectivity,
  session,
}: Pick<FlowContext, 'api' | 'connectivity' | 'session'>): Promise<
  { status: 'done'; data: MyData } | Failure
> {
  if (!connectivity.hasNetwork()) return failure('offline')
  if (!(await isHereByServer({ session }))) return failure('user-is-guest')
  try {
    return { status: 'done', data: await api.ownData.readOut() }
  } catch (error) {
    return failureOf(error)
  }
}

/**
 * Nobody heard the answer. Whoever was erased has no session any more, which is asked by its token: a browser
 * that keeps no cookies has no session to ask for by one. Of a session whose time is over nobody can tell.
 */
async function wasErased(
  { api, clock }: Pick<FlowContext, 'api' | 'clock'>,
  user: KnownUser | null,
): Promise<boolean> {
  try {
    await api.ownData.readOut()
    return false
  } catch (error) {
    const isOver = error instanceof ApiError && error.status === 401
    return isOver && user !== null && Date.parse(user.expires_at) > clock.now()
  }
}

/**
 * Erases the person at the server, which gives back what they hold, and then leaves nothing of them in this
 * browser (KEEP-03).
 * @param password of whoever has one
 */
export async function eraseMe(context: FlowContext, password?: string): Promise<Outcome> {
  const { api, connectivity, db, notices, session } = context
  // Asked below, the session may say that it is over, and nobody's.
  const user = session.user()
  if (!connectivity.hasNetwork()) return failure('offline')
  await session.whenKnown()
  // Whoever is here by the server's word may be somebody else than the device remembered.
  if (session.user()?.user_id !== user?.user_id) return failure('user-is-guest')
  try {
    await api.ownData.erase({ confirmed: true, ...(password !== undefined && { password }) })
  } catch (error) {
    if (!(error instanceof ApiError && error.isUncertain && (await wasErased(context, user))))
      return failureOf(error)
  }
  // They left meanwhile, and what was here of them went then: all that is here now is the next person's.
  const here = session.user()
  if (here !== null && here.user_id !== user?.user_id) return failure('user-is-guest')
  // What waited to be told is done, and in nobody's name any more.
  await db.outbox.clear('cancel-reservation', user?.user_id)
  await logOut(context, user)
  notices.raise({ kind: 'success', subject: 'person', code: 'person-erased' })
  return DONE
}

/** Nobody's id: what is here of somebody is another's. */
const NOBODY = ''

/**
 * Leaves nothing in this browser of whoever was here last, where nobody is any more: receipts stay when a
 * session ends by itself. At the server everything is as it was, and what they cancelled is told once they
 * are back.
 */
export async function eraseHere(context: FlowContext): Promise<Outcome> {
  const { db, otherPages, pushDoor, session, storage } = context
  const ended = await db.userData.read('ended')
  // Somebody came in by another page, and what is here is theirs: looked at as it is erased.
  if (session.user() !== null || !(await db.forgetPerson(ended?.user_id ?? NOBODY)))
    return failure('user-is-guest')
  await Promise.allSettled([pushDoor.unsubscribe(), silenceWorker(context), storage.forgetLines()])
  if (ended) await db.outbox.clear('poll', ended.user_id)
  leavePage(context)
  if (ended) otherPages.tell({ kind: 'left', user_id: ended.user_id })
  return DONE
}
