import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { expect, it } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import type { UpkeepTask } from '#server/upkeep.ts'
import { upkeepTasks } from '#server/upkeep-tasks.ts'

/** What is found, whatever is looked for: one office with one line, somebody waiting, or long gone. */
const FOUND = {
  id: 1,
  office_id: 1,
  line_id: 1,
  line_ids: [1],
  time_zone: 'UTC',
  today: '2026-11-24',
  day: '2026-11-23',
  hours: [],
  closures: [],
  has_waiting: true,
  parked_on: null,
}

/** A database that finds that at each look, and takes down that it was asked. @param heard hears how often */
function findingDatabase(heard: (looks: number) => void = () => undefined) {
  const asked: string[] = []
  const driver = new DummyDriver()
  driver.acquireConnection = async () => ({
    async executeQuery<Row>({ sql }: { sql: string }) {
      asked.push(sql)
      heard(asked.length)
      return { rows: [FOUND] } as unknown as QueryResult<Row>
    },
    streamQuery() {
      throw new Error('nothing streams rows')
    },
  })
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: one => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const transaction = () => {
    asked.push('begin')
    throw new Error('a step was begun')
  }
  return { asked, database: { db, transaction } }
}

const STEP_BY_STEP = [
  'expire reservations',
  'expire tickets',
  'close offices',
  'resume lines',
  'free modulos',
  'learn waits',
  'keep figures',
]

const IN_BOUNDED_STEPS = [
  'finish erasures',
  'forget notes',
  'forget preference',
  'prune facts',
  'prune reservations',
  'prune acts',
  'prune presses',
  'prune jobs',
  'forget people',
  'forget whom desks booked for',
  'discard spent',
]

function taskOf(database: object, name: string): UpkeepTask {
  const context = { database, clock: { now: () => new Date('2026-11-24T12:00:00Z') } }
  const rooms = { queue: context, identity: context, ownData: context, seen: {}, news: {} }
  const tasks = upkeepTasks(rooms as unknown as Parameters<typeof upkeepTasks>[0], {
    peopleDays: 30,
    factsDays: 2,
    turnsDays: 400,
  })
  return tasks.find(task => task.name === name) ?? expect.fail(`there is no task ${name}`)
}

it.each(STEP_BY_STEP)('[KEEP-06] a server that ends begins no further step of: %s', async name => {
  const { asked, database } = findingDatabase()
  await taskOf(database, name).run(AbortSignal.abort())
  expect(asked).toHaveLength(1)
})

it.each(IN_BOUNDED_STEPS)('[KEEP-06] a server that ends begins nothing of: %s', async name => {
  const { asked, database } = findingDatabase()
  await taskOf(database, name).run(AbortSignal.abort())
  expect(asked).toEqual([])
})

it('[KEEP-06] a server that ends while an office’s days are counted begins none of them', async () => {
  const ending = new AbortController()
  const { asked, database } = findingDatabase(looks => {
    if (looks === 3) ending.abort()
  })
  await taskOf(database, 'keep figures').run(ending.signal)
  // Where it is which day, who is behind, and with which days.
  expect(asked).toHaveLength(3)
})
