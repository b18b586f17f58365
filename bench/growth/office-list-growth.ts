import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { asker } from '../asker.ts'
import { type Figure, kilobytes, milliseconds, shown, times } from '../figure.ts'
import { median } from '../quantile.ts'
import { startServer } from '../running-server.ts'
import { fillOffices } from './fill-offices.ts'

const OFFICES = 10_000
const ROUNDS = 200
const LIST = '/api/v3/offices/web'

/**
 * The answer that every customer asks for first, with as many offices as a country has, beside the shortest
 * answer there is.
 */
export async function measureOfficeList(): Promise<Figure[]> {
  const database = await openDatabase({ dataDirectory: ':memory:' })
  await migrate(database)
  await fillOffices(database, OFFICES)
  const server = await startServer(database, null)
  const { ask, close } = asker(server.origin)
  try {
    const compressed = { 'accept-encoding': 'gzip, br' }
    await ask('/healthz')
    const first = await ask(LIST, compressed)
    if (first.status !== 200) throw new Error(`${LIST} answered ${first.status}`)
    const took: Record<'healthz' | 'list' | 'unchanged', number[]> = { healthz: [], list: [], unchanged: [] }
    for (let round = 0; round < ROUNDS; round++) {
      took.healthz.push((await ask('/healthz')).ms)
      took.list.push((await ask(LIST, compressed)).ms)
      took.unchanged.push((await ask(LIST, { ...compressed, 'if-none-match': first.tag })).ms)
    }
    const shortest = median(took.healthz)
    const beside = (values: number[]) =>
      `${milliseconds(median(values))}, ${times(median(values) / shortest)} /healthz`
    const size = kilobytes(first.bytes)
    return [
      shown(`GET ${LIST}, ${OFFICES.toLocaleString('en')} offices, ${size}, median`, beside(took.list)),
      shown('The same, unchanged since it was last asked for (304)', beside(took.unchanged)),
      shown('The same, the first time after a start', milliseconds(first.ms)),
    ]
  } finally {
    close()
    await server.close()
    await database.close()
  }
}
