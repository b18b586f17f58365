// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SettingsSave, SettingsTouch } from '#contract/rest/settings.ts'
import { loadLanguage } from '#src/desk/load-language.ts'
import { SaveBar } from '#src/desk/settings/save-bar.tsx'
import { settingsApi } from '#src/desk/settings/settings-api.ts'
import type { SettingsPlace } from '#src/desk/settings/settings-place.ts'
import { createSettingsStore } from '#src/desk/settings/settings-store.ts'
import { TouchQuestion } from '#src/desk/settings/touch-question.tsx'
import { SettingsPageProvider } from '#src/desk/settings/use-settings.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { type DeskDoor, openAnasDoor, problemOf, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'
import { notarySettings } from './notary-entry.ts'

const settings = notarySettings()

let door: DeskDoor
beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
beforeEach(async () => {
  sessionStorage.clear()
  door = await openAnasDoor()
})
afterEach(() => {
  cleanup()
  door.close()
})

/**
 * Another name that cannot be saved without a word of those who wait, where some do, nor of what is held, of
 * which a desk booked some.
 */
async function asked(
  reservations: { total: number; by_desk: number },
  day_ends: SettingsTouch['day_ends'] = null,
) {
  const went: SettingsPlace[] = []
  const touches = {
    reservations: { ...reservations, days: [], lines: [] },
    day_ends,
    waiting: [],
    sitting: [],
  }
  const refused = (code: string) => ({ status: 409, json: { ...problemOf(409, code), touches } })
  door.answer = ({ json }) => {
    const { office, reservations: word, ends_day } = json as SettingsSave
    if (day_ends !== null && !ends_day) return refused('day-ends')
    if (reservations.total > 0 && word === undefined) return refused('reservations-affected')
    const { total, by_desk } = reservations
    const now = { ...settings, version: '2'.padStart(27, '0'), office }
    return { status: 200, json: { faults: [], settings: now, told: total - by_desk, untold: by_desk } }
  }
  const api = settingsApi(door.client, settings.office_id)
  const store = createSettingsStore(
    api,
    browserSettings(() => sessionStorage),
    'office-settings',
  )
  store.seen(settings)
  store.edit('name', 'Notaría del Norte')
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  const page = { settings: store, api, go: (to: SettingsPlace) => void went.push(to) }
  render(
    <I18nProvider i18n={i18n}>
      <Wrapper>
        <SettingsPageProvider value={page}>
          <SaveBar onCompare={() => {}} />
          <TouchQuestion />
        </SettingsPageProvider>
      </Wrapper>
    </I18nProvider>,
  )
  await act(() => store.save())
  return { went }
}

it('[ADMIN-02] [DESK-11] whoever cancels and tells is told before and after whom no phone tells, and led to them', async () => {
  const { went } = await asked({ total: 3, by_desk: 1 })
  screen.getByText('1 se reservó aquí, sin teléfono', { exact: false })
  fireEvent.click(screen.getByText('Cancelar las otras 2 y avisarles ahora'))
  await screen.findByText('Se cancelaron 2 reservas, y se les avisó.', { exact: false })
  screen.getByText('Queda 1 reserva sin teléfono', { exact: false })
  expect(door.asked.at(-1)?.json).toMatchObject({ reservations: 'tell' })
  expect(went).toEqual([{}])
})

it('[ADMIN-02] [DESK-11] where no phone tells any of them, nobody is offered to tell them', async () => {
  await asked({ total: 2, by_desk: 2 })
  screen.getByText('2 se reservaron aquí, sin teléfono', { exact: false })
  screen.getByText('Cambiarles la hora, una por una')
  expect(screen.queryByText(/avisarles? ahora/)).toBeNull()
})

it('[ADMIN-02] where a phone tells each of them, nothing is said of those whom none tells', async () => {
  const { went } = await asked({ total: 2, by_desk: 0 })
  fireEvent.click(screen.getByText('Cancelarlas y avisarles ahora'))
  await screen.findByText('Se cancelaron 2 reservas, y se les avisó.', { exact: false })
  expect(screen.queryByText(/sin teléfono/)).toBeNull()
  expect(went).toEqual([])
})

it('[ADMIN-02] whoever would close on those who wait is told what becomes of them, and saves nothing by going back', async () => {
  await asked({ total: 0, by_desk: 0 }, { waiting: 12, closing: 'send-home' })
  screen.getByText('Así la oficina cierra ahora, y esperan 12 personas')
  screen.getByText('En un minuto terminan sus números', { exact: false })
  fireEvent.click(screen.getByText('Volver sin guardar'))
  expect(screen.queryByText('Así la oficina cierra ahora', { exact: false })).toBeNull()
  screen.getByText('Sin guardar', { exact: false })
  expect(door.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

it('[ADMIN-02] where an office attends them still, nobody is said to lose a number', async () => {
  await asked({ total: 0, by_desk: 0 }, { waiting: 1, closing: 'finish' })
  screen.getByText('Así la oficina cierra ahora, y espera 1 persona')
  screen.getByText('Conservan su número', { exact: false })
  fireEvent.click(screen.getByText('Cerrar, y atender a quienes esperan'))
  await screen.findByText('Guardado.', { exact: false })
  expect(door.asked.at(-1)?.json).toMatchObject({ ends_day: 'finish' })
})

it('[ADMIN-02] of those who wait and of those who booked one is asked after the other, and both words are sent', async () => {
  await asked({ total: 2, by_desk: 0 }, { waiting: 3, closing: 'send-home' })
  fireEvent.click(screen.getByText('Cerrar, y que vuelvan otro día'))
  fireEvent.click(await screen.findByText('Dejar sus reservas: se les atiende igual'))
  await screen.findByText('Guardado.', { exact: false })
  expect(door.asked.at(-1)?.json).toMatchObject({ ends_day: 'send-home', reservations: 'keep' })
})
