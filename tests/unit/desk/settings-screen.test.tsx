// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { leave } from '#src/desk/leave-guard.ts'
import { loadLanguage } from '#src/desk/load-language.ts'
import SettingsScreen from '#src/desk/settings/settings-screen.tsx'
import type { OfficeHere } from '#src/desk/use-office-here.ts'
import { ana, type DeskDoor, openAnasDoor, refused, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'
import { NOTARY, notarySettings } from './notary-entry.ts'

const settings = notarySettings()
const office = { id: 3, slug: 'notaria-norte', name: 'Notaría Norte' } as OfficeHere

let door: DeskDoor
beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
beforeEach(async () => {
  door = await openAnasDoor()
})
afterEach(() => {
  cleanup()
  door.close()
})

it('[ADMIN-02] who may change the office no more, with something typed, is asked and gets out', async () => {
  const typed = { settings, draft: { ...NOTARY, name: 'Notaría del Norte' } }
  sessionStorage.setItem(`office-settings-${ana.clerk_id}-${office.id}`, JSON.stringify(typed))
  door.answer = () => refused(403, 'supervisors-only')
  let hasLeft = false
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  render(
    <I18nProvider i18n={i18n}>
      <Wrapper>
        <SettingsScreen clerk={ana} office={office} onLeave={() => leave(() => (hasLeft = true))} />
      </Wrapper>
    </I18nProvider>,
  )
  await screen.findByText('Ya no puedes cambiar esta oficina')
  fireEvent.click(screen.getByText('Volver al mesón'))
  expect(hasLeft).toBe(false)
  screen.getByText('¿Salir sin guardar?')
  fireEvent.click(screen.getByText('Descartar los cambios'))
  expect(hasLeft).toBe(true)
})
