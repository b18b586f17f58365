import * as v from 'valibot'
import { SETTINGS_BYTES_MAX } from '#contract/desk-limits.ts'
import { idFromText } from '#contract/primitives.ts'
import {
  settings,
  settingsAsked,
  settingsChecked,
  settingsLeftOut,
  settingsSave,
  settingsSaved,
  settingsUndo,
} from '#contract/rest/settings.ts'
import { clerkBy, supervisorAt } from '#server/facts/at-office.ts'
import type { Routes } from '#server/web/app.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import type { Reading } from '#server/reservations/desk-reservations.ts'
import { checkSettings } from './check-settings.ts'
import { leftOutReservations } from './left-out-reservations.ts'
import { replaceSettings } from './replace-settings.ts'
import type { SettingsContext } from './settings-context.ts'
import { standingSettings } from './standing-settings.ts'
import { undoSettings } from './undo-settings.ts'

const byOffice = v.object({ id: idFromText })
const large = { ...keptNowhere, bodyLimit: SETTINGS_BYTES_MAX }

/** An office's settings, for whoever supervises it: below the desk's base. */
export const officeSettingsRoutes =
  (context: SettingsContext & Reading): Routes =>
  app => {
    app.get(
      '/offices/:id/settings',
      { ...keptNowhere, schema: { params: byOffice, response: { 200: settings } } },
      async request => {
        const { office_id } = await supervisorAt(context, request, request.params.id)
        return await standingSettings(context.database.db, office_id)
      },
    )

    app.get(
      '/offices/:id/settings/left-out',
      { ...keptNowhere, schema: { params: byOffice, response: { 200: settingsLeftOut } } },
      async request => {
        const { office_id } = await supervisorAt(context, request, request.params.id)
        return await leftOutReservations(context, { office_id })
      },
    )

    app.post(
      '/offices/:id/settings/check',
      { ...large, schema: { params: byOffice, body: settingsAsked, response: { 200: settingsChecked } } },
      request => checkSettings(context, clerkBy(request, request.params.id), request.body.office),
    )

    app.put(
      '/offices/:id/settings',
      { ...large, schema: { params: byOffice, body: settingsSave, response: { 200: settingsSaved } } },
      request =>
        replaceSettings(
          context,
          clerkBy(request, request.params.id),
          request.body,
          async () => request.body.office,
        ),
    )

    app.post(
      '/offices/:id/settings/undo',
      { ...keptNowhere, schema: { params: byOffice, body: settingsUndo, response: { 200: settingsSaved } } },
      request => undoSettings(context, clerkBy(request, request.params.id), request.body),
    )
  }
