import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { History } from './history.ts'
import { judge } from './judge.ts'
import { type Bounds, live } from './live.ts'
import { readRecords } from './records.ts'
import { reportOf, type SeedReport } from './report.ts'
import { createScene } from './scene.ts'
import type { Place } from './places.ts'
import { MortalServer } from './servers.ts'

export interface Ran {
  report: SeedReport
  history: History
}

/** Lives one history, with servers of its own that begin with it and end with it, and judges it. */
export async function runSeed(place: Place, bounds: Bounds): Promise<Ran> {
  const before = await openDatabase(place)
  await migrate(before)
  const scene = await createScene(before)
  await before.close()
  const servers: MortalServer[] = []
  let history: History
  const began = performance.now()
  try {
    while (servers.length < place.servers) servers.push(await MortalServer.start(place))
    history = await live(scene, place, servers, bounds)
  } finally {
    await Promise.all(servers.map(server => server.end()))
  }
  for (const error of servers.flatMap(server => server.errors()))
    history.errors[error] = (history.errors[error] ?? 0) + 1
  const seconds = Math.round((performance.now() - began) / 1_000)
  const after = await openDatabase(place)
  const records = await readRecords(after, scene)
  await after.close()
  const kind = place.databaseUrl === undefined ? 'embedded' : 'PostgreSQL'
  const violations = judge(history, records)
  const of = { seed: bounds.seed, wanted: bounds.operations, kind, seconds }
  return { report: reportOf(of, history, records, violations), history }
}
