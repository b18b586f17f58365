import type { FlowContext } from './flow-context.ts'
import { answerPoll } from './polls/answer-poll.ts'
import { declinePoll } from './polls/decline-poll.ts'
import { acceptPolicy } from './session/accept-policy.ts'
import { bookReservation } from './reservations/book-reservation.ts'
import { cancelReservation } from './reservations/cancel-reservation.ts'
import { makeHandover, redeemHandover } from './session/carry-session.ts'
import { claimAttempt } from './session/claim-attempt.ts'
import { changePassword } from './session/change-password.ts'
import { confirmComing } from './reservations/confirm-coming.ts'
import { confirmEmail } from './session/confirm-email.ts'
import { correctPerson } from './session/correct-person.ts'
import { declinePush } from './push/decline-push.ts'
import { disablePush } from './push/disable-push.ts'
import { drainInbox } from './tickets/drain-inbox.ts'
import { enablePush } from './push/enable-push.ts'
import { endOtherSession } from './session/end-other-session.ts'
import { expireSession } from './session/expire-session.ts'
import { followPaper } from './session/follow-paper.ts'
import { followSlip } from './session/follow-slip.ts'
import { findPosition } from './office/find-position.ts'
import { forgetPassword } from './session/forget-password.ts'
import { comeBack } from './tickets/come-back.ts'
import { giveUp } from './tickets/give-up.ts'
import { holdOffice } from './office/hold-office.ts'
import { keepWatch } from './watch/keep-watch.ts'
import { letOthersPass } from './tickets/let-others-pass.ts'
import { loadReservations } from './reservations/load-reservations.ts'
import { loadTickets } from './tickets/load-tickets.ts'
import { loadFavorites } from './favorites/load-favorites.ts'
import { logInTemporary } from './session/log-in-temporary.ts'
import { logOut } from './session/log-out.ts'
import { markFavorite } from './favorites/mark-favorite.ts'
import { moveReservation } from './reservations/move-reservation.ts'
import { keepFlagsFresh } from './watch/refresh-flags.ts'
import { eraseHere, eraseMe, readOwnData } from './session/own-data.ts'
import { readMessage } from './tickets/read-message.ts'
import { refreshReservation } from './reservations/refresh-reservation.ts'
import { refreshTicket } from './tickets/refresh-ticket.ts'
import { refreshWait } from './tickets/refresh-wait.ts'
import { renewPush } from './push/renew-push.ts'
import { recoverAccount } from './session/recover-account.ts'
import { resetPassword } from './session/reset-password.ts'
import { returnFromProvider } from './session/return-from-provider.ts'
import { resubscribePush } from './push/resubscribe-push.ts'
import { savePreferences } from './push/save-preferences.ts'
import { sayOnMyWay } from './tickets/say-on-my-way.ts'
import { sendConfirmation } from './session/send-confirmation.ts'
import { signIn } from './session/sign-in.ts'
import { signInWithProvider } from './session/sign-in-with-provider.ts'
import { signUp } from './session/sign-up.ts'
import { startSession } from './session/start-session.ts'
import { takeTicket } from './tickets/take-ticket.ts'
import { tellLanguage } from './session/tell-language.ts'
import { testPush } from './push/test-push.ts'
import { unlinkProvider } from './session/unlink-provider.ts'
import { updateUser } from './session/update-user.ts'
import { visitMeet } from './reservations/visit-meet.ts'
import { dropOpening, wishOpening } from './push/wish-opening.ts'
import { askWhatsappCode, confirmWhatsapp, forgetWhatsapp } from './push/whatsapp-number.ts'

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
  followPaper,
  followSlip,
  correctPerson,
  readOwnData,
  eraseHere,
  eraseMe,
  takeTicket,
  loadTickets,
  refreshTicket,
  refreshWait,
  comeBack,
  giveUp,
  letOthersPass,
  sayOnMyWay,
  readMessage,
  bookReservation,
  cancelReservation,
  moveReservation,
  confirmComing,
  loadReservations,
  refreshReservation,
  holdOffice,
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
  tellLanguage,
  findPosition,
  keepFlagsFresh,
  keepWatch,
  signUp,
  signIn,
  changePassword,
  forgetPassword,
  resetPassword,
  confirmEmail,
  recoverAccount,
  sendConfirmation,
  endOtherSession,
  updateUser,
  signInWithProvider,
  claimAttempt,
  returnFromProvider,
  unlinkProvider,
  markFavorite,
  loadFavorites,
  answerPoll,
  declinePoll,
  askWhatsappCode,
  confirmWhatsapp,
  forgetWhatsapp,
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
