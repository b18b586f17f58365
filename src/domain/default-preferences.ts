import type { NotificationPreferences } from '#contract/rest/login.ts'

/**
 * Beside the contract's own, which brings its schemas along: this one is in the first download.
 * @see rule PROF-02
 */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  whatsapp: 'prompt',
  push: false,
  never_show_popup_notifications: false,
}
