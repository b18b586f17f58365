// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { SessionEndsNote } from '#src/screens/held/session-ends-note.tsx'
import { sessionStore } from '#src/stores/session-store.ts'
import { anaSignedIn } from './ana.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const SAID = 'Sin cuenta, puedes cambiarla o cancelarla hasta el sábado, 5 de diciembre'
const BEFORE = '2099-12-05T12:00:00.000Z'
const AFTER = '2099-12-05T12:00:00.001Z'

beforeAll(readSpanish)
beforeEach(() => sessionStore.getState().apply({ type: 'signed-out' }))
afterEach(cleanup)

const come = (temporal: boolean) =>
  sessionStore.getState().apply({ type: 'signed-in', session: anaSignedIn(temporal) })
const show = (from: string) => {
  cleanup()
  render(<SessionEndsNote from={from} />, { wrapper: InSpanish })
}

it('[AUTH-06] tells whoever has no account until when they can change a time that is later than their session', () => {
  come(true)
  history.replaceState(null, '', '/offices/centro/lines/cajas/book?step=confirm')
  show(AFTER)
  screen.getByText(SAID)
  const account = screen.getByRole('link', { name: 'Crea una cuenta' })
  const next = encodeURIComponent('/offices/centro/lines/cajas/book?step=confirm')
  expect(account.getAttribute('href')).toBe(`/sign-up?next=${next}`)
})

it('[AUTH-06] says nothing of a time that comes before, nor to anybody else', () => {
  come(true)
  show(BEFORE)
  expect(screen.queryByText(SAID)).toBeNull()
  come(false)
  show(AFTER)
  expect(screen.queryByText(SAID)).toBeNull()
  sessionStore.getState().apply({ type: 'signed-out' })
  show(AFTER)
  expect(screen.queryByText(SAID)).toBeNull()
})
