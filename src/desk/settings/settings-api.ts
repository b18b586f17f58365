import * as v from 'valibot'
import type { DeskFound } from '#contract/rest/desk-booking.ts'
import {
  type OfficeSettings,
  type SettingsChecked,
  type SettingsConflict,
  type SettingsSave,
  type SettingsSaved,
  settings,
  settingsChecked,
  settingsConflict,
  settingsLeftOut,
  settingsSaved,
  type settingsUndo,
} from '#contract/rest/settings.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type Client, path } from '#src/api/client.ts'

/** The calls about an office's settings. Each throws an `ApiError`. */
export function settingsApi(client: Client, officeId: number) {
  const below = path`/offices/${officeId}/settings`
  return {
    read: (signal?: AbortSignal): Promise<OfficeSettings> => client.call('desk', below, settings, { signal }),
    /** What is held beside the settings as they are now. */
    leftOut: (signal?: AbortSignal): Promise<DeskFound> =>
      client.call('desk', `${below}/left-out`, settingsLeftOut, { signal }),
    check: (office: Record<string, unknown>): Promise<SettingsChecked> =>
      client.call('desk', `${below}/check`, settingsChecked, {
        method: 'POST',
        json: { office },
        nameless: true,
      }),
    /** Said again after silence, its version says whether it was done (settings-store.ts). */
    save: (said: SettingsSave): Promise<SettingsSaved> =>
      client.call('desk', below, settingsSaved, { method: 'PUT', json: said, nameless: true }),
    undo: (said: v.InferInput<typeof settingsUndo>): Promise<SettingsSaved> =>
      client.call('desk', `${below}/undo`, settingsSaved, { method: 'POST', json: said }),
  }
}
export type SettingsApi = ReturnType<typeof settingsApi>

/** What a refusal says of that on which the change does not rest any more; null where it is another one. */
export function conflictOf(error: unknown): SettingsConflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const parsed = v.safeParse(settingsConflict, error.cause)
  return parsed.success ? parsed.output : null
}
