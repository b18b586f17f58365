import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { systemRandom } from '#server/platform/random.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { asker } from '../asker.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { type Places, SECRET } from './places.ts'

const ROUNDS = 150
/** Not counted: nothing is compiled, planned or cached yet. */
const WARM_UP = 15
const LIST = '/api/v3/offices/web'

export interface Served {
  /** A number taken in the line of which most is behind it. */
  take(): Promise<number>
  /** The list of offices, over HTTP. */
  list(): Promise<number>
  database: Database
  server: RunningServer
  close(): Promise<void>
}

/** A server with all that it does by itself, and people who come one after the other. */
export async function serve(database: Database): Promise<Served> {
  const server = await startServer(database, null, { secret: SECRET })
  const { ask, close } = asker(server.origin)
  const { office_id, line_id } = await database.db
    .selectFrom('lines')
    .select(['office_id', 'id as line_id'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  // At whatever hour the bench runs.
  const always = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '24:00' }))
  await database.db
    .updateTable('offices')
    .set({ hours: json(always) })
    .where('id', '=', office_id)
    .execute()
  return {
    database,
    server,
    async take() {
      const user_id = systemRandom.uuid()
      await database.db
        .insertInto('users')
        .values({ id: user_id, temporal: true, created_at: new Date() })
        .execute()
      const began = performance.now()
      await takeTicket(server.queue, {
        office: { office_id },
        line_id,
        user_id,
        request_id: systemRandom.uuid(),
      })
      return performance.now() - began
    },
    async list() {
      const { ms, status } = await ask(LIST, { 'accept-encoding': 'gzip, br' })
      if (status !== 200) throw new Error(`${LIST} answered ${status}`)
      return ms
    },
    async close() {
      close()
      await server.close()
      await database.close()
    },
  }
}

export type Asked = 'list' | 'take'
export type PeopleTook = Record<Asked, Record<keyof Places, number[]>> & {
  /** The list, the first time after the start. */
  first: Record<keyof Places, number>
}

/** What people ask in the morning, in turns in both places, in ms. */
export async function measurePeople(served: Record<keyof Places, Served>): Promise<PeopleTook> {
  const took: PeopleTook = {
    list: { empty: [], year: [] },
    take: { empty: [], year: [] },
    first: { empty: await served.empty.list(), year: await served.year.list() },
  }
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const asked of ['list', 'take'] as const)
      for (const place of ['empty', 'year'] as const) {
        const ms = await served[place][asked]()
        if (round >= WARM_UP) took[asked][place].push(ms)
      }
  }
  return took
}
