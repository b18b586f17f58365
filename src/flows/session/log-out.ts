import { ApiError } from '#src/api/api-error.ts'
import type { KnownUser } from '#src/db/user-data.ts'
import { clearHandoff } from '#src/handoff/clear-handoff.ts'
import { forgetUntold, sendFavorites } from '../favorites/send-favorites.ts'
import { sendPolls } from '../polls/answer-poll.ts'
import { sendCancels } from '../reservations/cancel-reservation.ts'
import type { FlowContext } from '../flow-context.ts'
import { leavePage } from './leave-page.ts'
import { endingOf } from './send-left.ts'
import { forgetLogOut, forgetWhoLeft } from './send-log-out.ts'

/** What the worker keeps and shows of the person: on the phone's own screen, too. */
export async function silenceWorker({ db, pushDoor }: Pick<FlowContext, 'db' | 'pushDoor'>): Promise<void> {
  await db.keepTrying('who', clearHandoff)
  // Once it knows that nobody is here: a call that came in between is not shown by name either.
  await pushDoor.closeNotices()
}

/** An account's, by which the browser knows it until it is told. */
const accountOf = (user: KnownUser | null) => (user && !user.temporal ? user.user_id : null)

/**
 * Leaves every channel, ends the subscription of this browser, takes away the notices that are shown,
 * forgets user, tickets, reservations and calls, here and in the other pages of this browser, and ends the
 * session at the server; without a network, or while a cancel of theirs cannot be told, that last part waits
 * in the outbox. For a temporary user the receipts are gone with it: the screens warn before (SHELL-10).
 *
 * @param user where the session may have ended meanwhile
 * @see rules AUTH-02, CHAN-06, PUSH-07
 */
export async function logOut(
  context: FlowContext,
  user: KnownUser | null = context.session.user(),
): Promise<void> {
  const { api, clock, db, otherPages, pushDoor, session, socket, storage } = context
  const account = accountOf(user)
  const token = session.token()
  const tellOthers = () => user && otherPages.tell({ kind: 'left', user_id: user.user_id })
  // There is no session any more in which the rest could be told.
  const overAndDone = async () => {
    await forgetLogOut(context)
    await forgetUntold(context, user?.user_id ?? null)
  }
  socket.leaveAll()
  const registration = await db.userData.read('push')
  // First of all what keeps calls of a former user from this device, even if nothing else succeeds.
  await Promise.allSettled([pushDoor.unsubscribe(), silenceWorker(context), storage.forgetLines()])
  const left = await endingOf(token)
  await db.outbox.put('log-out', clock.now(), { subject: '', user_id: account, left })
  if (registration) {
    await db.outbox.put('end-subscription', clock.now(), { subject: registration.id, user_id: null })
  }
  try {
    // Before the server is asked, which may take long: who closes the page meanwhile leaves nothing behind.
    await db.forgetPerson(user?.user_id)
    tellOthers()
    await sendCancels(context)
    await sendFavorites(context)
    await sendPolls(context)
    const untold = await db.outbox.all('cancel-reservation')
    // Only by this session can they be told: once it has ended, their slots stay taken.
    if (untold.some(({ user_id }) => user_id === user?.user_id)) return
    // By the token of the session that is left: cookie and page may be somebody else's by now, who came in by
    // another page.
    await api.login.end(registration?.id, account ?? undefined, token ?? undefined)
    await overAndDone()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!error.isUncertain && error.status !== 429) await overAndDone()
  } finally {
    // What the server answered and the worker was told meanwhile was kept again. It is said that nobody is
    // here once it is so; where somebody came in by another page since, all that is here is theirs.
    try {
      if (await forgetWhoLeft(context, user?.user_id))
        await Promise.allSettled([silenceWorker(context), storage.forgetLines()])
    } finally {
      const here = session.user()
      if (here === null || here.user_id === user?.user_id) leavePage(context)
      tellOthers()
    }
  }
}
