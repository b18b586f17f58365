// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { databasePart } from '#src/queries/parts.ts'
import { useActiveTickets, useReceipt, useReceipts } from '#src/queries/use-receipts.ts'
import { useListedReservations, useReservation, useReservations } from '#src/queries/use-reservations.ts'
import { ticketOf } from '../db/receipts.ts'
import { reservationOf } from '../db/reservation-of.ts'
import { soon } from '../platform/soon.ts'
import { screensDatabase } from '../db/screens-database.ts'

const database = screensDatabase()

afterEach(cleanup)

const now = () => new Date().toISOString()

it('[TEMP-02] receipts are drawn from the database, and drawn again as they change', async () => {
  await database().tickets.keep(ticketOf({ inserted_at: now() }), 1)
  const { result } = renderHook(() => useReceipts())
  expect(result.current.status).toBe('loading')
  await soon(() => result.current.value?.map(({ state }) => state)).toEqual(['waiting'])
  await act(() => database().tickets.change(ticketOf().tuid, 11, { state: 'called' }))
  await soon(() => result.current.value?.map(({ state }) => state)).toEqual(['called'])
})

it('one receipt is found by its tuid, and is null where it is not kept', async () => {
  const ticket = ticketOf({ inserted_at: now() })
  await database().tickets.keep(ticket, 1)
  const { result, rerender } = renderHook(({ tuid }) => useReceipt(tuid), {
    initialProps: { tuid: ticket.tuid },
  })
  await soon(() => result.current.value?.ticket).toBe('A042')
  rerender({ tuid: 'another' })
  expect(result.current.status).toBe('loading')
  await soon(() => result.current.value).toBeNull()
})

it('[TKT-05] the tickets that matter now: called ones first, no historic one', async () => {
  const { result } = renderHook(() => useActiveTickets())
  expect(result.current).toEqual([])
  await database().tickets.keep(ticketOf({ tuid: 'waiting', inserted_at: now() }), 1)
  await database().tickets.keep(ticketOf({ tuid: 'old', inserted_at: '2020-01-01T00:00:00.000Z' }), 1)
  const called = { state: 'called', called: true, called_at: now(), inserted_at: now() } as const
  await database().tickets.keep(ticketOf({ tuid: 'called', ...called }), 1)
  await soon(() => result.current.map(({ tuid }) => tuid)).toEqual(['called', 'waiting'])
})

it('a database that cannot be had is said to have failed', async () => {
  databasePart.provide(() => Promise.reject(new Error('no network')))
  const { result } = renderHook(() => useReceipts())
  await soon(() => result.current.status).toBe('failed')
})

it('[TEMP-02] [RES-10] reservations are drawn from the database, soonest first, and the list is of those that matter', async () => {
  const hour = 3_600_000
  const at = (ms: number) => ({
    from: new Date(Date.now() + ms).toISOString(),
    to: new Date(Date.now() + ms + hour).toISOString(),
  })
  const later = reservationOf({ id: '44444444-4444-4444-8444-000000000001', ...at(2 * hour) })
  const sooner = reservationOf({ id: '44444444-4444-4444-8444-000000000002', ...at(hour) })
  const past = reservationOf({ id: '44444444-4444-4444-8444-000000000003', ...at(-3 * hour) })
  for (const reservation of [later, sooner, past]) await database().reservations.keep(reservation, 1)
  const { result } = renderHook(() => ({
    all: useReservations().value?.map(({ id }) => id),
    listed: useListedReservations().map(({ id }) => id),
    one: useReservation(later.id).value,
  }))
  await soon(() => result.current.all).toEqual([past.id, sooner.id, later.id])
  expect(result.current.listed).toEqual([sooner.id, later.id])
  await soon(() => result.current.one).toMatchObject({ code: 'RV001', cancel_waits: false })
  await act(() => database().reservations.change(later.id, null, { cancel_waits: true }))
  await soon(() => result.current.one?.cancel_waits).toBe(true)
})
