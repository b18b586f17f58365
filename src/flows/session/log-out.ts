import { ApiError } from '#src/api/api-error.ts'
import { clearHandoff } from '#src/handoff/clear-handoff.ts'
import { forgetUntold, sendFavorites } from '../favorites/send-favorites.ts'
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
  const { api, booking, clock, db, favorites, notices, preferences, pushDoor, pushSwitch } = context
  const { errands, newTicket, reservationDrafts, serverData, session, socket, storage } = context
  const leaving = session.user()?.user_id ?? null
  socket.leaveAll()
  const registration = await db.userData.read('push')
  // First of all what keeps calls of a former user from this device, even if nothing else succeeds.
  await Promise.allSettled([
    pushDoor.unsubscribe(),
    db.keepTrying('who', clearHandoff),
    storage.forgetLines(),
  ])
  await db.outbox.put('log-out', clock.now())
  // There is no session any more in which the rest could be told.
  const forgetLogOut = async () => {
    await db.outbox.remove('log-out')
    await forgetUntold(context, leaving)
  }
  try {
    // Before the server is asked, which may take long: who closes the page meanwhile leaves nothing behind.
    await db.forgetPerson()
    await sendCancels(context)
    await sendFavorites(context)
    await api.login.end(registration?.id)
    await forgetLogOut()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!error.isUncertain && error.status !== 429) await forgetLogOut()
  } finally {
    // What the server answered meanwhile was kept again. It is said that nobody is here once it is so.
    await db.forgetPerson().finally(() => {
      session.signedOut()
      notices.clear()
      errands.clear()
      newTicket.clear()
      booking.clear()
      reservationDrafts.clear()
      preferences.reset()
      favorites.reset()
      pushSwitch.settled('off')
      serverData.forgetPerson()
    })
  }
}
