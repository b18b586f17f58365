/** What the browser says about notices. `needs-install`: only the installed app may have them (iPhone). */
export type PushPermission = 'unsupported' | 'needs-install' | 'prompt' | 'granted' | 'denied'

/**
 * Whether the question for permission may be put. Asked anywhere else than after a ticket or in the preferences it is
 * refused out of habit, and a refusal is for good.
 *
 * @see rule PUSH-06
 */
export function mayAskForPush(asked: {
  permission: PushPermission
  where: 'after-ticket' | 'preferences'
  /** The preference never_show_popup_notifications. */
  neverAgain: boolean
}): boolean {
  if (asked.permission !== 'prompt') return false
  // Who opens the preferences and presses the switch has changed their mind.
  return asked.where === 'preferences' || !asked.neverAgain
}
