import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { command, refusedStart } from '#tests/support/numerito-command.ts'
import { missingPgBouncer, type PgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { spawnServer } from '#tests/support/spawn-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { officeClient } from './office-client.ts'
import { SEEDED_SETTINGS, seedOffice } from './seeded-office.ts'
import { steadfastPhone } from './steadfast-phone.ts'

/** A busy machine's second, some times over: it comes back by itself within this. */
const BACK_MS = 20_000
const NO_SESSIONS = /gives each transaction another connection.*pool_mode = session/

onPostgres('a server behind PgBouncer', freshUrl =>
  describeWith(missingPgBouncer(), 'of Debian', () => {
    const closing: (() => Promise<unknown>)[] = []
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close()
    })

    async function behind(options: Parameters<typeof startPgBouncer>[1]) {
      const direct = await freshUrl()
      const pooler: PgBouncer = await startPgBouncer(direct, options)
      closing.push(() => pooler.close())
      return { pooler, direct, settings: { ...SEEDED_SETTINGS, DATABASE_URL: pooler.urlOf(direct) } }
    }

    it('[KEEP-07] that keeps sessions serves, two beside each other, and again after the pooler was started anew', async () => {
      const { pooler, direct, settings } = await behind({ mode: 'session' })
      const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: direct })
      const office = await seedOffice(database, { lines: 1, people: 3 })
      await database.close()
      const [line_id = 0] = office.lines
      const [owner = expect.fail('nobody'), second = owner, third = owner] = office.people
      const servers = await Promise.all([spawnServer(settings), spawnServer(settings)])
      for (const server of servers) closing.push(() => server.end())
      const [here, there] = servers
      const client = officeClient(here.origin, office)
      const phone = await steadfastPhone('websocket', there.origin, office, owner)
      closing.push(() => phone.leave())
      const heard = (event: string) => phone.facts.filter(fact => fact.event === event).length

      const taken = [await client.take(owner, line_id, randomUUID())]
      await client.callNext(line_id)
      // Only who listens hears of it before the next look at the log.
      await waitFor('the call', () => heard('call:created') === 1)

      await pooler.restart()
      const again = () => client.take(second, line_id, randomUUID()).catch(() => null)
      taken.push(await waitFor('a number after the restart', again, BACK_MS))
      taken.push(await client.take(third, line_id, randomUUID()))
      await client.callNext(line_id)
      await waitFor('the next call', () => heard('call:created') === 2, BACK_MS)
      expect(taken.map(({ number }) => number)).toEqual([1, 2, 3])
      expect(phone.joins()).toBe(1)
      expect([here, there].map(server => server.process.exitCode)).toEqual([null, null])

      const checked = await command(settings, 'check').ended
      expect(checked.said).toMatch(/^ok {4}database +PostgreSQL \d/m)
      expect(checked.said).not.toMatch(/^fail {2}database/m)
    })

    it.each([
      ['transaction', 20, NO_SESSIONS],
      ['transaction', 1, NO_SESSIONS],
      ['statement', 20, NO_SESSIONS],
      ['session', 1, /gave no second connection.*11 of its own.*default_pool_size/],
    ] as const)(
      'that gives a connection by %s, of %i, is told so at its start and by the check',
      async (mode, size, sentence) => {
        const { settings } = await behind({ mode, size })
        const start = await refusedStart(settings)
        expect([start.exit, start.said]).toEqual([1, expect.stringMatching(sentence)])
        expect(start.said).toMatch(/^numerito: \w/m)
        const check = await command({ ...settings, LANG: 'es_CL.UTF-8' }, 'check').ended
        expect([check.exit, check.said]).toEqual([
          1,
          expect.stringMatching(/^fail {2}base de datos +.* agrupador /m),
        ])
      },
    )

    it('that has no connection left is told so in time', async () => {
      const { pooler, direct } = await behind({ mode: 'session', size: 1 })
      const holder = new pg.Client({ connectionString: pooler.urlOf(direct) })
      await holder.connect()
      closing.push(() => holder.end())
      await holder.query('select 1')
      const opening = openDatabase({
        dataDirectory: ':memory:',
        databaseUrl: pooler.urlOf(direct),
        acquireTimeout: 1_000,
      })
      await expect(opening).rejects.toThrow('it let us in, and gave no answer within 1 s')
    })
  }),
)
