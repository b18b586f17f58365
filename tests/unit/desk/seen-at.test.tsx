// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { loadLanguage } from '#src/desk/load-language.ts'
import { OfficeScreen } from '#src/desk/office-screen.tsx'
import PeopleScreen from '#src/desk/people/people-screen.tsx'
import SettingsScreen from '#src/desk/settings/settings-screen.tsx'
import type { OfficeHere } from '#src/desk/use-office-here.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { type Answer, ana, type DeskDoor, deskOf, openAnasDoor, refused, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'
import { notarySettings } from './notary-entry.ts'

const office = { id: 3, slug: 'notaria-norte', name: 'Notaría Norte' } as OfficeHere
/** This computer's clock is years away from it. */
const AT = Date.parse('2026-11-21T15:00:00.000Z')
const clock = { now: () => AT + 30_000 }

let door: DeskDoor
beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
beforeEach(async () => {
  door = await openAnasDoor()
})
afterEach(() => {
  cleanup()
  door.close()
})

const nothing = () => undefined
const PAGES: [string, ReactNode, Answer][] = [
  [
    'the office',
    <OfficeScreen key="office" clerk={ana} office={office} />,
    { status: 200, json: { ...deskOf(1, 0), modulo: null } },
  ],
  [
    'its people',
    <PeopleScreen key="people" clerk={ana} office={office} onLeave={nothing} />,
    { status: 200, json: { people: [], invitations: [] } },
  ],
  [
    'its settings',
    <SettingsScreen key="settings" clerk={ana} office={office} onLeave={nothing} />,
    { status: 200, json: notarySettings() },
  ],
]

it.each(PAGES)(
  '[DESK-14] of %s is said since when it is so by the server’s clock',
  async (_, page, answer) => {
    door.answer = () => answer
    const queries = new QueryClient()
    const Wrapper = inDesk({ ...toolsOf(door), clock }, queries)
    render(
      <I18nProvider i18n={i18n}>
        <Wrapper>{page}</Wrapper>
      </I18nProvider>,
    )
    const isSeen = () =>
      queries
        .getQueryCache()
        .getAll()
        .some(({ state }) => state.data !== undefined)
    await expect.poll(isSeen).toBe(true)
    door.answer = () => refused(503, 'unavailable')
    void queries.refetchQueries()
    await screen.findByText(`Lo que ves es de las ${timeText(new Date(AT), 'es')}.`)
  },
)
