import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officeTopic } from '#contract/channel/office-channel.ts'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { bookForSomebody } from '#server/reservations/book-for-somebody.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { decryptPush } from '#tests/support/push-decryption.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { blockAt, reservationOffice } from '#tests/support/reservation-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { connectRaw } from '#tests/phoenix/raw-client.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { credentialsOf } from './access-matrix/callers.ts'
import { createScene } from './access-matrix/scene.ts'
import { ROUTES } from './access-matrix/table.ts'

/** Words that stand nowhere else, and may stand nowhere in clear. */
const CANARY = {
  name: 'Canela Quetzal',
  email: 'canela@quetzal.example',
  phone: '+56947301862',
  rut: '16.842.379-9',
}
const TRACES = ['Canela', 'quetzal', '947301862', '16.842.379', '16842379', '168423799', 'Colibr']
const ANSWERS = { name: CANARY.name, tel: '+56 9 4730 1862', email: CANARY.email }

const found = (text: string) => TRACES.filter(trace => text.toLowerCase().includes(trace.toLowerCase()))
/** In every spelling in which bytes may hold them. */
const foundIn = (bytes: Buffer) => [...found(bytes.toString('latin1')), ...found(bytes.toString('utf16le'))]

/** Every column of every table, as text; of bytes what they would be as text. */
async function everything({ db }: Database): Promise<[table: string, rows: string][]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db)
  const all: [string, string][] = []
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    const text = rows.flatMap(row =>
      Object.values(row).map(value =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value),
      ),
    )
    all.push([name, text.join('\n')])
  }
  return all
}

/** All that somebody does from the first visit to the attention, with everything said that can be said. */
async function live(server: TestServer, push: PushService) {
  const { database } = server
  const office = await reservationOffice(database)
  const line_id = await office.reserveLine()
  const clerk = await office.clerk('3')
  const { token, user_id, cookie } = await server.signInTemporary(CANARY)
  const urls: string[] = []
  const ask: TestServer['ask'] = (service, path, request) => {
    urls.push(server.url(service, path))
    return server.ask(service, path, { token, cookie, ...request })
  }
  const { rut, ...contact } = CANARY
  await ask('login', '/temporary', { method: 'PUT', body: { ...contact, rut } })
  // Refused as well: what is wrong is told without being repeated.
  await ask('login', '/temporary', { method: 'PUT', body: { ...contact, rut: '16.842.379-0' } })
  await ask('login', '/temporary', {
    method: 'PUT',
    body: { ...contact, email: 'canela@@quetzal', dni: 'x' },
  })
  await server.ask('login', '/signup', {
    body: { user: CANARY.email, password: 'Colibrí 1', name: 'Canela 1' },
  })
  await server.ask('login', '/password', { body: { user: CANARY.email, password: 'Colibrí de noche' } })
  await server.ask('desk', '/session', { body: { user: CANARY.email, password: 'Colibrí de noche' } })
  await server.ask('login', '/handover/redeem', { body: { code: CANARY.phone } })
  const { subscription, keys } = push.createSubscription()
  await ask('push', `/subscriptions?user_id=${user_id}`, { body: { ...subscription, language: 'es' } })
  const meta = { rut, answers: ANSWERS, params: { utm_source: CANARY.email } }
  const ws = `${server.origin.replace(/^http/, 'ws')}/socket`
  const client = await connectRaw({ ws }, { token })
  await client.join(officeTopic(office.slug))
  client.send('1', '2', officeTopic(office.slug), 'ticket:new', {
    line_id,
    user_id,
    request_id: randomUUID(),
    meta,
  })
  client.send('1', '3', officeTopic(office.slug), 'ticket:new', {
    line_id: CANARY.email,
    user_id: CANARY.rut,
    meta,
  })
  await client.sofar()
  await ask('v1', `/offices/${office.office_id}/tickets/new`, {
    body: { line_id, request_id: randomUUID(), meta },
  })
  const block = blockAt(await office.blocks(line_id, '2026-11-24'), 3)
  await ask('reservations', '', { body: { line: line_id, block, request_id: randomUUID(), meta } })
  await ask('reservations', '', {
    body: { line: line_id, block: { from: CANARY.name, to: CANARY.rut }, meta },
  })
  await bookForSomebody(server.queue, {
    ...clerk,
    line_id,
    ...blockAt(await office.blocks(line_id, '2026-11-25'), 3),
    request_id: randomUUID(),
    name: CANARY.name,
    meta: { rut: '16.842.379-9', answers: ANSWERS },
  })
  await callNext(server.queue, { ...clerk, line_ids: [] })
  const { body } = await push.waitForPush()
  const payload = decryptPush(body, keys)
  await markAttended(server.queue, clerk)
  const [ticket] = await database.db
    .selectFrom('tickets')
    .select('id')
    .where('user_id', '=', user_id)
    .execute()
  await ask('v1', '/user/polls', {
    body: {
      poll: {
        rating: 5,
        description: 'Soy Canela Quetzal, 16.842.379-9',
        ticket_id: ticket?.id,
        office_id: office.office_id,
      },
    },
  })
  await ask('users', '/my-data')
  const metrics = await (await fetch(`${server.origin}/metrics`)).text()
  return { urls, payload, metrics, user_id, token, ask }
}

