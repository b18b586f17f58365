// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { CarryCard } from '#src/screens/profile/carry-card.tsx'
import { sessionStore } from '#src/stores/session-store.ts'
import { anaSignedIn } from './ana.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const TEN_MINUTES_MS = 600_000

beforeAll(readSpanish)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  sessionStore.getState().apply({ type: 'signed-out' })
})

/** Ana in her profile; each press is given the next of these codes. */
function open(...codes: string[]) {
  const makeHandover = async () => ({
    status: 'done',
    code: codes.shift(),
    expires_at: new Date(Date.now() + TEN_MINUTES_MS).toISOString(),
  })
  flows.provide(async () => ({ makeHandover }) as unknown as Flows)
  sessionStore.getState().apply({ type: 'signed-in', session: anaSignedIn(true) })
  render(<CarryCard />, { wrapper: InSpanish })
}
const create = () => fireEvent.click(screen.getByRole('button', { name: 'Crear un código' }))

it('[TEMP-02] a code that was used is followed by another one', async () => {
  open('AAAAA-11111', 'BBBBB-22222')
  create()
  await screen.findByText('AAAAA-11111')
  create()
  await screen.findByText('BBBBB-22222')
  expect(screen.queryByText('AAAAA-11111')).toBeNull()
})

it('[TEMP-02] a code is shown until its time is over, and no longer', async () => {
  open('AAAAA-11111')
  create()
  await screen.findByText('AAAAA-11111')
  const over = Date.now() + TEN_MINUTES_MS
  vi.spyOn(Date, 'now').mockReturnValue(over)
  // As the page is come back to.
  act(() => void dispatchEvent(new Event('pageshow')))
  expect(screen.queryByText('AAAAA-11111')).toBeNull()
  screen.getByRole('button', { name: 'Crear un código' })
})
