import type { FlowContext } from './flow-context.ts'
import { acceptPolicy } from './accept-policy.ts'
import { bookReservation } from './book-reservation.ts'
import { cancelReservation } from './cancel-reservation.ts'
import { makeHandover, redeemHandover } from './carry-session.ts'
import { changeLanguage } from './change-language.ts'
import { confirmComing } from './confirm-coming.ts'
import { correctPerson } from './correct-person.ts'
import { declinePush } from './decline-push.ts'
import { disablePush } from './disable-push.ts'
import { drainInbox } from './drain-inbox.ts'
import { enablePush } from './enable-push.ts'
import { expireSession } from './expire-session.ts'
import { findPosition } from './find-position.ts'
import { giveUp } from './give-up.ts'
import { joinOffice } from './join-office.ts'
import { keepWatch } from './keep-watch.ts'
import { leaveOffice } from './leave-office.ts'
import { letOthersPass } from './let-others-pass.ts'
import { loadReservations } from './load-reservations.ts'
import { loadTickets } from './load-tickets.ts'
import { logInTemporary } from './log-in-temporary.ts'
import { logOut } from './log-out.ts'
import { moveReservation } from './move-reservation.ts'
import { keepFlagsFresh } from './refresh-flags.ts'
import { refreshReservation } from './refresh-reservation.ts'
import { refreshTicket } from './refresh-ticket.ts'
import { refreshWait } from './refresh-wait.ts'
import { renewPush } from './renew-push.ts'
import { resubscribePush } from './resubscribe-push.ts'
import { savePreferences } from './save-preferences.ts'
import { sayOnMyWay } from './say-on-my-way.ts'
import { startSession } from './start-session.ts'
import { takeTicket } from './take-ticket.ts'
import { testPush } from './test-push.ts'
import { visitMeet } from './visit-meet.ts'
import { dropOpening, wishOpening } from './wish-opening.ts'

type Rest<Flow> = Flow extends (context: never, ...rest: infer Args) => infer Answer
  ? (...args: Args) => Answer
  : never

const verbs = {
  startSession,
  logInTemporary,
  logOut,
  expireSession,
  makeHandover,
  redeemHandover,
  acceptPolicy,
  correctPerson,
  takeTicket,
  loadTickets,
  refreshTicket,
  refreshWait,
  giveUp,
  letOthersPass,
  sayOnMyWay,
  bookReservation,
  cancelReservation,
  moveReservation,
  confirmComing,
  loadReservations,
  refreshReservation,
  joinOffice,
  leaveOffice,
  drainInbox,
  enablePush,
  disablePush,
  declinePush,
  renewPush,
  resubscribePush,
  testPush,
  wishOpening,
  dropOpening,
  visitMeet,
  savePreferences,
  changeLanguage,
  findPosition,
  keepFlagsFresh,
  keepWatch,
}

/** The verbs as screens call them: without the context, which is the application's. */
export type Flows = { [Verb in keyof typeof verbs]: Rest<(typeof verbs)[Verb]> }

export function bindFlows(context: FlowContext): Flows {
  const bound = Object.entries(verbs).map(([name, verb]) => [
    name,
    (...rest: unknown[]) => (verb as (context: FlowContext, ...rest: unknown[]) => unknown)(context, ...rest),
  ])
  return Object.fromEntries(bound) as Flows
}
