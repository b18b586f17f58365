// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { AsideButtons } from '#src/desk/aside/aside-buttons.tsx'
import { loadLanguage } from '#src/desk/load-language.ts'
import { ana, deskOf, openDeskDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

const standing = (number: number) =>
  ({ tuid: `tuid-${number}`, ticket: `A00${number}`, line_id: 5, state: 'called' }) as DeskTicket

it('[DESK-05] «Derivar» asks of the one it was pressed for, and of nobody who comes after them', async () => {
  const door = await openDeskDoor()
  onTestFinished(() => door.close())
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  const acting = { act: () => true, pending: null, error: null, clear() {} }
  const draw = (current: DeskTicket | null) => (
    <I18nProvider i18n={i18n}>
      <Wrapper>
        <AsideButtons
          clerkId={ana.clerk_id}
          timeZone="America/Santiago"
          state={{ ...deskOf(1, 0), current }}
          current={current}
          acting={acting}
        />
      </Wrapper>
    </I18nProvider>
  )
  const { rerender } = render(draw(standing(1)))
  const isOpen = () => document.querySelector('dialog')?.open ?? false
  const press = () => {
    const [button] = screen.getAllByRole('button', { name: 'Derivar' })
    if (button) fireEvent.click(button)
  }
  press()
  expect(isOpen()).toBe(true)
  rerender(draw(null))
  expect(isOpen()).toBe(false)
  rerender(draw(standing(2)))
  expect(isOpen()).toBe(false)
  press()
  expect(isOpen()).toBe(true)
  // The one of before is there again, whom somebody called once more.
  rerender(draw(standing(1)))
  expect(isOpen()).toBe(false)
})
