import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { WAITS_FOR_US } from '#tests/support/waits-for-us.ts'
import { officeClient } from './office-client.ts'
import { SEEDED_SETTINGS, seedOffice } from './seeded-office.ts'

/** Longer than the server says goodbye before it begins to close. */
const AMID_CLOSING_MS = 1_500

/** Somebody's socket; `closed` gives the code with which it ends. */
async function openSocket(origin: string, token: string): Promise<{ closed: Promise<number> }> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/socket/websocket?vsn=2.0.0`, [
    'phoenix',
    `base64url.bearer.phx.${Buffer.from(token).toString('base64url')}`,
  ])
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  return { closed }
}

onPostgres('a server that is asked to go', freshUrl => {
  let server: SpawnedServer | undefined
  afterEach(() => server?.end())

  it('finishes what it was asked, closes sockets with 1012, and ends with 0 in time', async () => {
    const databaseUrl = await freshUrl()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    const office = await seedOffice(database, { lines: 1, people: 2 })
    await database.close()
    server = await spawnServer({ ...SEEDED_SETTINGS, DATABASE_URL: databaseUrl })
    const { origin } = server
    const client = officeClient(origin, office)
    const [line_id = 0] = office.lines
    const [first = expect.fail('nobody is there'), second = first] = office.people
    // The office gets its sequence, which the next request then has to wait for.
    await client.take(first, line_id, randomUUID())
    const sockets = [await openSocket(origin, first.token), await openSocket(origin, second.token)]

    const holder = new pg.Client({ connectionString: databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from office_sequences where office_id = $1 for update', [office.office_id])
    const slow = client.take(second, line_id, randomUUID())
    slow.catch(() => undefined)
    await waitFor('the request to wait for the office', async () => {
      const { rowCount } = await holder.query(WAITS_FOR_US)
      return rowCount === 1
    })

    const ended = server.end('SIGTERM')
    await sleep(AMID_CLOSING_MS)
    await holder.query('commit')
    await holder.end()
    expect((await slow).number).toBe(2)
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1012, 1012])
    // Ended by force, when its time is over, it would say 1.
    expect(await ended).toBe(0)
    await expect(client.take(second, line_id, randomUUID())).rejects.toThrow('fetch failed')
  })
})
