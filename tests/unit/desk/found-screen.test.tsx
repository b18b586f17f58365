// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { DeskSession } from '#contract/rest/desk.ts'
import FoundScreen from '#src/desk/found/found-screen.tsx'
import { keepSoFar, readSoFar } from '#src/desk/found/said-so-far.ts'
import { loadLanguage } from '#src/desk/load-language.ts'
import { pressDone } from '#src/desk/presses.ts'
import { ana, openAnasDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

it('[ADMIN-04] an office that was opened, and its answer lost, is gone on to', async () => {
  const door = await openAnasDoor()
  onTestFinished(() => door.close())
  const office: DeskSession['offices'][number] = {
    id: 12,
    slug: 'notaria-nunoa',
    name: 'Notaría Ñuñoa',
    demo: false,
    category_id: 'notarias',
    category: 'Notarías',
    organization_id: 1,
    address: 'Irarrázaval 3400',
    district: 'Ñuñoa',
    region: 'Metropolitana',
    latitude: -33.45,
    longitude: -70.6483,
    time_zone: 'America/Santiago',
    hours: [],
    closures: [],
    channel: 'office:12',
    options: { web_only: false },
    line_categories: [],
    role: 'administrator',
  }
  const founder: DeskSession = { ...ana, founds: true }
  door.answer = () => ({ status: 200, json: { ...ana, offices: [office] } })
  const tools = toolsOf(door)
  const openOffice = () => Promise.reject(pressDone())
  const soFar = {
    step: 4,
    said: {
      name: 'Notaría Ñuñoa',
      category: 'notarias',
      address: 'Irarrázaval 3400',
      district: 'Ñuñoa',
      region: 'Metropolitana',
      place: { latitude: -33.45, longitude: -70.6483 },
      time_zone: 'America/Santiago',
      from: '09:00',
      to: '18:00',
      saturday: true,
      lines: ['Firmas', ''],
    },
  } as const
  keepSoFar(tools.settings, ana.clerk_id, soFar)
  const onOpened = vi.fn<(id: number) => void>()
  const Desk = inDesk({ ...tools, api: { ...tools.api, openOffice } }, new QueryClient())
  render(
    <I18nProvider i18n={i18n}>
      <Desk>
        <FoundScreen clerk={founder} onOpened={onOpened} />
      </Desk>
    </I18nProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Abrir la oficina' }))
  await expect.poll(() => onOpened.mock.calls).toEqual([[12]])
  expect(readSoFar(tools.settings, ana.clerk_id)).toBeNull()
  expect(door.session.store.getState()).toMatchObject({ phase: 'in', clerk: { offices: [{ id: 12 }] } })
})
