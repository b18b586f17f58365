// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { OfficeSettings, SettingsConflict, SettingsSaved } from '#contract/rest/settings.ts'
import { ApiError } from '#src/api/api-error.ts'
import { loadLanguage } from '#src/desk/load-language.ts'
import { SaveBar } from '#src/desk/settings/save-bar.tsx'
import type { SettingsApi } from '#src/desk/settings/settings-api.ts'
import { createSettingsStore } from '#src/desk/settings/settings-store.ts'
import { SettingsPageProvider } from '#src/desk/settings/use-settings.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { problemOf } from './desk-door.ts'
import { notarySettings } from './notary-entry.ts'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

const NOBODY = {
  reservations: { total: 0, by_desk: 0, days: [], lines: [] },
  day_ends: null,
  waiting: [],
  sitting: [],
}

/** What stands after the nth change, by whom. */
const settingsOf = (nth: number, change: Partial<OfficeSettings['office']>, by: string) =>
  notarySettings(change, nth, { at: '2026-11-25T10:42:00.000Z', by, undoable: true })
const refusal = (code: string, more: Partial<SettingsConflict>) =>
  new ApiError(code, 409, code, { cause: { ...problemOf(409, code), ...more } })

/** Another name, which Ana has just saved. */
async function saved({ undo }: { undo: () => SettingsSaved }) {
  const hers = settingsOf(2, { name: 'Notaría del Norte' }, 'Ana Rojas')
  const api: SettingsApi = {
    read: async () => hers,
    check: async () => ({ faults: [], parts: [], touches: NOBODY }),
    leftOut: async () => ({ reservations: [], more: false }),
    save: async () => ({ faults: [], settings: hers, told: 0, untold: 0 }),
    undo: async () => undo(),
  }
  const settings = createSettingsStore(
    api,
    browserSettings(() => sessionStorage),
    'office-settings',
  )
  settings.seen(settingsOf(1, {}, 'Pedro Soto'))
  settings.edit('name', 'Notaría del Norte')
  render(
    <I18nProvider i18n={i18n}>
      <SettingsPageProvider value={{ settings, api, go() {} }}>
        <SaveBar onCompare={() => {}} />
      </SettingsPageProvider>
    </I18nProvider>,
  )
  fireEvent.click(screen.getByText('Guardar'))
  await screen.findByText('Guardado.')
  return { settings }
}

/** What Pedro saves after her. */
const his = settingsOf(3, { name: 'Notaría del Norte', closures: ['2026-12-24'] }, 'Pedro Soto')

it('[ADMIN-02] what was just saved is taken back from beside the word of it, and not what another saved since', async () => {
  const { settings } = await saved({ undo: () => expect.fail('what Pedro saved was taken back') })
  screen.getByText('Deshacer')
  act(() => settings.seen(his))
  screen.getByText('Guardado.')
  expect(screen.queryByText('Deshacer')).toBeNull()
})

it('[ADMIN-02] who takes back what another has changed since reads that nothing was taken back', async () => {
  const { settings } = await saved({
    undo() {
      throw refusal('settings-moved', { settings: his })
    },
  })
  await act(() => settings.undo())
  screen.getByText('Alguien cambió la oficina mientras tanto.', { exact: false })
  expect(screen.queryByText('Deshacer')).toBeNull()
})

it('[ADMIN-02] a question about taking back ends as soon as another saves: it was asked of something else', async () => {
  const { settings } = await saved({
    undo() {
      throw refusal('reservations-affected', { touches: NOBODY })
    },
  })
  await act(() => settings.undo())
  expect(settings.store.getState().saving).toMatchObject({ phase: 'asking', what: 'undo' })
  act(() => settings.seen(his))
  screen.getByText('Alguien cambió la oficina mientras tanto.', { exact: false })
})
