// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DeskList } from '#contract/rest/desk.ts'
import { useDeskList } from '#src/desk/lists/use-desk-list.ts'
import { ana, type DeskDoor, openAnasDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

const LIST: DeskList = {
  at: '2026-11-21T15:00:00.000Z',
  tickets: [],
  counts: { waiting: 0, called: 0, parked: 0, missed: 0, finished: 0 },
}

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

it('[DESK-02] of a list that is asked for anew it is known meanwhile since when it is so: who waits waits no longer', async () => {
  door.answer = () => ({ status: 200, json: LIST })
  const tools = toolsOf(door)
  const wrapper = inDesk(tools, queries)
  const began = Date.now()
  const { result, rerender } = renderHook(
    ({ seq }) => useDeskList({ clerkId: ana.clerk_id, officeId: 3, list: 'waiting', seq }),
    { wrapper, initialProps: { seq: 1 } },
  )
  await expect.poll(() => result.current.data?.at).toBe(LIST.at)
  const seenAt = result.current.data?.seenAt ?? 0
  expect(seenAt).toBeGreaterThanOrEqual(began)
  // Something happened at the office, and its list does not come yet.
  door.answer = () => new Promise(() => {})
  rerender({ seq: 2 })
  expect(result.current.isPlaceholderData).toBe(true)
  expect(result.current.data?.seenAt).toBe(seenAt)
})
