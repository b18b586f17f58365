import type { FlowContext } from '../flow-context.ts'

/**
 * This page and its tab know nothing more of the person: what was typed, asked for and shown, and what the
 * screens had listed.
 */
export function leavePage({
  booking,
  errands,
  favorites,
  newTicket,
  notices,
  pollDrafts,
  preferences,
  pushSwitch,
  reservationDrafts,
  serverData,
  session,
}: Pick<
  FlowContext,
  | 'booking'
  | 'errands'
  | 'favorites'
  | 'newTicket'
  | 'notices'
  | 'pollDrafts'
  | 'preferences'
  | 'pushSwitch'
  | 'reservationDrafts'
  | 'serverData'
  | 'session'
>): void {
  session.signedOut()
  notices.clear()
  errands.clear()
  newTicket.clear()
  booking.clear()
  reservationDrafts.clear()
  pollDrafts.clear()
  preferences.reset()
  favorites.reset()
  pushSwitch.setState('off')
  serverData.forgetPerson()
}
