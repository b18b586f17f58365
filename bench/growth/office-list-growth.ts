import { Agent, get } from 'node:http'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { type Figure, kilobytes, milliseconds, shown, times } from '../figure.ts'
import { median } from '../quantile.ts'
import { startServer } from '../running-server.ts'
import { fillOffices } from './fill-offices.ts'

const OFFICES = 10_000
const ROUNDS = 200
const LIST = '/api/v3/offices/web'

interface Answer {
  ms: number
  bytes: number
  status: number
  tag: string
}

/** Asks over one kept connection, as a browser would, and counts the bytes without opening them. */
function asker(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const start = performance.now()
      const request = get(origin + path, { agent, headers }, response => {
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
        })
        response.on('end', () => {
          const { statusCode: status = 0, headers: got } = response
          resolve({ ms: performance.now() - start, bytes, status, tag: got.etag ?? '' })
        })
      })
      request.on('error', reject)
    })
  return { ask, close: () => agent.destroy() }
}

/** The answer that every customer asks for first, with as many offices as a country has, beside the shortest answer there is. */
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
