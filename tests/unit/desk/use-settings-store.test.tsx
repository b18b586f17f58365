// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { OfficeSettings } from '#contract/rest/settings.ts'
import type { AtOffice } from '#src/desk/people/use-staff-change.ts'
import { pressDone } from '#src/desk/presses.ts'
import { hasUnsaved } from '#src/desk/settings/settings-store.ts'
import { useSettingsStore } from '#src/desk/settings/use-settings-store.ts'
import { ana, type Asked, type DeskDoor, openAnasDoor, refused, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'
import { notarySettings } from './notary-entry.ts'

const pedro: DeskSession = { ...ana, clerk_id: 8, name: 'Pedro Soto', token: 'token-of-pedro' }
/** Another one in each test: what a tab keeps outlives its pages. */
let officeId = 3

/** What the server holds. */
const settingsOf = (name: string, nth: number): OfficeSettings => ({
  ...notarySettings({ name }, nth),
  office_id: officeId,
})

let door: DeskDoor
let stands: OfficeSettings
beforeEach(async () => {
  door = await openAnasDoor()
  officeId += 1
  stands = settingsOf('Notaría Norte', 1)
  door.answer = asked => (isSave(asked) ? saved(asked) : { status: 200, json: stands })
})
afterEach(() => {
  cleanup()
  door.close()
})

const isSave = ({ method }: Asked) => method === 'PUT'
function saved({ json }: Asked) {
  const { office: entry } = json as { office: { name: string } }
  stands = settingsOf(entry.name, Number(stands.version) + 1)
  return { status: 200, json: { faults: [], settings: stands, told: 0, untold: 0 } }
}

/** The page of the settings, as one clerk has it open. */
function opened(clerk: DeskSession) {
  const office = { id: officeId } as AtOffice['office']
  const queries = new QueryClient()
  const tools = toolsOf(door)
  const wrapper = inDesk(tools, queries)
  const { result, unmount } = renderHook(() => useSettingsStore({ clerk, office }), { wrapper })
  const state = () => result.current.settings.store.getState()
  return {
    settings: () => result.current.settings,
    name: () => state().draft?.name,
    isUnsaved: () => hasUnsaved(state()),
    saving: () => state().saving.phase,
    isAsking: () => queries.isFetching() > 0,
    lookAgain: () => void queries.refetchQueries(),
    close() {
      unmount()
      queries.clear()
    },
  }
}

it('[ADMIN-02] what one supervisor typed at a shared desk is not the next one’s to save, and waits for them', async () => {
  const hers = opened(ana)
  await expect.poll(hers.name).toBe('Notaría Norte')
  act(() => hers.settings().edit('name', 'Notaría del Norte'))
  hers.close()
  door.session.begin(pedro)
  const his = opened(pedro)
  await expect.poll(his.name).toBe('Notaría Norte')
  expect(his.isUnsaved()).toBe(false)
  his.close()
  door.session.begin(ana)
  const again = opened(ana)
  expect(again.name()).toBe('Notaría del Norte')
  expect(again.isUnsaved()).toBe(true)
})

it('[ADMIN-02] what was saved as the session ended is saved once its clerk has signed in again', async () => {
  const page = opened(ana)
  await expect.poll(page.name).toBe('Notaría Norte')
  act(() => page.settings().edit('name', 'Notaría del Norte'))
  door.answer = () => refused(401, 'session-expired')
  await act(() => page.settings().save())
  expect(page.saving()).toBe('waiting')
  expect(stands.office.name).toBe('Notaría Norte')
  door.answer = asked => (isSave(asked) ? saved(asked) : { status: 200, json: stands })
  act(() => door.session.begin(ana))
  await expect.poll(() => stands.office.name).toBe('Notaría del Norte')
  await expect.poll(page.isUnsaved).toBe(false)
})

it('[ADMIN-02] what was read before a save, and is answered after it, does not come back over what was saved', async () => {
  const page = opened(ana)
  await expect.poll(page.name).toBe('Notaría Norte')
  // Nothing was read since this was saved.
  act(() => page.settings().edit('name', 'Notaría Primera'))
  await act(() => page.settings().save())
  act(() => page.settings().edit('name', 'Notaría del Norte'))
  door.answer = () => refused(401, 'session-expired')
  await act(() => page.settings().save())
  const before = stands
  let answerLate = () => {}
  const late = new Promise<void>(resolve => (answerLate = resolve))
  door.answer = async asked => {
    if (isSave(asked)) return saved(asked)
    await late
    return { status: 200, json: before }
  }
  // Both begin with the session: the save, and a look at what stands.
  const askedBefore = door.asked.length
  act(() => door.session.begin(ana))
  await expect.poll(() => door.asked.slice(askedBefore).map(({ method }) => method)).toContain('GET')
  await expect.poll(page.isUnsaved).toBe(false)
  await act(async () => answerLate())
  await expect.poll(page.isAsking).toBe(false)
  await act(() => new Promise(resolve => setTimeout(resolve)))
  expect(page.name()).toBe('Notaría del Norte')
  expect(page.settings().store.getState().begun?.settings.version).toBe(stands.version)
})

it('[ADMIN-02] what was read before an undo whose answer was lost does not come back over what it gave back', async () => {
  const { call } = door.client
  door.client.call = async (...asked) => {
    const answer = await call(...asked)
    if (asked[1].endsWith('/undo')) throw pressDone()
    return answer
  }
  const page = opened(ana)
  await expect.poll(page.name).toBe('Notaría Norte')
  act(() => page.settings().edit('name', 'Notaría del Norte'))
  await act(() => page.settings().save())
  const before = stands
  let answerLate = () => {}
  const late = new Promise<void>(resolve => (answerLate = resolve))
  door.answer = async () => {
    await late
    return { status: 200, json: before }
  }
  const askedBefore = door.asked.length
  act(() => page.lookAgain())
  await expect.poll(() => door.asked.length).toBeGreaterThan(askedBefore)
  stands = settingsOf('Notaría Norte', 3)
  door.answer = ({ method }) =>
    method === 'POST'
      ? { status: 200, json: { faults: [], settings: stands, told: 0, untold: 0 } }
      : { status: 200, json: stands }
  await act(() => page.settings().undo())
  expect(page.name()).toBe('Notaría Norte')
  await act(async () => answerLate())
  await expect.poll(page.isAsking).toBe(false)
  await act(() => new Promise(resolve => setTimeout(resolve)))
  expect(page.name()).toBe('Notaría Norte')
})
