import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SERVICE_BASES } from '#contract/bases.ts'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { factsAfter } from '#server/facts/read-facts.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createClient } from '#src/api/client.ts'
import { pressing } from '#src/desk/presses.ts'
import { createSessionStore } from '#src/desk/session-store.ts'
import { browserClock } from '#src/platform/clock.ts'
import { browserRandom } from '#src/platform/random.ts'
import { browserTimers } from '#src/platform/timers.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { DESK_VERBS, type DeskVerb, prepareVerb, shapeOf, whatStands } from '#tests/support/desk-verbs.ts'
import { Door } from '#tests/support/door.ts'
import { freePort } from '#tests/support/free-port.ts'
import { replay } from '#tests/support/replayed-office.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { SEEDED_SETTINGS } from './seeded-office.ts'

/** So many at once: each has a connection of the server's to itself, and is as far as it gets. */
const AT_ONCE = 6
/** When so many of all are answered, the server dies. */
const ENOUGH = 12
/** The test hangs up when the server is dead; nobody's patience ends before. */
const PATIENT_MS = 120_000

type Place = { settings: Record<string, string>; dataDirectory: string; databaseUrl?: string }

/** `answered`, `press-done`, `press-not-done`, or how else it went wrong: as the desk's own code says it. */
type Told = string

const callOf = ({ method, path }: DeskVerb) => `${method} ${SERVICE_BASES.desk}${path}`

/** The desk of the one who presses: the real one's calls, in a process of its own. */
function press(door: Door, { method, path, body, token, clerk_id }: DeskVerb): Promise<Told> {
  const session = createSessionStore()
  session.begin({ clerk_id, token, name: 'Ana', expires_at: '', offices: [], founds: false })
  const plain = createClient({
    clock: browserClock,
    baseOf: service => door.origin + SERVICE_BASES[service],
    getToken: session.getToken,
    onSessionExpired: session.expire,
    onTooManyRequests() {},
    onReached() {},
    onUnreached() {},
  })
  const tab = { read: () => null, write() {} }
  const world = { session, clock: browserClock, timers: browserTimers, random: browserRandom, tab }
  const { client } = pressing(plain, world)
  const call = { method, timeoutMs: PATIENT_MS, ...(body !== undefined && { json: body }) }
  return client.tell('desk', path, call).then(
    () => 'answered',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  )
}

/** The tables say what the log says. */
async function expectReplayed({ db }: Database, { office_id }: DeskVerb): Promise<void> {
  const moves = db.selectFrom('line_moves').selectAll().where('office_id', '=', office_id)
  const outOfTurn = db
    .selectFrom('desk_acts')
    .select(['ticket_id', 'at'])
    .where('office_id', '=', office_id)
    .where('act', '=', 'called-out-of-turn')
  const { states, waiting } = replay(
    await factsAfter(db, office_id, 0, 1_000),
    await moves.execute(),
    await outOfTurn.execute(),
  )
  const tickets = await db
    .selectFrom('tickets')
    .select(['id', 'state', 'line_id'])
    .where('office_id', '=', office_id)
    .orderBy('place')
    .orderBy('number')
    .execute()
  expect(new Map(tickets.map(({ id, state }) => [id, state]))).toEqual(states)
  const order = tickets.filter(({ state }) => state === 'waiting').map(({ id }) => id)
  expect(order).toEqual([...waiting.values()].flat())
}

const inGroups = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, nth) =>
    all.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
  )

