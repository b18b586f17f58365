// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { DONE, failure, type Outcome } from '#src/flows/outcome.ts'
import ConfirmScreen from '#src/screens/account/confirm-screen.tsx'
import { connectionStore } from '#src/stores/connection-store.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const TOKEN = 'A'.repeat(43)
const YES = 'Sí, es mi correo'
const CONFIRMED = 'Tu correo está confirmado'
const DEAD = 'Este enlace no sirve o ya venció. Pide otro.'
const confirmEmail = vi.fn<(token: string) => Promise<Outcome>>()

screensDatabase()
beforeAll(readSpanish)
beforeEach(() => {
  confirmEmail.mockReset()
  flows.provide(async () => ({ confirmEmail }) as unknown as Flows)
  location.hash = `#${TOKEN}`
})
afterEach(() => {
  cleanup()
  connectionStore.getState().setOnline(true)
})

/** Whoever followed the link, once everything that begins by itself has. */
async function arrive() {
  render(<ConfirmScreen />, { wrapper: InSpanish })
  await act(async () => void (await flows.get()))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('whoever opens the link is asked whether the e-mail is theirs, and nothing is confirmed before they say so', async () => {
  confirmEmail.mockResolvedValue(DONE)
  await arrive()
  act(() => connectionStore.getState().setOnline(false))
  act(() => connectionStore.getState().setOnline(true))
  expect(confirmEmail).not.toHaveBeenCalled()
  expect(screen.queryByText(CONFIRMED)).toBeNull()
  screen.getByText(/Si no lo es, no lo confirmes\./)
  press(YES)
  await screen.findByText(CONFIRMED)
  expect(confirmEmail.mock.calls).toEqual([[TOKEN]])
  // What was pressed is gone: whoever goes by keys, or listens, goes on from the top.
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Confirma tu correo' }))
})

it('two presses confirm once, and what failed may be tried again', async () => {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  confirmEmail.mockReturnValueOnce(promise).mockResolvedValueOnce(DONE)
  await arrive()
  press(YES)
  press(YES)
  await act(async () => resolve(failure('unavailable')))
  expect(confirmEmail).toHaveBeenCalledTimes(1)
  await screen.findByRole('alert')
  press('Intentar de nuevo')
  await screen.findByText(CONFIRMED)
})

it.each(['', '#too-short'])('a link with «%s» asks nothing, and leads to another', async hash => {
  location.hash = hash
  await arrive()
  screen.getByText(DEAD)
  expect(screen.queryByRole('button', { name: YES })).toBeNull()
  expect(screen.getByRole('link', { name: 'Pedir otro enlace' }).getAttribute('href')).toBe(
    '/profile/account',
  )
})

it('a link that is over is said to be so', async () => {
  confirmEmail.mockResolvedValue(failure('link-invalid'))
  await arrive()
  press(YES)
  await screen.findByRole('link', { name: 'Pedir otro enlace' })
})
