import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { askAs, RELEASE_EVENING, type ReleaseAccount } from '#tests/support/release-day.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { PATIENCE_MS } from '#tests/support/wait-for.ts'

const folder = join(import.meta.dirname, '../releases')
const releases = readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
  entry.isDirectory() ? [entry.name] : [],
)
const accountOf = (release: string, file: string): ReleaseAccount =>
  JSON.parse(readFileSync(join(folder, release, file), 'utf8'))

/** What a person finds who comes back after the upgrade, and what the office goes on with. */
function goesOn(account: ReleaseAccount, open: () => Promise<Database>): void {
  const { people, asked, reservation, office, clerk, lines } = account
  let database: Database
  let server: TestServer

  beforeAll(async () => {
    database = await open()
    await migrate(database)
    server = await startTestServer({ database, clock: new MovingClock(RELEASE_EVENING) })
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  const personOf = (name: string) => {
    const person = people[name]
    if (!person) throw new Error(`nobody is called ${name}`)
    return person
  }
  const take = async (body: object, token: string) => {
    const path = `/offices/${office.office_id}/tickets/new`
    return (await (await server.ask('v1', path, { body, token })).json()) as Ticket
  }

  it('[KEEP-04] says to everybody what it said to them before', async () => {
    expect(account.kept.length).toBeGreaterThan(0)
    for (const { who, service, path, answer } of account.kept) {
      const now = await askAs(server, personOf(who), { service, path })
      expect({ who, path, now }).toMatchObject({ who, path, now: answer })
    }
  })

  it('[KEEP-04] gives the number that was asked for before the upgrade, where it is asked for again', async () => {
    const again = await take(asked.body, personOf(asked.who).token)
    expect(again.tuid).toBe(asked.tuid)
  })

  it('[KEEP-04] counts on where it was, and calls in the order in which they came', async () => {
    const { token } = await server.signInTemporary({ dni: 'P-tomorrow' })
    const waiting = await askAs(server, personOf('waiting'), {
      service: 'v1',
      path: '/tickets?status=active',
    })
    const [before] = waiting as Ticket[]
    const next = await take({ line_id: lines.queue, request_id: crypto.randomUUID() }, token)
    // One on paper was between the two.
    expect([before?.number, next.number]).toEqual([5, 7])
    await callNext(server.queue, { ...clerk, line_ids: [] })
    const called = await database.db
      .selectFrom('tickets')
      .select('id')
      .where('modulo_id', '=', clerk.modulo_id)
      .where('state', '=', 'called')
      .executeTakeFirstOrThrow()
    expect(called.id).toBe(asked.tuid)
  })

  it('[KEEP-04] lets whoever booked cancel, and another have the hour', async () => {
    const { token } = personOf(reservation.who)
    const path = `/${reservation.id}`
    const cancelled = await server.ask('reservations', path, { method: 'DELETE', token })
    expect(cancelled.status).toBe(200)
    const other = await server.signInTemporary({ dni: 'P-later' })
    const booked = await server.ask('reservations', '', {
      token: other.token,
      body: {
        line: lines.booked,
        block: reservation.block,
        request_id: crypto.randomUUID(),
        meta: { answers: { name: 'Ana Rojas', tel: '+56 9 1234 5678', email: 'ana@example.com' } },
      },
    })
    expect(booked.status).toBe(201)
  })
}

it('[KEEP-04] has the data of this very version', () => {
  const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'))
  expect(releases, 'npm run release-data leaves them').toContain(version)
})

for (const release of releases) {
  describe(`what ${release} left behind · embedded`, () => {
    const { path, remove } = makeTemporaryDirectory('release')
    afterAll(remove)
    goesOn(accountOf(release, 'embedded.json'), () => {
      const packed = readFileSync(join(folder, release, 'embedded.tar.br'))
      execFileSync('tar', ['--extract', '--directory', path], { input: brotliDecompressSync(packed) })
      return openDatabase({ dataDirectory: join(path, 'database') })
    })
  })

  onPostgres(`what ${release} left behind`, freshUrl => {
    goesOn(accountOf(release, 'postgres.json'), async () => {
      const databaseUrl = await freshUrl()
      const client = new pg.Client(databaseUrl)
      await client.connect()
      await client.query('drop schema public cascade; create schema public')
      await client.query(readFileSync(join(folder, release, 'postgres.sql'), 'utf8'))
      await client.end()
      return openDatabase({ dataDirectory: ':memory:', databaseUrl, acquireTimeout: PATIENCE_MS })
    })
  })
}
