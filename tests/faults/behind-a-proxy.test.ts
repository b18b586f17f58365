import { randomUUID } from 'node:crypto'
import { request } from 'node:https'
import tls from 'node:tls'
import pg from 'pg'
import { is } from 'valibot'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { SERVICE_BASES } from '#contract/bases.ts'
import { SETTINGS_BYTES_MAX } from '#contract/desk-limits.ts'
import { type OfficeSettings, settingsChecked } from '#contract/rest/settings.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { freePort } from '#tests/support/free-port.ts'
import {
  missingProxy,
  PROXIES,
  type ProxyName,
  type ProxyServer,
  startProxy,
} from '#tests/support/proxy-server.ts'
import { makeSelfSignedCertificate } from '#tests/support/self-signed-certificate.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type OfficeClient, officeClient } from './office-client.ts'
import { SEEDED_SETTINGS, type SeededOffice, seedOffice } from './seeded-office.ts'
import { type SteadfastPhone, steadfastPhone } from './steadfast-phone.ts'

const NAMES = Object.keys(PROXIES) as ProxyName[]
const PEOPLE = 8
/** nginx takes a mebibyte unless told otherwise; the server refuses one more byte, and hears it out. */
const MORE_THAN_UNTOLD_BYTES = 1_024 * 1_024 + 1
/** What a crowd, a disk or a virtual machine's host may hold a server up for. */
const STALL_MS = 1_500
/** Of one address and minute at one server (`mailLink`). */
const LOOKS = 20

/** What the proxy answers itself. */
const FIGURES = ['/metrics', '/metrics?a=1', '/metrics/', '/metrics/a', '/%6Detrics', '/%6detrics/']
/** What it may let through: the application's own page, or nothing. */
const OTHERWISE_FIGURES = [
  '//metrics',
  '/./metrics',
  '/a/../metrics',
  '/metrics%2F',
  '/Metrics',
  '/metrics;a',
]