function killTests(kind: Database['kind'], placeOf: () => Promise<Place>): void {
  let place: Place
  let settings: Record<string, string>
  let door: Door
  let running: SpawnedServer | undefined
  /** What each verb leaves where nobody is killed in the middle: the first test finds it out. */
  const shapes = new Map<string, string[]>()

  const start = async () => {
    running = await spawnServer(settings)
  }
  /** Nobody can say goodbye, and who waits hears nothing. */
  async function kill(): Promise<void> {
    await running?.end('SIGKILL')
    running = undefined
    door.hangUp()
  }
  async function withDatabase<T>(look: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase(place)
    try {
      return await look(database)
    } finally {
      await database.close()
    }
  }
  const prepare = () =>
    withDatabase(async database => {
      const verbs: { verb: DeskVerb; before: string[] }[] = []
      for (const name of DESK_VERBS) {
        const verb = await prepareVerb(database, new Date(), name)
        verbs.push({ verb, before: await whatStands(database, verb) })
      }
      return verbs
    })
  const standing = (verbs: readonly { verb: DeskVerb }[]) =>
    withDatabase(async database => {
      const stands: string[][] = []
      for (const { verb } of verbs) {
        stands.push(await whatStands(database, verb))
        await expectReplayed(database, verb)
      }
      return stands
    })

  beforeAll(async () => {
    place = await placeOf()
    const port = await freePort()
    settings = { ...SEEDED_SETTINGS, PORT: String(port), ...place.settings }
    await withDatabase(migrate)
    door = await Door.before(`http://127.0.0.1:${port}`)
  })
  afterAll(async () => {
    await kill()
    await door.close()
  })

  it('[DESK-14] killed after the commit and before the answer: each verb is done, and the desk says so', async () => {
    const verbs = await prepare()
    await start()
    const told: Promise<Told>[] = []
    for (const group of inGroups(verbs)) {
      const calls = group.map(({ verb }) => callOf(verb))
      for (const call of calls) door.faults.set(call, 'lost')
      told.push(...group.map(({ verb }) => press(door, verb)))
      await waitFor('the answers that get lost', () => calls.every(call => door.lost.includes(call)))
    }
    const committed = kind === 'postgres' ? await standing(verbs) : undefined
    await kill()
    door.mend()
    await start()
    expect(await Promise.all(told)).toEqual(verbs.map(() => 'press-done'))
    await running?.end('SIGTERM')

    const after = await standing(verbs)
    if (committed) expect(after).toEqual(committed)
    for (const [index, { verb, before }] of verbs.entries()) {
      expect([verb.verb, after[index]]).not.toEqual([verb.verb, before])
      shapes.set(verb.verb, shapeOf(after[index] ?? []))
    }
  })

  it('[DESK-14] killed while all are at it: each verb is done wholly or not at all, and the desk says which', async () => {
    const verbs = await prepare()
    await start()
    // The others are as far as they have come by then, which is this machine's affair; this press is still on
    // its way to the server when that dies.
    const late = verbs.at(-1) ?? expect.fail('there is no verb')
    door.faults.set(callOf(late.verb), 'unheard')
    let answered = 0
    let killed: Promise<void> | undefined
    const told = verbs.map(async ({ verb }) => {
      const said = await press(door, verb)
      if (said === 'answered' && ++answered === ENOUGH) killed = kill()
      return said
    })
    await waitFor('enough of them', () => answered >= ENOUGH)
    await killed
    door.mend()
    await start()
    const came = await Promise.all(told)
    await running?.end('SIGTERM')

    const after = await standing(verbs)
    for (const [index, { verb, before }] of verbs.entries()) {
      const now = after[index] ?? []
      const said = came[index] ?? ''
      expect(['answered', 'press-done', 'press-not-done']).toContain(said)
      if (said === 'press-not-done') expect([verb.verb, now]).toEqual([verb.verb, before])
      else expect([verb.verb, shapeOf(now)]).toEqual([verb.verb, shapes.get(verb.verb)])
    }
    expect(came.at(-1)).toBe('press-not-done')
  })

  // The embedded database commits within the server's own process: there nobody can stand between the two.
  if (kind !== 'postgres') return
  it('[DESK-14] killed before the commit: no verb is done, the desk says so, and pressed again each is', async () => {
    const verbs = await prepare()
    const connect = async () => {
      const client = new Client({ connectionString: place.databaseUrl, application_name: 'test' })
      await client.connect()
      return client
    }
    const holder = await connect()
    // Whoever is in a transaction sees the others' state as it was at its first look.
    const watcher = await connect()
    const servers = `pg_stat_activity where datname = current_database() and backend_type = 'client backend'
        and application_name <> 'test'`
    const count = async (which: string) =>
      (await watcher.query(`select from ${servers} ${which}`)).rowCount ?? 0
    const told: Promise<Told>[] = []
    for (const group of inGroups(verbs)) {
      // Each verb notes what was done, or changes a webhook, when it has changed all else.
      await holder.query('begin')
      await holder.query('lock table desk_acts, webhooks in share mode')
      await start()
      told.push(...group.map(({ verb }) => press(door, verb)))
      await waitFor(
        'all of them to stand before the lock',
        async () => (await count("and wait_event_type = 'Lock'")) >= group.length,
      )
      await kill()
      // What the server's machine would have taken along with it.
      await watcher.query(`select pg_terminate_backend(pid) from ${servers}`)
      await waitFor('its connections to end', async () => (await count('')) === 0)
      await holder.query('rollback')
    }
    await holder.end()
    await watcher.end()
    await start()
    expect(await Promise.all(told)).toEqual(verbs.map(() => 'press-not-done'))
    await kill()
    expect(await standing(verbs)).toEqual(verbs.map(({ before }) => before))

    await start()
    for (const { verb } of verbs)
      expect([verb.verb, await press(door, verb)]).toEqual([verb.verb, 'answered'])
    await running?.end('SIGTERM')
    const after = await standing(verbs)
    for (const [index, { verb }] of verbs.entries())
      expect([verb.verb, shapeOf(after[index] ?? [])]).toEqual([verb.verb, shapes.get(verb.verb)])
  })
}

describe('a server killed under the desk · embedded', () => {
  let directory: TemporaryDirectory
  afterAll(() => directory.remove())
  killTests('embedded', async () => {
    directory = makeTemporaryDirectory('desk-killed')
    return {
      settings: { NUMERITO_DATA: directory.path },
      dataDirectory: join(directory.path, 'database'),
    }
  })
})

onPostgres('a server killed under the desk', freshUrl => {
  killTests('postgres', async () => {
    const databaseUrl = await freshUrl()
    return { settings: { DATABASE_URL: databaseUrl }, dataDirectory: ':memory:', databaseUrl }
  })
})
