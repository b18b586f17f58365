import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '#contract/bases.ts'
import { officeTopic } from '#contract/channel/office-channel.ts'
import { NOTIFICATION_ENQUEUE_DELAY_MS } from '#contract/limits.ts'
import { DEFAULT_PREFERENCES, type Session } from '#contract/rest/login.ts'
import { WEBHOOK_TOPIC_NAMES } from '#contract/rest/webhooks.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { bookForSomebody } from '#server/reservations/book-for-somebody.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { type Outside, startOutside } from '#tests/support/outside.ts'
import { decryptPush } from '#tests/support/push-decryption.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { blockAt, reservationOffice } from '#tests/support/reservation-office.ts'
import { type AskOptions, startTestServer, type TestServer } from '#tests/support/server.ts'
import { socialBrowser } from '#tests/support/social-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
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
const TRACES = [
  'Canela',
  'quetzal',
  '947301862',
  '16.842.379',
  '16842379',
  '168423799',
  'Colibr',
  // Of the owner in the matrix's scene, as whom every route is asked.
  'Eulalia',
  'Secreta',
  '955443322',
]
const ANSWERS = { name: CANARY.name, tel: '+56 9 4730 1862', email: CANARY.email }

const settingsFor = (push: PushService, { settings }: Outside) => ({
  ...settings,
  push: { contact: 'mailto:tests@numerito.example', hosts: [push.origin] },
})

const found = (text: string) => TRACES.filter(trace => text.toLowerCase().includes(trace.toLowerCase()))
/** In every spelling in which bytes may hold them. */
const foundIn = (bytes: Buffer) => [...found(bytes.toString('latin1')), ...found(bytes.toString('utf16le'))]

type CanaryOffice = Awaited<ReturnType<typeof reservationOffice>>

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

/**
 * All that only an account does: a sign-up and its e-mails, the profile, a provider, WhatsApp and a call by
 * it, the one-time code. @returns the addresses that were asked, and what is left to do at last: erasing it
 */
async function liveWithAccount(server: TestServer, { idp, mail, whatsapp }: Outside, office: CanaryOffice) {
  const urls: string[] = []
  const password = 'Colibrí de noche larga'
  let token: string | undefined
  async function ask(service: Service, path: string, request: AskOptions, status: number) {
    urls.push(server.url(service, path))
    const answer = await server.ask(service, path, { ...(token !== undefined && { token }), ...request })
    expect([path, answer.status]).toEqual([path, status])
    return answer
  }
  const who = { user: CANARY.email, password }
  const came = await ask('login', '/signup', { body: { ...who, name: CANARY.name } }, 200)
  token = ((await came.json()) as Session).token
  const profile = { name: CANARY.name, phone: CANARY.phone, rut: CANARY.rut }
  await ask('login', '/user', { method: 'PATCH', body: { user: profile } }, 200)
  await ask('login', '/user', { method: 'PATCH', body: { user: { ...profile, rut: '16.842.379-0' } } }, 400)
  await ask('login', '/signup', { body: { ...who, password: 'Colibrí de otra', name: CANARY.name } }, 409)
  await ask('login', '/email/confirmation', { method: 'POST' }, 204)
  const captchaToken = await server.solvedCaptcha()
  await ask('login', '/password/forgot', { body: { user: CANARY.email, captchaToken } }, 204)
  await waitFor('the e-mails', () =>
    ['confirm', 'reset'].every(link => mail.mails.some(one => one.text.includes(`/account/${link}#`))),
  )
  expect(mail.mails.every(({ to }) => to.includes(CANARY.email))).toBe(true)

  await ask('users', '/whatsapp', { body: { phone: CANARY.phone } }, 200)
  const { copied } = await whatsapp.waitForMessage()
  await ask('users', '/whatsapp/confirm', { body: { code: copied } }, 200)

  const { code } = (await (await ask('login', '/handover', { method: 'POST' }, 201)).json()) as {
    code: string
  }
  await ask('login', '/handover/redeem', { body: { code } }, 200)

  // A provider that says the same of somebody else, and then of them.
  idp.people.set('canela-there', { name: CANARY.name, email: CANARY.email, email_verified: true })
  const here = socialBrowser(server)
  const attempt = await here.named('google', idp, 'canela-there')
  expect((await here.claim('/google', attempt)).status).toBe(409)
  expect((await here.claim('/google', attempt, { password: 'Colibrí de nadie' })).status).toBe(401)
  expect((await here.claim('/google', attempt, { password })).status).toBe(200)
  await ask('users', '/my-data', {}, 200)

  // Called by WhatsApp, for they wished it, and no browser of theirs rings.
  const wished = { site: 'web', notifications: { ...DEFAULT_PREFERENCES, whatsapp: true } }
  await ask('users', '/preferences', { body: wished }, 200)
  const line_id = await office.line()
  const meta = { rut: CANARY.rut, answers: ANSWERS }
  const number = { line_id, request_id: randomUUID(), meta }
  await ask('v1', `/offices/${office.office_id}/tickets/new`, { body: number }, 201)
  const clerk = await office.clerk('7')
  await callNext(server.queue, { ...clerk, line_ids: [line_id] })
  const message = await whatsapp.waitForMessage(({ template }) => template === 'numerito_call')
  expect(message.to).toBe(CANARY.phone)
  const { to: _to, ...told } = message
  expect(found(JSON.stringify(told))).toEqual([])
  const webhook = server.url('push', '/whatsapp/webhook')
  expect((await whatsapp.tell(webhook, message, 'delivered')).status).toBe(200)
  await markAttended(server.queue, clerk)
  return {
    urls,
    /** Refused first, to whoever does not know the password. */
    async erase() {
      const body = { confirmed: true }
      await ask('users', '/me', { method: 'DELETE', body: { ...body, password: 'Colibrí de nadie' } }, 401)
      await ask('users', '/me', { method: 'DELETE', body: { ...body, password } }, 204)
      await ask('users', '/my-data', {}, 401)
    },
  }
}

