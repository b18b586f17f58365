import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Timers } from '#server/platform/timers.ts'

/** Whoever asks sooner hears the last answer. */
const PROBED_AGAIN_MS = 5_000

/** What both databases say when a table cannot grow. */
const DISK_FULL = `create function disk_full() returns trigger language plpgsql as $$
  begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`

eachDatabase('a disk that is full', (open, kind) => {
  let server: TestServer
  let office: QueueOffice
  /** What the database's log says. */
  let told: string[]
  /** What waits for its time, until the test says that it has come. */
  let waiting: { ms: number; call: () => void }[]
  /** @param ms as much as what is planned waits for at most */
  const timePasses = (ms: number) => {
    const due = waiting.filter(planned => planned.ms <= ms)
    waiting = waiting.filter(planned => planned.ms > ms)
    for (const { call } of due) call()
  }

  beforeEach(async () => {
    waiting = []
    const timers: Timers = {
      after(ms, call) {
        const planned = { ms, call }
        waiting.push(planned)
        return () => {
          waiting = waiting.filter(each => each !== planned)
        }
      },
      every: () => () => undefined,
    }
    told = []
    const say = (details: object, message: string) => void told.push(JSON.stringify({ ...details, message }))
    const database = await open({ log: { info: say, warn: say, error: say } })
    server = await startTestServer({ database, clock: new MovingClock(NOON), timers })
    office = await queueOffice(database)
  })
  afterEach(() => server.close())

  const run = (statement: string) => sql.raw(statement).execute(server.database.db)
  async function fill() {
    await run(DISK_FULL)
    for (const table of ['tickets', 'write_probe'])
      await run(`create trigger disk_full before insert on ${table} execute function disk_full()`)
  }
  const makeRoom = () => run('drop function disk_full cascade')
  const health = async (path: string) => {
    const response = await fetch(`${server.origin}${path}`)
    return { status: response.status, ...(await response.json()) }
  }

  it('[KEEP-05] is told by readiness, the process lives; writes are put off and nothing is lost; it recovers by itself', async () => {
    const { headers } = await server.signInTemporary()
    const line_id = await office.line()
    const first = await office.fill(line_id, 1)
    const body = { line_id, request_id: randomUUID() }
    const take = () => server.ask('v1', `/offices/${office.office_id}/tickets/new`, { body, headers })
    expect(await health('/readyz')).toMatchObject({ status: 'ok', database: true, writes: true })

    await fill()
    timePasses(PROBED_AGAIN_MS)
    const refused = await take()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await refused.json()).toMatchObject({ code: 'storage-full' })
    expect(told).toContainEqual(expect.stringContaining('the disk of the database is full'))
    for (const path of ['/readyz', '/healthz'])
      expect(await health(path)).toMatchObject({ status: 'unavailable', database: true, writes: false })
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(503)
    expect(await health('/livez')).toMatchObject({ status: 'ok' })
    // Whoever has a number can look at it all the while.
    expect((await server.ask('v1', '/user/tickets', { headers })).status).toBe(200)

    await makeRoom()
    timePasses(PROBED_AGAIN_MS)
    expect(await health('/readyz')).toMatchObject({ status: 'ok', writes: true })
    const given = await take()
    expect([given.status, (await given.json()).number]).toEqual([201, 2])
    expect((await office.ticket(first[0] ?? '')).state).toBe('waiting')
  })

  it('asked for its health again and again, it writes once in a while', async () => {
    await health('/readyz')
    await fill()
    timePasses(PROBED_AGAIN_MS - 1)
    expect(await health('/healthz')).toMatchObject({ writes: true })
    timePasses(PROBED_AGAIN_MS)
    expect(await health('/healthz')).toMatchObject({ writes: false })
  })

  // One connection has the embedded database: nobody holds a table there while somebody else asks.
  if (kind === 'postgres') {
    let endBackup = async () => {}
    afterEach(() => endBackup())
    /** As `pg_dump` does: it holds every table until it is done. */
    async function beginBackup(): Promise<void> {
      const end = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const backup = server.database.transaction(async transaction => {
        await sql`select from write_probe`.execute(transaction)
        begun.resolve()
        await end.promise
      })
      endBackup = () => {
        end.resolve()
        return backup
      }
      await begun.promise
    }
    const waitsForBackup = async () => {
      const { rows } =
        await sql`select from pg_locks where relation = 'write_probe'::regclass and not granted`.execute(
          server.database.db,
        )
      return rows.length
    }

    it('[KEEP-05] a backup that holds the tables leaves the server in service, and each probe gives way to it', async () => {
      expect(await health('/readyz')).toMatchObject({ status: 'ok' })
      await beginBackup()
      for (let probe = 0; probe < 3; probe += 1) {
        timePasses(PROBED_AGAIN_MS)
        expect(await health('/readyz')).toMatchObject({ status: 'ok', writes: true })
        expect(await waitsForBackup()).toBe(0)
      }
    })

    it('[KEEP-05] a disk that was full before the backup is told all the while, and has room after it', async () => {
      await fill()
      expect(await health('/readyz')).toMatchObject({ writes: false })
      await beginBackup()
      timePasses(PROBED_AGAIN_MS)
      expect(await health('/readyz')).toMatchObject({ writes: false })
      await endBackup()
      await makeRoom()
      timePasses(PROBED_AGAIN_MS)
      expect(await health('/readyz')).toMatchObject({ status: 'ok', writes: true })
      await beginBackup()
      timePasses(PROBED_AGAIN_MS)
      expect(await health('/readyz')).toMatchObject({ status: 'ok', writes: true })
    })
  }
})
