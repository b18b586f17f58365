import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { FUZZED_SOCKETS, fuzzServer, startFuzzedServer } from '#tests/support/fuzz-server.ts'
import { atLeast, atMost, type Figure, shown } from './figure.ts'

const TRIES = 100_000
/** On two cores that are busy with other things; a quiet machine is done in a third of it. */
const MOST_MS = 60 * 60_000

/** Whatever it is asked, the server answers, and without a fault of its own. */
export async function measureFuzz(): Promise<Figure[]> {
  const database = await openDatabase({ dataDirectory: ':memory:' })
  await migrate(database)
  const { server, routes, stop } = await startFuzzedServer({ database, socketLimits: FUZZED_SOCKETS })
  const end = performance.now() + MOST_MS
  const seed = Number(process.env.NUMERITO_TEST_SEED ?? 1)
  const report = await fuzzServer(server, routes, {
    tries: TRIES,
    seed,
    isOver: () => performance.now() > end,
    onFault: fault => void process.stderr.write(`${fault}\n`),
  })
  await stop()
  await database.close()
  const statuses = Object.entries(report.statuses).map(([status, times]) => `${times} × ${status}`)
  return [
    atMost('faults of our own, and silences', report.faults.length, 0, String),
    atLeast('requests answered', report.requests, TRIES, String, statuses.join(', ')),
    shown('messages on channels', String(report.frames)),
  ]
}
