// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { DeskState, DeskTicket } from '#contract/rest/desk.ts'
import { TransferDialog } from '#src/desk/aside/transfer-dialog.tsx'
import { loadLanguage } from '#src/desk/load-language.ts'
import { ana, deskOf, openDeskDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

it.each([
  ['on paper', true],
  ['of a phone', false],
])('[OFF-07] a number %s is offered no line that would not hear its call', async (_, on_paper) => {
  const door = await openDeskDoor()
  const state: DeskState = deskOf(1, 0)
  const [line] = state.lines
  if (!line) throw new Error('the desk has no line')
  const lines = [
    { ...line, line_id: 1, name: 'Cajas' },
    { ...line, line_id: 2, name: 'Asesoría', virtual: true },
    { ...line, line_id: 3, name: 'Firmas' },
  ]
  const ticket = { line_id: 1, ticket: 'A001', on_paper } as DeskTicket
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  render(
    <I18nProvider i18n={i18n}>
      <Wrapper>
        <TransferDialog
          clerkId={ana.clerk_id}
          state={{ ...state, lines }}
          ticket={ticket}
          open
          onClose={() => {}}
        />
      </Wrapper>
    </I18nProvider>,
  )
  await screen.findByText('Firmas')
  expect(screen.queryByText('Asesoría') !== null).toBe(!on_paper)
  expect(screen.queryByText('Cajas')).toBeNull()
  door.close()
})
