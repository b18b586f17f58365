// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useDayReservations } from '#src/desk/reservations/use-day-reservations.ts'
import { useReservations } from '#src/desk/use-reservations.ts'
import { ana, type DeskDoor, openAnasDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

let door: DeskDoor
let queries: QueryClient
beforeEach(async () => {
  door = await openAnasDoor()
  queries = new QueryClient()
})
afterEach(() => {
  cleanup()
  queries.clear()
  door.close()
})

describe('what is booked, as the desk saw it', () => {
  it('[DESK-11] was seen at the server’s time, by which it may be called, whatever the desk’s clock says', async () => {
    const now = Date.parse('2027-03-01T09:00:00Z')
    door.answer = () => ({ status: 200, json: { day: '2027-03-01', reservations: [] } })
    const tools = { ...toolsOf(door), clock: { now: () => now } }
    const wrapper = inDesk(tools, queries)
    const { result } = renderHook(
      () => ({
        today: useReservations(ana.clerk_id, 3),
        later: useDayReservations(ana.clerk_id, 3, '2027-03-02'),
      }),
      { wrapper },
    )
    await expect.poll(() => result.current.today.data?.seenAt).toBe(now)
    await expect.poll(() => result.current.later.data?.seenAt).toBe(now)
  })
})
