import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '#server/database/migrations/list.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { layOut, type ReleaseBefore, releaseBefore } from '#tests/support/release-before.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { zoneAtNoon } from '#tests/support/zone-at-noon.ts'
import { BOOKABLE, BusyOffice } from './busy-office.ts'
import { type ListeningPhone, listen } from './listening-phone.ts'
import { SEEDED_SETTINGS, type SeededOffice } from './seeded-office.ts'

const PEOPLE = 120
const PHONES = 10
/** Acts of each kind that a phase must have seen before the next one begins. */
const ACTS = 10

/** Run in the folder of the release before, whose tables it knows. */
const SEED = `
  const { openDatabase } = await import('#server/database/open-database.ts')
  const { seedOffice } = await import('./tests/faults/seeded-office.ts')
  const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: process.env.DATABASE_URL })
  console.log(JSON.stringify(await seedOffice(database, { lines: 1, people: ${PEOPLE} })))
  await database.close()`

/** What only the one whom it is about is told. */
const FOR_ITS_OWNER = "('ticket:almost_there', 'ticket:message')"

const found = releaseBefore()
const before: ReleaseBefore = typeof found === 'string' ? { version: '', commit: '', migrations: '' } : found
const lacking = typeof found === 'string' ? found : undefined

describeWith(lacking, 'the release before, and this one beside it', () => {
  onPostgres(`from ${before.version}, while people are called`, freshUrl => {
    const cleanUp: (() => unknown)[] = []
    let database: pg.Client
    let settings: Record<string, string>
    let startBefore: () => Promise<SpawnedServer>
    let old: SpawnedServer
    let fresh: SpawnedServer
    let office: SeededOffice
    let proxy: TcpProxy
    let phones: ListeningPhone[]
    let busy: BusyOffice

    beforeAll(async () => {
      const folder = layOut(before)
      cleanUp.push(folder.remove)
      const DATABASE_URL = await freshUrl()
      settings = { ...SEEDED_SETTINGS, DATABASE_URL }
      database = new pg.Client(DATABASE_URL)
      await database.connect()
      cleanUp.push(() => database.end())
      await database.query('drop schema public cascade; create schema public')
      startBefore = () => spawnServer(settings, [process.execPath, join(folder.path, 'server/main.ts')])
      old = await startBefore()
      cleanUp.push(() => old.end())
      const seeded = execFileSync(process.execPath, ['--input-type=module', '--eval', SEED], {
        cwd: folder.path,
        env: { ...process.env, ...settings },
        encoding: 'utf8',
      })
      office = JSON.parse(seeded) as SeededOffice
      await database.query('update offices set time_zone = $1', [zoneAtNoon()])
      await database.query(
        `update lines set takes_reservations = true, reserve_days_ahead = 7,
          reserve_minutes = $1, reserve_slots = $2`,
        [BOOKABLE.minutes, BOOKABLE.slots],
      )
      proxy = await TcpProxy.to(old.origin)
      cleanUp.push(() => proxy.close())
      phones = await Promise.all(
        office.people
          .slice(0, PHONES)
          .map((person, which) =>
            listen(
              which % 2 === 0 ? 'websocket' : 'longpoll',
              `http://127.0.0.1:${proxy.port}`,
              office,
              person,
            ),
          ),
      )
      cleanUp.push(() => Promise.all(phones.map(phone => phone.leave())))
      busy = new BusyOffice(office, old.origin)
      cleanUp.push(() => busy.rest())
    })
    afterAll(async () => {
      for (const undo of cleanUp.toReversed()) await undo()
    })

    const column = async <T>(query: string): Promise<T[]> =>
      (await database.query<[T]>({ text: query, rowMode: 'array' })).rows.map(([value]) => value)

    it('[KEEP-04] the release before serves, the new one comes, the one before goes', async () => {
      await busy.hasDone(ACTS, [old])
      const coming = spawnServer(settings)
      fresh = await coming
      cleanUp.push(() => fresh.end())
      const ran = await column('select name from kysely_migration order by name')
      expect(ran).toEqual(Object.keys(migrations))
      await busy.hasDone(ACTS, [old])

      busy.alsoAt(fresh.origin)
      proxy.leadTo(fresh.origin)
      await busy.hasDone(ACTS, [old, fresh])
      // Of which the one before knows nothing: the phones that are still there hear of it, and of all that
      // comes after it, when they come back.
      await busy.putAside(fresh.origin)
      await busy.hasDone(ACTS, [old, fresh])

      expect(await old.end('SIGTERM')).toBe(0)
      await busy.hasDone(ACTS, [fresh])
      await busy.rest()
      expect(busy.faults).toEqual([])
    })

    it('[KEEP-04] no number is lost or given twice, and every call is told to its owner', async () => {
      const { taken, called } = busy
      expect(new Set(taken.keys()).size).toBeGreaterThan(3 * ACTS)
      const kept = await column<string>('select id from tickets')
      expect(new Set(kept)).toEqual(new Set(taken.keys()))
      const numbers = await column<number>('select number from tickets order by number')
      expect(numbers.map(Number)).toEqual(kept.map((_, index) => index + 1))
      const everCalled = await column<string>('select id from tickets where called_at is not null')
      expect(new Set(everCalled)).toEqual(new Set(called))

      const said = await column<string>(
        `select seq from facts where kind not in ${FOR_ITS_OWNER} order by seq`,
      )
      const last = Number(said.at(-1))
      for (const phone of phones) {
        await waitFor('a phone to know the newest', () => phone.last >= last)
        const heard = new Set(phone.facts.map(({ payload }) => payload.seq))
        expect(said.map(Number).filter(seq => seq > phone.from && !heard.has(seq))).toEqual([])
        const own = called.filter(tuid => taken.get(tuid) === phone.person.user_id)
        const told = phone.facts.flatMap(({ event, payload }) =>
          event === 'call:created' && payload.tuid !== undefined ? [payload.tuid] : [],
        )
        expect(told).toEqual(own)
      }
    })

    it('[KEEP-04] no time is lost or held twice, and each is told to whoever booked it', async () => {
      const { booked } = busy
      expect(booked.filter(({ cancelled }) => cancelled).length).toBeGreaterThan(3 * ACTS)
      const { rows } = await database.query<{ id: string; state: string; block_from: Date; slot: number }>(
        'select id, state, block_from, slot from reservations',
      )
      const stands = rows.map(({ id, state, block_from }) => [id, [state, block_from.toISOString()]] as const)
      expect(new Map(stands)).toEqual(
        new Map(
          booked.map(({ id, cancelled, from }) => [
            id,
            [cancelled ? 'cancelled' : 'confirmed', new Date(from).toISOString()],
          ]),
        ),
      )
      const held = rows
        .filter(({ state }) => state === 'confirmed')
        .map(({ block_from, slot }) => `${block_from.toISOString()} ${slot}`)
      expect(held).toEqual([...new Set(held)])

      for (const phone of phones) {
        // Each was booked, and most were cancelled after that.
        const own = booked
          .filter(({ person }) => person === phone.person)
          .flatMap(({ id, cancelled }) => (cancelled ? [id, id] : [id]))
        const told = phone.facts.flatMap(({ event, payload }) =>
          event === 'reserve:updated' && payload.ruid !== undefined ? [payload.ruid] : [],
        )
        expect(told.toSorted()).toEqual(own.toSorted())
      }
    })

    it('[KEEP-04] each phone is sent on once, by the word for it', () => {
      // The new one has no session of the other's: it says that it is gone.
      for (const { kind, closed } of phones) expect(closed).toEqual([kind === 'websocket' ? 1012 : 3410])
    })

    it('[KEEP-04] the release before does not start again', async () => {
      await expect(startBefore()).rejects.toThrow(
        Object.keys(migrations).find(name => !before.migrations.includes(`'${name}'`)),
      )
    })
  })
})
