/** What the browser says about notices. `needs-install`: only the installed app may have them (iPhone). */
export type PushPermission = 'unsupported' | 'needs-install' | 'prompt' | 'granted' | 'denied'

export interface PushAsked {
  permission: PushPermission
  /** `wish`: by the press that asks to be told of one thing, "Avísame cuando abra". */
  where: 'after-ticket' | 'preferences' | 'wish'
  /** The preference never_show_popup_notifications. */
  neverAgain: boolean
}

/**
 * Whether the question for permission may be put. Asked anywhere else than after a ticket or in the
 * preferences it is refused out of habit, and a refusal is for good.
 *
 * @see rule PUSH-06
 */
export function mayAskForPush(asked: PushAsked): boolean {
  if (asked.permission !== 'prompt') return false
  // Who opens the preferences and presses the switch, or asks to be told of an opening, has changed their
  // mind.
  return asked.where !== 'after-ticket' || !asked.neverAgain
}
