import { ApiError } from '#src/api/api-error.ts'
import { heardCode } from '#src/domain/failure-codes.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import { checkSessionExpiry } from './check-session-expiry.ts'
import { drainInbox } from '../tickets/drain-inbox.ts'
import { enterSession, settleIn } from './enter-session.ts'
import { expireSession } from './expire-session.ts'
import type { FlowContext } from '../flow-context.ts'
import { findOutBooking } from '../reservations/find-out-booking.ts'
import { findOutNumber } from '../tickets/find-out-number.ts'
import { recallPush } from '../push/recall-push.ts'
import { sendLogOut } from './send-log-out.ts'
import { switchStateOf } from '../push/switch-state-of.ts'

/**
 * `remembered`: without a network, the person is who they were; `guest` may be one who could not be asked
 * for.
 */
export type StartedSession = 'signed-in' | 'remembered' | 'guest' | 'expired'

/**
 * At every start, and when the network is back: trades the cookie for the token. Without a network the person
 * that this device knows is here all the same, and so are their receipts.
 *
 * @see docs/decisions "Identity and session", rules AUTH-01, AUTH-09, TEMP-03, TEMP-04, OFFL-02
 */
export async function startSession(context: FlowContext): Promise<StartedSession> {
  try {
    return await lookWhoIsHere(context)
  } catch (error) {
    // A fault of ours: whoever waits to be known would wait for ever.
    context.session.failed('internal')
    throw error
  }
}

/** @throws whatever is no word of the server's */
async function lookWhoIsHere(context: FlowContext): Promise<StartedSession> {
  const { api, booking, clock, db, newTicket, pushDoor, pushSwitch, session } = context
  const asGuest = () => {
    // Also for whom there is nothing to renew: on an iPhone the profile then says how to install.
    pushSwitch.setState(switchStateOf(pushDoor.state()))
    return 'guest' as const
  }
  const before = session.token()
  /** Somebody came in while the server was asked: what it says now is of the moment before. */
  const isOvertaken = () => session.token() !== null && session.token() !== before
  session.loading()
  // Who left without a network has left, whatever the cookie says.
  if ((await sendLogOut(context)) === 'waiting') {
    if (isOvertaken()) return 'signed-in'
    session.signedOut()
    return asGuest()
  }
  const known = await db.userData.read('user')
  if (known && !session.user()) {
    session.remembered(known)
    // At once: who pressed the notice of a call must not look at an old place in the line until the server
    // has answered.
    await drainInbox(context).catch(reportFault)
  }
  try {
    const current = await api.login.session()
    // Not before the server has said what time it is: by the phone's clock alone, a date that stands wrong
    // for one start would cost receipts that are nowhere else.
    await db.tickets.removeStale(clock.now())
    await db.reservations.removeStale(clock.now())
    if (isOvertaken()) return 'signed-in'
    if (!current) {
      if (known) await expireSession(context)
      else session.signedOut()
      return known ? 'expired' : asGuest()
    }
    await enterSession(context, current)
    await settleIn(context)
    const asked = booking.unknown()
    if (asked) findOutBooking(context, asked)
    for (const wish of newTicket.unknown()) findOutNumber(context, wish)
    return 'signed-in'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isOvertaken()) return 'signed-in'
    if (error.status === 401) {
      // The cookie of a session that was ended stays in the browser: it is said once, and of nobody.
      if (!known && !session.user()) {
        session.signedOut()
        return asGuest()
      }
      await expireSession(context)
      return 'expired'
    }
    session.failed(heardCode(error.code))
    if (!known) return asGuest()
    if (await checkSessionExpiry(context)) return 'expired'
    await drainInbox(context)
    await recallPush(context)
    return 'remembered'
  }
}
