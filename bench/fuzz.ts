import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { FUZZED_SOCKETS, fuzzServer, withRoutes } from '#tests/support/fuzz-server.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { startTestServer } from '#tests/support/server.ts'
import { atMost, type Figure, shown } from './figure.ts'

const TRIES = 100_000
const MOST_MS = 20 * 60_000

/** Whatever it is asked, the server answers, and without a fault of its own. */
export async function measureFuzz(): Promise<Figure[]> {
  const database = await openDatabase({ dataDirectory: ':memory:' })
  await migrate(database)
  const { made: server, routes } = await withRoutes(() =>
    startTestServer({ database, clock: new MovingClock(NOON), socketLimits: FUZZED_SOCKETS }),
  )
  const end = performance.now() + MOST_MS
  const seed = Number(process.env.NUMERITO_TEST_SEED ?? 1)
  const report = await fuzzServer(server, routes, {
    tries: TRIES,
    seed,
    isOver: () => performance.now() > end,
  })
  await server.close()
  await database.close()
  for (const fault of report.faults.slice(0, 20)) process.stderr.write(`${fault}\n`)
  const statuses = Object.entries(report.statuses).map(([status, times]) => `${times} × ${status}`)
  return [
    atMost('faults of our own, and silences', report.faults.length, 0, String),
    shown('requests answered', `${report.requests} of ${TRIES}: ${statuses.join(', ')}`),
    shown('messages on channels', String(report.frames)),
  ]
}
