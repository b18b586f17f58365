// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { DeskState, DeskTicket } from '#contract/rest/desk.ts'
import { TransferDialog } from '#src/desk/aside/transfer-dialog.tsx'
import { loadLanguage } from '#src/desk/load-language.ts'
import { ana, deskOf, openAnasDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

/** The question where the one of this number goes on, at a desk that stands so, and otherwise in a moment. */
async function asked(ticket: Partial<DeskTicket>, stands: Partial<DeskState>) {
  const door = await openAnasDoor()
  onTestFinished(() => door.close())
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  door.answer = () => ({ status: 200, json: deskOf(2, 0) })
  const dialog = (at: Partial<DeskState>) => (
    <I18nProvider i18n={i18n}>
      <Wrapper>
        <TransferDialog
          clerkId={ana.clerk_id}
          timeZone="America/Santiago"
          state={{ ...deskOf(1, 0), ...at }}
          ticket={{ ticket: 'A001', ...ticket } as DeskTicket}
          open
          onClose={() => {}}
        />
      </Wrapper>
    </I18nProvider>
  )
  const { rerender } = render(dialog(stands))
  return { door, stand: (at: Partial<DeskState>) => rerender(dialog(at)) }
}

it('[DESK-06] «Derivar» names whom the clerk sees', async () => {
  const [line] = deskOf(1, 0).lines
  if (!line) throw new Error('the desk has no line')
  const tuid = '6f0d9a3e-1c2b-4d5e-8f60-718293a4b5c6'
  const { door } = await asked({ tuid, line_id: 1 }, { lines: [{ ...line, line_id: 3, name: 'Firmas' }] })
  fireEvent.click(await screen.findByText('Firmas'))
  fireEvent.click(screen.getByRole('button', { name: 'Derivar' }))
  await expect.poll(() => door.asked.map(({ json }) => json)).toEqual([{ tuid, line_id: 3 }])
})

it('[DESK-06] sends nobody to the module that has the number of a line which is gone by now', async () => {
  const [line] = deskOf(1, 0).lines
  const [own] = deskOf(1, 0).modulos
  if (!line || !own) throw new Error('the desk has no line')
  const modulos = [own, { ...own, id: 3, name: 'Caja 3', clerk: 'Beto Díaz', clerk_id: 2 }]
  const { door, stand } = await asked({ line_id: 1 }, { modulos, lines: [{ ...line, line_id: 3 }] })
  fireEvent.click(await screen.findByText('Firmas'))
  stand({ modulos, lines: [] })
  const button = screen.getByRole('button', { name: 'Derivar' })
  expect(button).toHaveProperty('disabled', true)
  fireEvent.click(button)
  fireEvent.click(screen.getByText('Beto Díaz'))
  fireEvent.click(button)
  await expect.poll(() => door.asked.map(({ json }) => json)).toEqual([{ modulo_id: 3 }])
})

it.each([
  ['on paper', { on_paper: true }],
  ['that a desk booked', { on_paper: false, reserve: { by_desk: true } as DeskTicket['reserve'] }],
  ['of a phone', { on_paper: false }],
])('[OFF-07] a number %s is offered no line that would not hear its call', async (whose, ticket) => {
  const [line] = deskOf(1, 0).lines
  if (!line) throw new Error('the desk has no line')
  const lines = [
    { ...line, line_id: 1, name: 'Cajas' },
    { ...line, line_id: 2, name: 'Asesoría', virtual: true },
    { ...line, line_id: 3, name: 'Firmas' },
  ]
  await asked({ line_id: 1, ...ticket }, { lines })
  await screen.findByText('Firmas')
  expect(screen.queryByText('Asesoría') !== null).toBe(whose === 'of a phone')
  expect(screen.queryByText('Cajas')).toBeNull()
})

it('[DESK-05] [DESK-09] a module whose clerk rests says until when; one that works says nothing of it, and one that went is not there', async () => {
  const [own] = deskOf(1, 0).modulos
  if (!own) throw new Error('the desk has no module')
  const modulos = [
    own,
    { ...own, id: 2, name: 'Caja 2', clerk: 'Beto Díaz', clerk_id: 2 },
    { ...own, id: 3, name: 'Caja 3', clerk: 'Carla Soto', clerk_id: 3, break_until: '2026-11-21T16:30:00Z' },
    // The office has it no more: whoever sits there finishes.
    { ...own, id: 4, name: 'Caja 4', clerk: 'Diego Mora', clerk_id: 4, open: false },
  ]
  await asked({ line_id: 5 }, { modulos })
  const hints = (await screen.findAllByText(/Díaz|Soto|Mora/)).map(({ textContent }) => textContent)
  expect(hints).toEqual(['Beto Díaz', 'Carla Soto · En pausa hasta las 13:30'])
})
