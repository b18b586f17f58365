// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import HeldList from '#src/screens/held/held-list.tsx'
import { HeldTicket } from '#src/screens/held/held-ticket.tsx'
import { sessionStore } from '#src/stores/session-store.ts'
import { ticketOf } from '../db/receipts.ts'
import { reservationOf } from '../db/reservation-of.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const TIME = { from: '2099-11-20T12:10:00.000Z', to: '2099-11-20T12:25:00.000Z' }

const database = screensDatabase()

beforeAll(readSpanish)
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Santiago')
  sessionStore.getState().apply({ type: 'signed-out' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
})

it.each([
  ['confirmed', /Cajas *Sucursal Centro$/],
  ['user-confirmed', /Cajas *Sucursal Centro$/],
  ['pending', /Por confirmar · Sucursal Centro$/],
  ['missed', /No llegaste · Sucursal Centro$/],
] as const)('[RES-11] a time in the hand that is %s says whether it is on', async (state, words) => {
  await database().reservations.keep(reservationOf({ ...TIME, state }), Date.now())
  render(<HeldList />, { wrapper: InSpanish })
  expect((await screen.findByRole('link')).textContent).toMatch(words)
})

it('[RES-11] [OFFL-03] one whose cancel waits for the network is cancelled', async () => {
  const { id } = await database().reservations.keep(reservationOf(TIME), Date.now())
  await database().reservations.change(id, null, { cancel_waits: true })
  render(<HeldList />, { wrapper: InSpanish })
  expect((await screen.findByRole('link')).textContent).toMatch(/Cancelada por ti · Sucursal Centro$/)
})

it.each(['page', 'dock', 'rail'] as const)('a number that stands aside does not wait, on the %s', at => {
  const receipt = { timeStamp: 0, almost_there_said: [], line_now: null }
  const aside_until = new Date(Date.now() + 3_600_000).toISOString()
  const parked = { ...ticketOf({ state: 'parked', ahead: null, wait: null, aside_until }), ...receipt }
  render(<HeldTicket ticket={parked} at={at} />, { wrapper: InSpanish })
  const words = screen.getByRole('link').textContent
  expect(words).toContain('Te guardan el lugar')
  expect(words).not.toMatch(/En espera|Sin información/)
})
