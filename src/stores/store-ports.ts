import type { FlowContext } from '#src/flows/flow-context.ts'
import { connectionStore } from './connection-store.ts'
import { errandStore } from './errand-store.ts'
import { favoritesStore } from './favorites-store.ts'
import { flagsStore } from './flags-store.ts'
import { newTicketStore } from './new-ticket-store.ts'
import { noticesStore } from './notices-store.ts'
import { pollDraftStore } from './poll-draft-store.ts'
import { preferencesStore } from './preferences-store.ts'
import { pushStore } from './push-store.ts'
import { reservationDraftStore } from './reservation-draft-store.ts'
import { reservationStore } from './reservation-store.ts'
import { isSettled, type SessionState, sessionStore } from './session-store.ts'
import { uiStore } from './ui-store.ts'
import { visitAnswersStore } from './visit-answers-store.ts'

/** The page's own stores; a test makes its own of the same kind. */
export const PAGE_STORES = {
  connection: connectionStore,
  errands: errandStore,
  favorites: favoritesStore,
  flags: flagsStore,
  newTicket: newTicketStore,
  notices: noticesStore,
  pollDraft: pollDraftStore,
  preferences: preferencesStore,
  push: pushStore,
  reservation: reservationStore,
  reservationDraft: reservationDraftStore,
  session: sessionStore,
  ui: uiStore,
  visitAnswers: visitAnswersStore,
}
export type Stores = typeof PAGE_STORES

export type StorePorts = Pick<
  FlowContext,
  | 'booking'
  | 'connection'
  | 'errands'
  | 'favorites'
  | 'flags'
  | 'newTicket'
  | 'notices'
  | 'pollDrafts'
  | 'preferences'
  | 'pushSwitch'
  | 'reservationDrafts'
  | 'session'
  | 'ui'
>

/**
 * The stores as flows see them: what may be done to them, and no Zustand. Most are ports themselves: what
 * they do stays the same for as long as they are there, whatever becomes of what they know.
 */
export function storePorts(stores: Stores): StorePorts {
  const session = () => stores.session.getState()
  const ui = () => stores.ui.getState()
  const once = (isSo: (state: SessionState) => boolean) =>
    new Promise<void>(resolve => {
      if (isSo(session())) return resolve()
      const stop = stores.session.subscribe(state => {
        if (!isSo(state)) return
        stop()
        resolve()
      })
    })
  return {
    session: {
      user: () => session().user,
      token: () => session().token,
      hasExpired: () => session().status === 'expired',
      whenKnown: () => once(isSettled),
      whenNamed: () => once(state => state.user !== null || isSettled(state)),
      loading: () => session().apply({ type: 'loading' }),
      signedIn(entered) {
        const { hasLooked, user: before } = session()
        const wasHere = !hasLooked || before?.user_id === entered.user_id
        session().apply({ type: 'signed-in', session: entered })
        // Whoever is in has no more to say of who they are, and leaves nothing of it to the next person; but
        // a temporary user who was here already may be typing what makes them an account.
        if (!wasHere || !entered.meta.temporal) stores.visitAnswers.getState().typed(null)
      },
      remembered: user => session().apply({ type: 'remembered', user }),
      accepted: versions => session().apply({ type: 'accepted', versions }),
      expired: () => session().apply({ type: 'expired' }),
      signedOut() {
        // Whoever was nobody before keeps what they are typing.
        if (session().user !== null) stores.visitAnswers.getState().clear()
        session().apply({ type: 'signed-out' })
      },
      failed: code => session().apply({ type: 'failed', code }),
    },
    newTicket: stores.newTicket.getState(),
    booking: stores.reservation.getState(),
    errands: stores.errands.getState(),
    reservationDrafts: stores.reservationDraft.getState(),
    pollDrafts: stores.pollDraft.getState(),
    notices: stores.notices.getState(),
    connection: stores.connection.getState(),
    flags: stores.flags.getState(),
    preferences: stores.preferences.getState(),
    favorites: stores.favorites.getState(),
    pushSwitch: stores.push.getState(),
    ui: {
      language: () => ui().language,
      alarm: () => ({ sound: ui().sound, vibration: ui().vibration }),
      customerParams: () => ui().customerParams,
      storageProblem: () => ui().storageProblem,
      tooManyRequests: refusal => ui().setTooManyRequests(refusal),
      hasPlace: () => 'latitude' in (ui().position ?? {}),
      setPosition: position => ui().setPosition(position),
    },
  }
}
