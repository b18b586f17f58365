import type { Session } from '#contract/rest/login.ts'
import { writeWho } from '#src/handoff/who.ts'
import type { FlowContext } from '../flow-context.ts'
import { sendPolls } from '../polls/answer-poll.ts'
import { sendCancels } from '../reservations/cancel-reservation.ts'
import { bringFavorites } from '../favorites/bring-favorites.ts'
import { drainInbox } from '../tickets/drain-inbox.ts'
import { loadPreferences } from '../push/load-preferences.ts'
import { loadReservations } from '../reservations/load-reservations.ts'
import { loadTickets } from '../tickets/load-tickets.ts'
import { renewPush } from '../push/renew-push.ts'
import { forgetFormerOwner } from './forget-former-owner.ts'
import { sendLeft, setLogOutAside } from './send-left.ts'
import { tellUntoldLanguage } from './tell-language.ts'

/** What an offline start has to know of them: enough to greet them. */
export async function keepUser({ db }: Pick<FlowContext, 'db'>, entered: Session): Promise<void> {
  const { user_id, name, identity_type, expires_at, meta } = entered
  await db.userData.write('user', { user_id, name, identity_type, temporal: meta.temporal, expires_at })
}

/**
 * Makes a session the one of this page, and leaves word of who is here for an offline start and for the
 * worker.
 */
export async function enterSession(context: FlowContext, entered: Session): Promise<void> {
  const { db, notices, otherPages, serverData, session, socket, ui } = context
  const before = session.user()
  // A socket that is open speaks for whoever was here before.
  if (session.token() !== entered.token) socket.leaveAll()
  session.signedIn(entered)
  if (before && before.user_id !== entered.user_id) serverData.refetchPerson()
  // Neither a full user nor a temporary one (AUTH-03): nobody.
  if (!session.user()) return
  await setLogOutAside(context, entered.user_id)
  notices.forget('session')
  const { user_id } = entered
  if ((await forgetFormerOwner(context, entered)) && before === null) serverData.refetchPerson()
  // In this order: another page that takes the word of the session before back looks here who came since.
  await keepUser(context, entered)
  await db.keepTrying('who', () => writeWho({ user_id, language: ui.language() }))
  otherPages.tell({ kind: 'entered', user_id })
}

/**
 * Brings in what belongs to the person: what came while the page was closed first, so that a call is told by
 * the push that brought it, then what the server knows, once it was told what waited. Nothing of it is needed
 * to be signed in, so nothing of it can undo that.
 */
export async function settleIn(context: FlowContext): Promise<void> {
  await drainInbox(context)
  await loadTickets(context)
  await sendCancels(context)
  await sendPolls(context)
  await loadReservations(context)
  await loadPreferences(context)
  await tellUntoldLanguage(context)
  await renewPush(context)
  await bringFavorites(context)
  await sendLeft(context)
}
