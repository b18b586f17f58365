// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import type { DeskReservation } from '#contract/rest/desk.ts'
import { reservationsKey } from '#src/desk/use-reservations.ts'
import { useReservationWord, type Word } from '#src/desk/use-reservation-word.ts'
import { type Answer, ana, openAnasDoor, refused, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

afterEach(cleanup)

const [FIRST, SECOND] = [
  '6f0d9a3e-1c2b-4d5e-8f60-718293a4b5c6',
  '7f0d9a3e-1c2b-4d5e-8f60-718293a4b5c7',
] as const

async function sitDown() {
  const door = await openAnasDoor()
  onTestFinished(() => door.close())
  const queries = new QueryClient()
  const wrapper = inDesk(toolsOf(door), queries)
  const { result } = renderHook(() => useReservationWord(ana.clerk_id, 3), { wrapper })
  return {
    door,
    queries,
    paths: () => door.asked.map(({ path }) => path),
    error: () => result.current.error,
    say: (word: Word) => act(() => result.current.say(word)),
  }
}

const arrived = (reservationId: string): Word => ({ word: 'arrived', reservationId })

it('[DESK-14] of two who come to the desk together both are noted, one pressed twice once', async () => {
  const { door, paths, say, error } = await sitDown()
  const first = Promise.withResolvers<Answer>()
  door.answer = ({ path }) => (path.includes(FIRST) ? first.promise : refused(409, 'reserve-invalid'))
  say(arrived(FIRST))
  say(arrived(FIRST))
  say(arrived(SECOND))
  await expect.poll(paths).toHaveLength(1)
  first.resolve(refused(404, 'not-found'))
  await expect.poll(paths).toEqual([expect.stringContaining(FIRST), expect.stringContaining(SECOND)])
  await expect.poll(error).toMatchObject({ code: 'reserve-invalid' })
})

it('[DESK-14] how the first one went wrong is told though the next went well', async () => {
  const { door, queries, say, error } = await sitDown()
  const second: DeskReservation = {
    id: SECOND,
    code: 'RV5C7',
    from: '2026-11-21T15:00:00.000Z',
    to: '2026-11-21T15:15:00.000Z',
    line_id: 1,
    line_name: 'Firmas',
    meet: false,
    state: 'confirmed',
    confirm_by: null,
    document_repeated: false,
    arrived_at: '2026-11-21T14:55:00.000Z',
    name: 'Beto Díaz',
    by_desk: false,
    secret: null,
    answers: [],
  }
  const sought = [...reservationsKey(ana.clerk_id, 3), 'found', 'Beto']
  queries.setQueryData(sought, { reservations: [{ ...second, arrived_at: null }], more: false })
  door.answer = ({ path }) =>
    path.includes(FIRST) ? refused(409, 'reserve-invalid') : { status: 200, json: second }
  say(arrived(FIRST))
  say(arrived(SECOND))
  await expect.poll(error).toMatchObject({ code: 'reserve-invalid' })
  await expect.poll(() => queries.getQueryData(sought)).toEqual({ reservations: [second], more: false })
  expect(error()).toMatchObject({ code: 'reserve-invalid' })
})