/** Has all that may be told of an office told to somebody else. */
async function tellThere({ db }: Database, office_id: number, { url }: WebhookReceiver): Promise<void> {
  const id = randomUUID()
  const protection = createProtection(new Uint8Array(SECRET_BYTES).fill(7))
  const secret = protection.sealWebhookSecret('whsec_AAAA', id)
  const topics = json(WEBHOOK_TOPIC_NAMES)
  await db
    .insertInto('webhooks')
    .values({ id, office_id, url, topics, secret, made_at: NOON, told_seq: 0 })
    .execute()
}

/** All that somebody does from the first visit to the attention, with everything said that can be said. */
async function live(server: TestServer, push: PushService, outside: Outside, receiver?: WebhookReceiver) {
  const { database } = server
  const office = await reservationOffice(database)
  const line_id = await office.reserveLine()
  const clerk = await office.clerk('3')
  if (receiver) await tellThere(database, office.office_id, receiver)
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
  const account = await liveWithAccount(server, outside, office)
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
  await receiver?.heard(3)
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
  // The question how it was, of an attention of which nothing was said.
  server.clock.advance(60_000)
  await ask('v1', `/offices/${office.office_id}/tickets/new`, {
    body: { line_id: await office.line(), request_id: randomUUID(), meta },
  })
  await callNext(server.queue, { ...clerk, line_ids: [] })
  await markAttended(server.queue, clerk)
  server.clock.advance(NOTIFICATION_ENQUEUE_DELAY_MS + 1_000)
  const pushes = await waitFor('the question how it was', () => {
    const heard = push.accepted.map(({ body: sent }) => decryptPush(sent, keys))
    return heard.some(text => text.includes('"poll"')) ? heard : undefined
  })
  const metrics = await (await fetch(`${server.origin}/metrics`)).text()
  return {
    urls: [...urls, ...account.urls],
    eraseAccount: account.erase,
    payload: [payload, ...pushes].join('\n'),
    metrics,
    user_id,
    token,
    ask,
  }
}

eachDatabase('a canary', open => {
  let server: TestServer
  let push: PushService
  let outside: Outside
  let receiver: WebhookReceiver
  beforeAll(async () => {
    const database = await open()
    push = await startPushService()
    outside = await startOutside()
    receiver = await startWebhookReceiver()
    server = await startTestServer({
      database,
      clock: new MovingClock(NOON),
      settings: { ...settingsFor(push, outside), webhookNetworks: ['127.0.0.0/8'] },
    })
    outside.admit(server)
  })
  afterAll(async () => {
    await closeEverything()
    await server.close()
    await outside.stop()
    await push.stop()
    await receiver.stop()
  })

  it('[KEEP-03] [PUSH-02] that goes through every path is in no table, log, push, address or figure in clear', async () => {
    const { urls, payload, metrics, ask, eraseAccount } = await live(server, push, outside, receiver)
    // It was there to be found: its owner reads it.
    expect(found(await (await ask('users', '/my-data')).text())).toEqual(
      expect.arrayContaining(['Canela', 'quetzal', '947301862']),
    )
    // And every route, by an owner whose traces are searched for as well, with what the access matrix asks.
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
    // Erased at last, which leaves none of it behind either.
    expect((await ask('users', '/me', { method: 'DELETE', body: { confirmed: true } })).status).toBe(204)
    await eraseAccount()
    for (const [table, rows] of await everything(server.database))
      expect([table, found(rows)]).toEqual([table, []])
    expect(server.logged.length).toBeGreaterThan(100)
    expect(server.logged.filter(line => found(line).length > 0)).toEqual([])
    expect(found(payload)).toEqual([])
    expect(receiver.told.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['ticket.created', 'call.created', 'ticket.attended']),
    )
    expect(found(receiver.told.map(({ body }) => body).join('\n'))).toEqual([])
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
    const outside = await startOutside()
    const server = await startTestServer({
      database,
      clock: new MovingClock(NOON),
      settings: settingsFor(push, outside),
    })
    outside.admit(server)
    await live(server, push, outside)
    // What is kept in clear is found so: the search can find.
    await database.db
      .insertInto('flags')
      .values({ name: 'perdiz-nival', enabled: true, variant: null })
      .execute()
    await closeEverything()
    await server.close()
    await outside.stop()
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
