import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import { openDatabase } from '#src/db/open-database.ts'
import { browserTimers } from '#src/platform/timers.ts'
import { keepWaits, readKeptWaits } from '#src/queries/kept-waits.ts'

const NOW = Date.parse('2026-11-21T15:00:00Z')
let database: ReturnType<typeof openDatabase>
beforeEach(() => {
  database = openDatabase({
    name: crypto.randomUUID(),
    timers: browserTimers,
    onProblem: () => {},
    hasRoom: async () => true,
  })
})
afterEach(() => database.close())

const told = (...officeIds: number[]) =>
  officeIds.map(office_id => ({ office_id, waiting: office_id, wait: null }))

it('[OFFL-02] what was said of an office’s wait is kept with its age, beside what was said of others', async () => {
  await keepWaits(database.cachedData, [1, 2], { data: told(1, 2), inserted_at: NOW - 60_000 })
  // Office 2 has no line to join any more.
  await keepWaits(database.cachedData, [2, 3], { data: told(3), inserted_at: NOW })
  expect(await readKeptWaits(database.cachedData, [1, 2, 3], NOW)).toEqual([
    { office_id: 1, waiting: 1, wait: null, at: NOW - 60_000 },
    { office_id: 3, waiting: 3, wait: null, at: NOW },
  ])
  expect(await readKeptWaits(database.cachedData, [3, 9], NOW)).toHaveLength(1)
})

it('what is older than a number lives is neither shown nor kept', async () => {
  await keepWaits(database.cachedData, [1], { data: told(1), inserted_at: NOW })
  const later = NOW + TICKET_RECENCY_MS
  expect(await readKeptWaits(database.cachedData, [1], later)).toEqual([])
  await keepWaits(database.cachedData, [2], { data: told(2), inserted_at: later })
  expect((await database.cachedData.read('office-waits'))?.data).toHaveLength(1)
})
