import type { FlowContext } from '#src/flows/flow-context.ts'
import { connectionStore } from './connection-store.ts'
import { errandStore } from './errand-store.ts'
import { favoritesStore } from './favorites-store.ts'
import { flagsStore } from './flags-store.ts'
import { type NewTicket, newTicketStore } from './new-ticket-store.ts'
import { noticesStore } from './notices-store.ts'
import { pollDraftStore } from './poll-draft-store.ts'
import { preferencesStore } from './preferences-store.ts'
import { pushStore } from './push-store.ts'
import { reservationDraftStore } from './reservation-draft-store.ts'
import { reservationStore } from './reservation-store.ts'
import { isSettled, sessionStore } from './session-store.ts'
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

/** The stores as flows see them: what may be done to them, and no Zustand. */
export function storePorts(stores: Stores): StorePorts {
  const session = () => stores.session.getState()
  const newTicket = () => stores.newTicket.getState()
  const wishes = (which: (ticket: NewTicket) => boolean) =>
    Object.values(newTicket().tickets).flatMap(ticket => (ticket.wish && which(ticket) ? [ticket.wish] : []))
  const reservation = () => stores.reservation.getState()
  const drafts = () => stores.reservationDraft.getState()
  const connection = () => stores.connection.getState()
  const preferences = () => stores.preferences.getState()
  const ui = () => stores.ui.getState()
  return {
    session: {
      user: () => session().user,
      token: () => session().token,
      whenKnown: () =>
        new Promise(resolve => {
          if (isSettled(session())) return resolve()
          const stop = stores.session.subscribe(state => {
            if (!isSettled(state)) return
            stop()
            resolve()
          })
        }),
      loading: () => session().apply({ type: 'loading' }),
      signedIn(entered) {
        session().apply({ type: 'signed-in', session: entered })
        // Whoever is in has no more to say of who they are, and leaves nothing of it to the next person.
        stores.visitAnswers.getState().typed(null)
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
    newTicket: {
      ongoing: () => wishes(ticket => ticket.isOngoing),
      unknown: () => wishes(ticket => ticket.failure?.code === 'unknown'),
      begin: wish => newTicket().begin(wish),
      step: (lineId, step) => newTicket().setStep(lineId, step),
      taken: (lineId, tuid, temporal) => newTicket().taken(lineId, tuid, temporal),
      failed: (lineId, failure) => newTicket().failed(lineId, failure),
      clear: () => newTicket().clear(),
    },
    booking: {
      ongoing: () => (reservation().step === null ? null : reservation().queued),
      unknown: () => (reservation().step === null ? reservation().queued : null),
      begin: wish => reservation().begin(wish),
      step: step => reservation().setStep(step),
      settled: (id, isConfirmed) => reservation().settle(id, isConfirmed),
      confirmed: id => reservation().confirm(id),
      failed: (lineId, problem) => reservation().failed(lineId, problem),
      dropped: id => reservation().drop(id),
      clear: () => reservation().clear(),
    },
    errands: { clear: () => stores.errands.getState().clear() },
    reservationDrafts: {
      asked: (lineId, requestId) => drafts().change(lineId, { requestId }),
      forget: lineId => drafts().forget(lineId),
      leftBy: userId => drafts().leftBy(userId),
      keepFor: userId => drafts().keepFor(userId),
      clear: () => drafts().clear(),
    },
    pollDrafts: {
      forget: ticketId => stores.pollDraft.getState().forget(ticketId),
      clear: () => stores.pollDraft.getState().clear(),
    },
    notices: {
      raise: notice => stores.notices.getState().raise(notice),
      stands: (kind, subject) =>
        stores.notices.getState().notices.some(one => one.kind === kind && one.subject === subject),
      forget: subject => stores.notices.getState().forget(subject),
      clear: () => stores.notices.getState().clear(),
    },
    connection: {
      online: online => connection().setOnline(online),
      channel: (officeSlug, state) => connection().setChannel(officeSlug, state),
    },
    flags: {
      areKnown: () => stores.flags.getState().flags !== null,
      loaded: toggles => stores.flags.getState().setFlags(toggles),
    },
    preferences: {
      current: () => preferences().preferences,
      areKnown: () => preferences().status === 'loaded',
      loading: () => preferences().setLoading(),
      loaded: loaded => preferences().setLoaded(loaded),
      failed: () => preferences().setFailed(),
      reset: () => preferences().reset(),
    },
    favorites: {
      loading: () => stores.favorites.getState().setLoading(),
      loaded: () => stores.favorites.getState().setLoaded(),
      failed: code => stores.favorites.getState().setFailed(code),
      reset: () => stores.favorites.getState().reset(),
    },
    pushSwitch: {
      working: () => stores.push.getState().setWorking(),
      settled: (state, knownAt) => stores.push.getState().setState(state, knownAt),
    },
    ui: {
      language: () => ui().language,
      alarm: () => ({ sound: ui().sound, vibration: ui().vibration }),
      customerParams: () => ui().customerParams,
      storageProblem: () => ui().storageProblem,
      tooManyRequests: refusal => ui().setTooManyRequests(refusal),
      setPosition: position => ui().setPosition(position),
    },
  }
}
