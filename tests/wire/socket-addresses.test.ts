import { randomUUID } from 'node:crypto'
import { Socket } from 'phoenix'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { officeTopic } from '#contract/channel/office-channel.ts'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase } from '#tests/support/memory-database.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const opened: { terminate(): void }[] = []

describe('the address of whoever comes by a socket', () => {
  let database: Database
  let server: TestServer
  let office: QueueOffice
  beforeAll(async () => {
    database = await openMemoryDatabase()
    office = await queueOffice(database)
  })
  afterEach(async () => {
    for (const socket of opened.splice(0)) socket.terminate()
    await server.close()
  })
  afterAll(() => database.close())

  const start = async (proxyHops: number, addressSockets = 100) => {
    server = await startTestServer({
      database,
      clock: new MovingClock(NOON),
      settings: { proxyHops },
      socketLimits: { addressSockets },
    })
  }

  /** Comes as the proxy hands it on. @returns the HTTP status, 101 where the socket opens */
  const upgrade = (token: string, forwarded: string) =>
    new Promise<number>(resolve => {
      const bearer = `base64url.bearer.phx.${btoa(token).replace(/=/g, '')}`
      const socket = new WebSocket(
        `${server.origin.replace('http', 'ws')}/socket/websocket?vsn=2.0.0`,
        ['phoenix', bearer],
        { headers: { 'x-forwarded-for': forwarded } },
      )
      opened.push(socket)
      socket.on('error', () => undefined)
      socket.on('open', () => resolve(101))
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    })

  it('[SEC-02] X-Forwarded-For is believed of a WebSocket behind a proxy that is known, by its last entry', async () => {
    await start(1, 1)
    const { token } = await server.signInTemporary()
    expect(await upgrade(token, '203.0.113.1')).toBe(101)
    expect(await upgrade(token, '203.0.113.1')).toBe(429)
    expect(await upgrade(token, '203.0.113.2')).toBe(101)
    // What the client wrote stands further left.
    expect(await upgrade(token, '198.51.100.9, 203.0.113.1')).toBe(429)
    // One household.
    expect(await upgrade(token, '2001:db8:1:2::1')).toBe(101)
    expect(await upgrade(token, '2001:db8:1:2:ffff::9')).toBe(429)
  })

  it('[SEC-02] and of nobody where there is none: a forged one buys no socket', async () => {
    await start(0, 1)
    const { token } = await server.signInTemporary()
    expect(await upgrade(token, '203.0.113.1')).toBe(101)
    expect(await upgrade(token, '203.0.113.2')).toBe(429)
  })

  /** Takes a number by the channel. */
  async function takeBySocket(me: { token: string; user_id: string }, line_id: number, forwarded: string) {
    class Forwarded extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { headers: { 'x-forwarded-for': forwarded } })
        opened.push(this)
      }
    }
    const socket = new Socket(`${server.origin.replace('http', 'ws')}/socket`, {
      transport: Forwarded as unknown as typeof globalThis.WebSocket,
      authToken: me.token,
    })
    socket.connect()
    const channel = socket.channel(officeTopic(office.slug), {})
    channel.join()
    const tuid = await new Promise<string>((resolve, reject) => {
      channel
        .push('ticket:new', { line_id, user_id: me.user_id, request_id: randomUUID() })
        .receive('ok', ({ tuid: given }) => resolve(String(given)))
        .receive('error', reject)
    })
    await new Promise<void>(resolve => socket.disconnect(resolve))
    return tuid
  }

  async function takeByHttp({ token }: { token: string }, line_id: number, forwarded: string) {
    const body = { line_id, request_id: randomUUID() }
    const headers = { 'x-forwarded-for': forwarded }
    const path = `/offices/${office.office_id}/tickets/new`
    const { tuid } = (await (await server.ask('v1', path, { token, body, headers })).json()) as {
      tuid: string
    }
    return tuid
  }

  const keyOf = async (tuid: string) =>
    await waitFor('the address of the number', async () => {
      const row = await database.db
        .selectFrom('ticket_addresses')
        .select('key')
        .where('ticket_id', '=', tuid)
        .executeTakeFirst()
      return row?.key
    })

  it.each([
    ['behind a proxy: each address by itself', 1, true],
    ['where there is none: all by the connection’s own', 0, false],
  ])('[SEC-03] numbers count against one address by either way, %s', async (_where, hops, differ) => {
    await start(hops)
    const take = async (by: typeof takeByHttp, forwarded: string) => {
      const me = await server.signInTemporary({ dni: randomUUID().slice(0, 8) })
      return await keyOf(await by(me, await office.line(), forwarded))
    }
    const bySocket: typeof takeByHttp = (me, line, forwarded) =>
      takeBySocket(me as Parameters<typeof takeBySocket>[0], line, forwarded)
    for (const address of ['203.0.113.1', '2001:db8:1:2::1'])
      expect(await take(takeByHttp, address)).toBe(await take(bySocket, address))
    const [one, other] = [await take(bySocket, '203.0.113.1'), await take(bySocket, '203.0.113.2')]
    expect(one !== other).toBe(differ)
  })
})
