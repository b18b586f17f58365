// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import Notices from '#src/app/shell/notices.tsx'
import { noticesStore } from '#src/stores/notices-store.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { lieOver } from '#src/ui/layer/open-dialogs.ts'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { ticketOf } from '../db/receipts.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { InSpanish, readSpanish } from '../screens/in-spanish.tsx'

const LINE = '/offices/centro/lines/cajas'
const KEPT_HERE = 'Tu número está guardado solo en este navegador'

const database = screensDatabase()
beforeAll(readSpanish)
beforeEach(() => noticesStore.getState().clear())
afterEach(cleanup)

/** A video call fills the window. */
function fillTheWindow() {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.dataset.fillsWindow = 'call'
  let end = () => {}
  act(() => {
    end = lieOver(dialog)
  })
  onTestFinished(() => {
    act(end)
    dialog.remove()
  })
  return { dialog, end }
}
const goTo = (path: string) => act(() => navigate(path))

it.each(['take', 'book'])(
  'does not lay over /%s that a number is kept in this browser alone: it is said when they are through',
  form => {
    history.replaceState(null, '', `${LINE}/${form}`)
    render(<Notices />, { wrapper: InSpanish })
    act(() => void noticesStore.getState().raise({ kind: 'isTemporary', subject: 'n' }))
    expect(screen.queryByText(KEPT_HERE)).toBeNull()
    goTo('/offices/centro')
    screen.getByText(KEPT_HERE)
    goTo(`${LINE}/${form}`)
    expect(screen.queryByText(KEPT_HERE)).toBeNull()
  },
)

const called = () =>
  act(
    () =>
      void noticesStore.getState().raise({
        kind: 'call',
        subject: 't',
        modulo: '3',
        meet: false,
        ticket_time: '2026-11-26T12:00:00Z',
        office_name: 'Centro',
        tuid: 't',
        ticket: 'A042',
        line_id: 7,
        line_name: 'Cajas',
      }),
  )

it('lays a call over them all the same', () => {
  history.replaceState(null, '', `${LINE}/book`)
  render(<Notices />, { wrapper: InSpanish })
  called()
  screen.getByRole('link', { name: 'Ver tu número' })
})

it('[CALL-01] [HAND-02] lays a call over a video call of another number, and asks before it leads away from that', () => {
  history.replaceState(null, '', '/tickets/another/meet')
  render(<Notices />, { wrapper: InSpanish })
  const { dialog, end } = fillTheWindow()
  called()
  const inside = within(dialog)
  expect(inside.getAllByRole('alert', { hidden: true }).at(-1)?.textContent).toContain('A042')
  fireEvent.click(inside.getByText('Ver tu número'))
  expect(uiStore.getState().leaving).toEqual({ path: '/tickets/t', loss: 'call' })
  expect([location.pathname, inside.queryByText('Ver tu número') !== null]).toEqual([
    '/tickets/another/meet',
    true,
  ])
  act(end)
  expect(inside.queryByText('Ver tu número')).toBeNull()
  screen.getByRole('link', { name: 'Ver tu número' })
})

it('[VID-02] lays nothing over the video call of the number that is called', () => {
  history.replaceState(null, '', '/tickets/t/meet')
  render(<Notices />, { wrapper: InSpanish })
  called()
  screen.getByText('Ver tu número')
  fillTheWindow()
  expect(screen.queryByText('Ver tu número')).toBeNull()
})

it('[VID-02] nor over that of the reservation by which it is called', async () => {
  await database().tickets.keep(ticketOf({ tuid: 't', reserve: 'r', state: 'called' }), 1)
  history.replaceState(null, '', '/reservations/r/meet')
  render(<Notices />, { wrapper: InSpanish })
  called()
  await screen.findByText('Ver tu número')
  fillTheWindow()
  await waitFor(() => expect(screen.queryByText('Ver tu número')).toBeNull())
})

/** A screen with a sheet, and in it a question, which both may be open. */
function Layers() {
  const [isOpen, setOpen] = useState(true)
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Notices />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Horarios" closeLabel="Cerrar">
        <button type="button" onClick={() => setAsks(true)}>
          Renunciar
        </button>
      </Sheet>
      <ConfirmLoss
        open={asks}
        title="¿Renuncias?"
        loseLabel="Sí"
        keepLabel="Seguir"
        onLose={() => {}}
        onKeep={() => setAsks(false)}
      />
    </>
  )
}
const [SHEET, QUESTION] = ['dialog:not([role])', 'dialog[role=alertdialog]']
/** In which of both the alerts lie, and what they say. */
const alertsIn = (dialog: string) =>
  [...document.querySelectorAll(`${dialog} [role=alert]`)].map(alert => alert.textContent).join('')

it('[CALL-05] says a call inside of what lies over the page, whose rest is neither read aloud nor pressed', () => {
  history.replaceState(null, '', '/search')
  render(<Layers />, { wrapper: InSpanish })
  called()
  expect(alertsIn(SHEET)).toContain('A042')
  fireEvent.click(screen.getByText('Renunciar'))
  expect([alertsIn(SHEET), alertsIn(QUESTION)]).toEqual(['', expect.stringContaining('A042')])
  fireEvent.click(screen.getByText('Seguir'))
  expect([alertsIn(SHEET), alertsIn(QUESTION)]).toEqual([expect.stringContaining('A042'), ''])
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(alertsIn('dialog')).toBe('')
  expect(alertsIn('body')).toContain('A042')
})

it('[CALL-05] is not drawn anew by a sheet that opens or closes, which would have all of it read aloud once more', () => {
  history.replaceState(null, '', '/search')
  render(<Layers />, { wrapper: InSpanish })
  called()
  const said = () => screen.getByText('Ver tu número')
  const before = said()
  fireEvent.click(screen.getByText('Renunciar'))
  expect(said()).toBe(before)
  fireEvent.click(screen.getByText('Seguir'))
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(said()).toBe(before)
})

it('leaves nothing of itself in a dialog once it is gone', () => {
  const { unmount } = render(<Notices />, { wrapper: InSpanish })
  const { dialog } = fillTheWindow()
  expect(dialog.childElementCount).toBe(1)
  unmount()
  expect(dialog.childElementCount).toBe(0)
})

it('[CALL-05] says there too what the screen under it shows', () => {
  history.replaceState(null, '', '/tickets/t')
  render(<Layers />, { wrapper: InSpanish })
  called()
  expect(alertsIn(SHEET)).toContain('A042')
  expect(screen.queryByText('Ver tu número')).toBeNull()
})

it('[CALL-01] leads to the number, and no dialog is left over it; putting the notice away closes none', () => {
  history.replaceState(null, '', '/search')
  render(<Layers />, { wrapper: InSpanish })
  const open = () => [...document.querySelectorAll('dialog')].filter(dialog => dialog.open)
  fireEvent.click(screen.getByText('Renunciar'))
  act(() => void noticesStore.getState().raise({ kind: 'isTemporary', subject: 'n' }))
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar el aviso', hidden: true }))
  expect([open().length, screen.queryByText(KEPT_HERE)]).toEqual([2, null])
  called()
  fireEvent.click(screen.getByText('Ver tu número'))
  expect([location.pathname, open()]).toEqual(['/tickets/t', []])
})
