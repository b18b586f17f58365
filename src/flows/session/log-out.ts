import { ApiError } from '#src/api/api-error.ts'
import { clearHandoff } from '#src/handoff/clear-handoff.ts'
import { sendPolls } from '../polls/answer-poll.ts'
import { sendCancels } from '../reservations/cancel-reservation.ts'
import type { FlowContext } from '../flow-context.ts'

/**
 * Leaves every channel, ends the subscription of this browser, forgets user, tickets, reservations and calls,
 * and ends the session at the server; without a network that last part waits in the outbox. For a temporary
 * user the receipts are gone with it: the screens warn before (SHELL-10).
 *
 * @see rules AUTH-02, CHAN-06, PUSH-07
 */
export async function logOut(context: FlowContext): Promise<void> {
  const { api, booking, clock, db, notices, preferences, pushDoor, pushSwitch } = context
  const { errands, newTicket, pollDrafts, reservationDrafts, serverData, session, socket, storage } = context
  socket.leaveAll()
  const registration = await db.userData.read('push')
  // First of all what keeps calls of a former user from this device, even if nothing else succeeds.
  await Promise.allSettled([
    pushDoor.unsubscribe(),
    db.keepTrying('who', clearHandoff),
    storage.forgetLines(),
  ])
  await db.outbox.put('log-out', clock.now())
  try {
    // Before the server is asked, which may take long: who closes the page meanwhile leaves nothing behind.
    await db.forgetPerson()
    await sendCancels(context)
    await sendPolls(context)
    await api.login.end(registration?.id)
    await db.outbox.remove('log-out')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!error.isUncertain && error.status !== 429) await db.outbox.remove('log-out')
  } finally {
    // What the server answered meanwhile was kept again. It is said that nobody is here once it is so.
    await db.forgetPerson().finally(() => {
      session.signedOut()
      notices.clear()
      errands.clear()
      newTicket.clear()
      booking.clear()
      reservationDrafts.clear()
      pollDrafts.clear()
      preferences.reset()
      pushSwitch.settled('off')
      serverData.forgetPerson()
    })
    // What they wrote of an attention does not stay behind them, sent or not.
    await db.outbox.clear('poll')
  }
}
