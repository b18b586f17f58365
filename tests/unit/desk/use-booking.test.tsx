// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DeskReservation } from '#contract/rest/desk.ts'
import { useBooking } from '#src/desk/reservations/use-booking.ts'
import { useTakenDays } from '#src/desk/reservations/use-free-times.ts'
import { type Answer, ana, type Asked, type DeskDoor, openAnasDoor, refused, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

const BOOKED: DeskReservation = {
  id: '0b8a1f60-6d0f-4f0c-9a39-0c6f1f5a9d01',
  code: 'RVD01',
  from: '2026-12-01T13:00:00.000Z',
  to: '2026-12-01T13:15:00.000Z',
  line_id: 5,
  line_name: 'Firmas',
  meet: false,
  state: 'confirmed',
  confirm_by: null,
  document_repeated: false,
  arrived_at: null,
  name: 'Eva Díaz',
  by_desk: true,
  secret: null,
  answers: [],
}
const WISH = { line_id: 5, block: { from: BOOKED.from, to: BOOKED.to }, name: 'Eva Díaz', answers: {} }

let door: DeskDoor
let queries: QueryClient
/** What is answered to a booking. */
let toBooking: Answer
beforeEach(async () => {
  door = await openAnasDoor()
  queries = new QueryClient()
  toBooking = { status: 201, json: BOOKED }
  door.answer = asked => (isBooking(asked) ? toBooking : { status: 200, json: { dates: [] } })
})
afterEach(async () => {
  await expect.poll(() => queries.isFetching()).toBe(0)
  cleanup()
  queries.clear()
  door.close()
})

const isBooking = ({ method }: Asked) => method === 'POST'
const requestIds = () =>
  door.asked.filter(isBooking).map(({ json }) => (json as { request_id: string }).request_id)
const looks = () => door.asked.filter(asked => !isBooking(asked)).length

function atTheDesk() {
  const tools = toolsOf(door)
  const wrapper = inDesk(tools, queries)
  const of = { clerkId: ana.clerk_id, officeId: 3 }
  const { result } = renderHook(
    () => ({ booking: useBooking(of.clerkId, of.officeId), taken: useTakenDays({ ...of, lineId: 5 }) }),
    { wrapper },
  )
  return {
    seen: () => result.current.taken.data,
    booking: () => result.current.booking,
    async book(answer?: Answer) {
      if (answer) toBooking = answer
      const before = requestIds().length
      act(() => result.current.booking.book(WISH))
      await expect.poll(() => requestIds().length).toBe(before + 1)
      await expect.poll(() => result.current.booking.isPending).toBe(false)
    },
    reset: () => act(() => result.current.booking.reset()),
  }
}

it('[DESK-11] pressed again after a silence is the same booking; for somebody else it is another', async () => {
  const desk = atTheDesk()
  await desk.book(refused(503, 'unavailable'))
  expect(desk.booking()).toMatchObject({ isUnknown: true, booked: null })
  await desk.book({ status: 200, json: BOOKED })
  expect(desk.booking()).toMatchObject({ isUnknown: false, booked: BOOKED })
  desk.reset()
  await desk.book({ status: 201, json: BOOKED })
  const [first, again, other] = requestIds()
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

it('[DESK-11] what was refused and is pressed again is asked for anew', async () => {
  const desk = atTheDesk()
  await desk.book(refused(409, '1007'))
  expect(desk.booking()).toMatchObject({ isUnknown: false, error: { code: '1007' } })
  await desk.book({ status: 201, json: BOOKED })
  const [first, again] = requestIds()
  expect(again).not.toBe(first)
})

it('[DESK-11] what is free is looked at again after a booking, whatever came of it', async () => {
  const desk = atTheDesk()
  await expect.poll(desk.seen).toEqual({ dates: [] })
  for (const answer of [{ status: 201, json: BOOKED }, refused(409, '1007')]) {
    const before = looks()
    await desk.book(answer)
    await expect.poll(looks).toBe(before + 1)
  }
})
