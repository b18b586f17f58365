import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { command, refusedStart } from '#tests/support/numerito-command.ts'
import { administer, OWN_DATABASE } from '#tests/support/postgres-cluster.ts'
import { spawnServer } from '#tests/support/spawn-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { officeClient } from './office-client.ts'
import { SEEDED_SETTINGS, seedOffice } from './seeded-office.ts'

const BACK_MS = 20_000

onPostgres('a server whose PostgreSQL lets nothing be written', freshUrl => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  async function seeded() {
    const DATABASE_URL = await freshUrl()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: DATABASE_URL })
    const office = await seedOffice(database, { lines: 1, people: 2 })
    await database.close()
    const name = new URL(DATABASE_URL).pathname.slice(1)
    const elsewhere = new URL(DATABASE_URL)
    elsewhere.pathname = `/${OWN_DATABASE}`
    const letWrite = (whether: boolean) =>
      administer(
        elsewhere.href,
        `alter database ${name} set default_transaction_read_only = ${whether ? 'off' : 'on'}`,
      )
    /** Who is connected by now keeps what was settled then. */
    const cut = () =>
      administer(
        elsewhere.href,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      )
    return { office, settings: { ...SEEDED_SETTINGS, DATABASE_URL }, letWrite, cut }
  }

  it('[KEEP-05] shows what is kept, refuses the rest for now, says so by health and log, and goes on by itself', async () => {
    const { office, settings, letWrite, cut } = await seeded()
    const server = await spawnServer(settings)
    closing.push(() => server.end())
    const client = officeClient(server.origin, office)
    const [line_id = 0] = office.lines
    const [owner = expect.fail('nobody'), other = owner] = office.people
    const first = await client.take(owner, line_id, randomUUID())
    const request_id = randomUUID()
    const take = () =>
      client.ask('v1', `/offices/${office.office_id}/tickets/new`, other.token, { line_id, request_id })

    await letWrite(false)
    await cut()
    const ready = async () => (await fetch(`${server.origin}/readyz`)).json()
    await waitFor('it to say so', async () => (await ready()).writes === false, BACK_MS)
    expect(await ready()).toMatchObject({ status: 'unavailable', database: true, writes: false })
    const refused = await take()
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'unavailable', retry_after: expect.any(Number) }),
    ])
    expect(await client.ticket(owner, first.tuid)).toMatchObject({ number: 1, state: 'waiting' })
    // One line a second: the first was of the connections that were cut.
    await waitFor('the log to say so', () => server.output().includes('the database lets nothing be written'))
    expect(server.output()).not.toContain('a request failed')

    await letWrite(true)
    await waitFor('it to be ready', async () => (await ready()).status === 'ok', BACK_MS)
    const given = await waitFor('a number', async () => {
      const answer = await take()
      return answer.status === 201 && (await answer.json())
    })
    expect(given.number).toBe(2)
  })

  it('is told why by a start', async () => {
    const { settings, letWrite } = await seeded()
    await letWrite(false)
    const start = await refusedStart(settings)
    expect([start.exit, start.said]).toEqual([1, expect.stringContaining('lets nothing be written')])
  })

  it('is told by a start which version it needs', async () => {
    const { settings } = await seeded()
    const name = new URL(settings.DATABASE_URL).pathname.slice(1)
    // The genuine server, but for what it says of its version.
    await administer(
      settings.DATABASE_URL,
      `create schema elder;
       create function elder.current_setting(text) returns text language sql as
         $$ select case $1 when 'server_version_num' then '140012' else pg_catalog.current_setting($1) end $$;
       alter database ${name} set search_path = elder, pg_catalog, public`,
    )
    const start = await refusedStart(settings)
    expect([start.exit, start.said]).toEqual([
      1,
      expect.stringMatching(
        /^numerito: this is PostgreSQL 14, which is too old: Numerito needs 15 or later$/m,
      ),
    ])
    const check = await command(settings, 'check').ended
    expect([check.exit, check.said]).toEqual([
      1,
      expect.stringMatching(/^fail {2}database +this is PostgreSQL 14, which is too old/m),
    ])
  })
})