onPostgres('two servers behind a proxy', freshUrl => {
  const certificate = makeSelfSignedCertificate('localhost')
  const trusted = tls.getCACertificates('default')
  const servers: SpawnedServer[] = []
  /** Their own ports: what they print is where the first proxy is. */
  const at: string[] = []
  const ports: Partial<Record<ProxyName, number>> = {}
  let databaseUrl: string
  let office: SeededOffice
  let settings: Record<string, string>
  let listener: pg.Client

  beforeAll(async () => {
    tls.setDefaultCACertificates([...trusted, certificate.cert])
    databaseUrl = await freshUrl()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    office = await seedOffice(database, { lines: NAMES.length, people: PEOPLE })
    // Nothing that is sent is as long as an office's settings, and these are its supervisors'.
    await database.db.updateTable('clerk_offices').set({ role: 'supervisor' }).execute()
    await database.close()
    for (const name of NAMES) ports[name] = await freePort()
    for (const _server of ['one', 'two']) at.push(String(await freePort()))
    settings = {
      ...SEEDED_SETTINGS,
      DATABASE_URL: databaseUrl,
      NUMERITO_PROXY_HOPS: '1',
      NUMERITO_ORIGIN: [
        ...NAMES.map(name => `https://localhost:${ports[name]}`),
        ...at.map(port => `http://127.0.0.1:${port}`),
      ].join(','),
    }
    for (const PORT of at) servers.push(await spawnServer({ ...settings, PORT }))
    listener = new pg.Client({ connectionString: databaseUrl })
    await listener.connect()
  })
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted)
    await listener?.end()
    await Promise.all(servers.map(server => server.end()))
  })

  for (const [index, name] of NAMES.entries())
    describeWith(missingProxy(name), name, () => {
      let proxy: ProxyServer
      let client: OfficeClient
      let line: number
      const phones: SteadfastPhone[] = []
      beforeAll(async () => {
        line = office.lines[index] ?? 0
        const hosts = at.map(port => `127.0.0.1:${port}`)
        proxy = await startProxy(name, ports[name] ?? 0, hosts, certificate)
        client = officeClient(proxy.origin, office)
      })
      afterEach(() => Promise.all(phones.splice(0).map(phone => phone.leave())))
      afterAll(() => proxy?.close())

      /** Half of them by long poll. */
      async function everybody(): Promise<SteadfastPhone[]> {
        phones.push(
          ...(await Promise.all(
            office.people.map((person, which) =>
              steadfastPhone(which % 2 === 0 ? 'websocket' : 'longpoll', proxy.origin, office, person),
            ),
          )),
        )
        return phones
      }

      /** Somebody takes a number and is called. */
      async function callSomebody(which: number, by = client): Promise<void> {
        const person = office.people[which % PEOPLE] ?? expect.fail('nobody is there')
        await by.take(person, line, randomUUID())
        await by.callNext(line)
      }

      const calledAt = (phone: SteadfastPhone) =>
        phone.facts.filter(({ event }) => event === 'call:created').map(({ payload }) => payload.seq)

      /** All have heard of the same calls, each once, in the order in which they were made. */
      async function expectAllHeard(calls: number): Promise<void> {
        for (const [which, phone] of phones.entries())
          await waitFor(`${calls} calls at phone ${which}`, () => calledAt(phone).length >= calls).catch(
            (error: Error) =>
              expect.fail(`${error.message}: ${JSON.stringify(phone.facts)}\n${proxy.output()}`),
          )
        const [first = []] = phones.map(calledAt)
        for (const phone of phones) {
          expect(calledAt(phone)).toEqual(first)
          const seqs = phone.facts.map(({ payload }) => payload.seq)
          expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
        }
        expect(first).toHaveLength(calls)
      }

      it('[KEEP-07] brings every call to sockets and polls, whichever server each of them reaches', async () => {
        await everybody()
        const asked: string[] = []
        listener.on('notification', ({ channel }) => void asked.push(channel))
        const homes = new Set(
          phones.flatMap((phone, which) => (which % 2 === 0 ? [] : phone.pollToken().split('.')[0])),
        )
        for (const home of homes) await listener.query(`listen numerito_polls_${home}`)
        for (let which = 0; which < PEOPLE; which += 1) await callSomebody(which)
        await expectAllHeard(PEOPLE)
        // Some of the polls went to a server that had to ask the other one.
        await waitFor('a poll that reached another server', () => asked.length > 0)
        listener.removeAllListeners('notification')
      })

      it('[KEEP-07] is read anew while people poll and listen: who is cut off comes back, and misses nothing', async () => {
        await everybody()
        // The desk beside the proxy: a press on a connection that is closed in that moment is another matter.
        const desk = officeClient(`http://127.0.0.1:${at[1]}`, office)
        for (let which = 0; which < 4; which += 1) {
          await callSomebody(which, desk)
          proxy.reload()
        }
        await expectAllHeard(4)
      })

      it('[KEEP-07] waits for servers that stand still for a moment, and sends nobody away for it', async () => {
        for (const server of servers) server.process.kill('SIGSTOP')
        let asked: Promise<Response>
        try {
          await new Promise(resolve => setTimeout(resolve, STALL_MS))
          asked = fetch(`${proxy.origin}/readyz`)
        } finally {
          for (const server of servers) server.process.kill('SIGCONT')
        }
        expect((await asked).status).toBe(200)
      })

      it('[KEEP-06] [KEEP-07] goes on by one server while the other goes and comes back', async () => {
        await everybody()
        await callSomebody(0)
        const [one = expect.fail('there is no server')] = servers
        try {
          expect(await one.end('SIGTERM')).toBe(0)
          // Its turn comes among these: the other is asked instead. By then every proxy knows; Caddy 2.6
          // brings no press to another server before.
          for (const _turn of ['one', 'two', 'one again'])
            expect((await fetch(`${proxy.origin}/readyz`)).status).toBe(200)
          for (const which of [1, 2, 3]) await callSomebody(which)
        } finally {
          servers[0] = await spawnServer({ ...settings, PORT: at[0] ?? '' })
        }
        await callSomebody(4)
        await expectAllHeard(5)
      })

      /** From an address of this machine, claiming to come from another. */
      const askFrom = (localAddress: string, method: string, path: string, body = '', claimed = '') =>
        new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
          const asked = request(
            `${proxy.origin.replace('localhost', '127.0.0.1')}${path}`,
            {
              method,
              // As it stands: made into a URL, `/./metrics` is another address.
              path,
              localAddress,
              servername: 'localhost',
              agent: false,
              headers: {
                host: new URL(proxy.origin).host,
                origin: proxy.origin,
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(body),
                ...(claimed && { 'x-forwarded-for': claimed }),
              },
            },
            response => {
              let text = ''
              response.setEncoding('utf8').on('data', chunk => void (text += chunk))
              response.on('end', () =>
                resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
              )
            },
          )
          asked.on('error', reject)
          asked.end(body)
        })

      it('[SEC-02] tells the servers whom it sees, whatever the client writes', async () => {
        const wrong = JSON.stringify({ token: 'A'.repeat(43) })
        const look = `${SERVICE_BASES.desk}/invitations/look`
        const from = `127.0.${index + 1}.2`
        const statuses: number[] = []
        for (let tries = 0; tries < 2 * LOOKS + 10; tries += 1) {
          const { status } = await askFrom(from, 'POST', look, wrong, `203.0.113.${tries}`)
          statuses.push(status)
        }
        expect(statuses.slice(0, 2)).not.toContain(429)
        // Which server an attempt reaches is the proxy's affair: the one that was away may only now be back.
        expect(statuses.filter(status => status !== 429).length).toBeLessThanOrEqual(2 * LOOKS)
        expect((await askFrom(`127.0.${index + 1}.3`, 'POST', look, wrong)).status).not.toBe(429)
      })

      it('has what is too long refused by the server, in its words', async () => {
        const body = ' '.repeat(MORE_THAN_UNTOLD_BYTES)
        const { status, text } = await askFrom(
          '127.0.0.1',
          'POST',
          `${SERVICE_BASES.login}/temporaryV2`,
          body,
        )
        expect({ status, code: (JSON.parse(text) as { code: string }).code }).toEqual({
          status: 413,
          code: 'payload-too-large',
        })
      })

      it('lets the longest through that the server takes: an office’s settings', async () => {
        const at = `/offices/${office.office_id}/settings`
        const { office: entry } = (await (
          await client.ask('desk', at, office.clerk)
        ).json()) as OfficeSettings
        const asked = JSON.stringify({ office: entry })
        const checked = await fetch(`${proxy.origin}${SERVICE_BASES.desk}${at}/check`, {
          method: 'POST',
          headers: {
            origin: proxy.origin,
            authorization: `Bearer ${office.clerk}`,
            'content-type': 'application/json',
          },
          body: asked + ' '.repeat(SETTINGS_BYTES_MAX - Buffer.byteLength(asked)),
        })
        // Looked at, whatever the server says of what this office was made of.
        expect(checked.status).toBe(200)
        expect(is(settingsChecked, await checked.json())).toBe(true)
      })

      it('shows the application by TLS, and keeps the figures to itself', async () => {
        const page = await askFrom('127.0.0.1', 'GET', '/')
        expect(page.status).toBe(200)
        expect(page.headers).toHaveProperty('strict-transport-security')
        expect((await askFrom('127.0.0.1', 'GET', '/readyz')).status).toBe(200)
        for (const spelled of FIGURES) {
          const { status, headers } = await askFrom('127.0.0.1', 'GET', spelled)
          // The server has an id for whatever it is asked.
          expect([spelled, status, headers['x-request-id']]).toEqual([spelled, 404, undefined])
        }
        for (const spelled of OTHERWISE_FIGURES)
          expect((await askFrom('127.0.0.1', 'GET', spelled)).text).not.toContain('# TYPE')
      })

      it('[SEC-02] writes no token of a poll into its log', async () => {
        const phone = await steadfastPhone('longpoll', proxy.origin, office, office.people[0]!)
        phones.push(phone)
        await callSomebody(0)
        await waitFor('the call', () => calledAt(phone).length === 1)
        expect(proxy.output()).not.toContain(phone.pollToken())
      })
    })
})
