import type pg from 'pg'
import { expect, it } from 'vitest'
import { Patience } from '#server/database/patience.ts'
import { inTheirTime } from '#server/upkeep-tasks.ts'
import { HandTime } from '../platform/fakes.ts'

it('what is done once an hour may keep the database busy, and nothing that is done each minute', async () => {
  const time = new HandTime()
  const patience = new Patience(time, 30_000)
  const limits: number[] = []
  const run = async () => {
    const answered = patience.begin({} as pg.PoolClient)
    limits.push(time.pending)
    answered()
  }
  const ending = new AbortController().signal
  for (const everyMs of [60_000, 3_600_000])
    for (const task of inTheirTime([{ name: 'a task', everyMs, run }])) await task.run(ending)
  expect(limits).toEqual([1, 0])
})