eachDatabase('a canary', open => {
  let server: TestServer
  let push: PushService
  beforeAll(async () => {
    const database = await open()
    push = await startPushService()
    const settings = { push: { contact: 'mailto:tests@numerito.example', hosts: [push.origin] } }
    server = await startTestServer({ database, clock: new MovingClock(NOON), settings })
  })
  afterAll(async () => {
    await closeEverything()
    await server.close()
    await push.stop()
  })

  it('[KEEP-03] [PUSH-02] that goes through every path is in no table, log, push, address or figure in clear', async () => {
    const { urls, payload, metrics, ask } = await live(server, push)
    // It was there to be found: its owner reads it.
    expect(found(await (await ask('users', '/my-data')).text())).toEqual(
      expect.arrayContaining(['Canela', 'quetzal', '947301862']),
    )
    // And every route, by an owner of that name, with what the access matrix asks.
    for (const [row, [, question]] of Object.entries(ROUTES)) {
      const [method = '', path = ''] = (row.split('?')[0] ?? '').split(' ')
      const scene = await createScene(server.database, server.clock.now())
      const { params = {}, query = {}, body } = (await question?.(scene)) ?? {}
      const address = path.replace(/:(\w+)|\*/g, (part, name: string = part) =>
        String(params[name] ?? CANARY.email),
      )
      const { token, cookie } = await credentialsOf('owner', scene)
      await fetch(`${server.origin}${address}?${new URLSearchParams({ ...query, canary: CANARY.email })}`, {
        method,
        redirect: 'manual',
        headers: {
          origin: server.origin,
          authorization: `Bearer ${token}`,
          cookie: cookie ?? '',
          'user-agent': CANARY.name,
          referer: `${server.origin}/?${CANARY.phone}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify({ ...(body as object), canary: CANARY.name }),
      }).then(response => response.text())
    }
    for (const [table, rows] of await everything(server.database))
      expect([table, found(rows)]).toEqual([table, []])
    expect(server.logged.length).toBeGreaterThan(100)
    expect(server.logged.filter(line => found(line).length > 0)).toEqual([])
    expect(found(payload)).toEqual([])
    expect(found(metrics)).toEqual([])
    expect(urls.flatMap(url => found(decodeURIComponent(url)))).toEqual([])
  })
})

describe('a canary in the data directory', () => {
  let directory: TemporaryDirectory
  beforeAll(() => {
    directory = makeTemporaryDirectory('canary')
  })
  afterAll(() => directory.remove())

  it('[KEEP-03] is in no file of it', async () => {
    const database = await openDatabase({ dataDirectory: join(directory.path, 'database') })
    await migrate(database)
    const push = await startPushService()
    const settings = { push: { contact: 'mailto:tests@numerito.example', hosts: [push.origin] } }
    const server = await startTestServer({ database, clock: new MovingClock(NOON), settings })
    await live(server, push)
    // What is kept in clear is found so: the search can find.
    await database.db
      .insertInto('flags')
      .values({ name: 'perdiz-nival', enabled: true, variant: null })
      .execute()
    await closeEverything()
    await server.close()
    await push.stop()
    await sql`checkpoint`.execute(database.db)
    await database.close()
    const files = readdirSync(directory.path, { recursive: true, withFileTypes: true }).filter(file =>
      file.isFile(),
    )
    const held = files.map(file => [file.name, readFileSync(join(file.parentPath, file.name))] as const)
    expect(held.filter(([, bytes]) => foundIn(bytes).length > 0).map(([name]) => name)).toEqual([])
    expect(held.some(([, bytes]) => bytes.includes('perdiz-nival'))).toBe(true)
  })
})
