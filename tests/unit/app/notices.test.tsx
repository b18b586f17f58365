// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import Notices from '#src/app/shell/notices.tsx'
import { noticesStore } from '#src/stores/notices-store.ts'
import { InSpanish, readSpanish } from '../screens/in-spanish.tsx'

const LINE = '/offices/centro/lines/cajas'
const KEPT_HERE = 'Tu número está guardado solo en este navegador'

beforeAll(readSpanish)
beforeEach(() => noticesStore.getState().clear())
afterEach(cleanup)

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

it('lays a call over them all the same', () => {
  history.replaceState(null, '', `${LINE}/book`)
  render(<Notices />, { wrapper: InSpanish })
  const ticket = { tuid: 't', ticket: 'A042', line_id: 7, line_name: 'Cajas' }
  act(
    () =>
      void noticesStore.getState().raise({
        kind: 'call',
        subject: 't',
        modulo: '3',
        meet: false,
        ticket_time: '2026-11-26T12:00:00Z',
        office_name: 'Centro',
        ...ticket,
      }),
  )
  screen.getByRole('link', { name: 'Ver tu número' })
})
