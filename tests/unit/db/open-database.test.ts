import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AUTH_COOKIE_MS } from '#contract/limits.ts'
import { MIGRATIONS } from '#src/db/migrations/migrations.ts'
import { type Database, openDatabase } from '#src/db/open-database.ts'
import type { StorageProblem } from '#src/db/storage-problem.ts'
import { ticketOf } from './receipts.ts'
import { soon } from '../platform/soon.ts'
import { browserTimers } from '#src/platform/timers.ts'

const NOW = Date.parse('2026-11-20T12:30:00Z')
let made = 0
const opened: Database[] = []

afterEach(() => {
  vi.restoreAllMocks()
  for (const database of opened.splice(0)) database.close()
})

function open(name = `test-${++made}`) {
  const problems: (StorageProblem | null)[] = []
  const database = openDatabase({
    name,
    timers: browserTimers,
    onProblem: problem => void problems.push(problem),
    hasRoom: async () => true,
  })
  opened.push(database)
  return { name, database, problems }
}

const ticket = ticketOf()

describe('the tickets of this browser', () => {
  it('[TEMP-02] are kept with their timeStamp, and are there when the page is loaded anew', async () => {
    const { name, database } = open()
    await database.tickets.keep(ticket, NOW)
    database.close()
    const [receipt] = await open(name).database.tickets.all()
    expect(receipt).toEqual({ ...ticket, timeStamp: NOW, almost_there_said: [], line_now: null })
  })

  it('hold nothing of the person but the user_id', async () => {
    const { database } = open()
    const told = { ...ticket, rut: '12345678-5', dni: 'X', phone: '+569', email: 'a@b.cl', name: 'Ana' }
    await database.tickets.keep(told, NOW)
    const kept = JSON.stringify(await database.tickets.all())
    for (const secret of ['12345678-5', '"X"', '+569', 'a@b.cl', 'Ana']) expect(kept).not.toContain(secret)
  })

  it('[TEMP-03] are removed when their timeStamp is stale, and not before', async () => {
    const { database } = open()
    const long = { inserted_at: new Date(NOW - 2 * AUTH_COOKIE_MS).toISOString() }
    const other = ticketOf({ tuid: '44444444-4444-4444-8444-444444444444', ...long })
    await database.tickets.keep({ ...ticket, ...long }, NOW - AUTH_COOKIE_MS - 1)
    await database.tickets.keep(other, NOW - AUTH_COOKIE_MS)
    expect(await database.tickets.removeStale(NOW)).toBe(1)
    expect((await database.tickets.all()).map(({ tuid }) => tuid)).toEqual([other.tuid])
  })

  it('[TEMP-03] are not stale for having been kept by a clock that was behind', async () => {
    const { database } = open()
    await database.tickets.keep(ticket, 0)
    const given = Date.parse(ticket.inserted_at)
    expect(await database.tickets.removeStale(given + AUTH_COOKIE_MS)).toBe(0)
    expect(await database.tickets.removeStale(given + AUTH_COOKIE_MS + 1)).toBe(1)
  })

  it('are not put back by an answer that knows less', async () => {
    const { database } = open()
    await database.tickets.keep({ ...ticket, seq: 20, state: 'called', called: true }, NOW)
    await database.tickets.keep({ ...ticket, seq: 19 }, NOW + 1)
    expect(await database.tickets.get(ticket.tuid)).toMatchObject({
      seq: 20,
      state: 'called',
      timeStamp: NOW,
    })
    await database.tickets.forgetSequence('centro')
    await database.tickets.keep({ ...ticket, seq: 1 }, NOW + 2)
    expect(await database.tickets.get(ticket.tuid)).toMatchObject({ seq: 1, state: 'waiting' })
  })

  it('change by a fact that is newer than what is kept, and by no other', async () => {
    const { database } = open()
    await database.tickets.keep(ticket, NOW)
    expect(await database.tickets.change(ticket.tuid, 10, { ahead: 0 })).toMatchObject({ ahead: 12 })
    expect(await database.tickets.change(ticket.tuid, 11, { ahead: 4 })).toMatchObject({ ahead: 4, seq: 11 })
    expect(await database.tickets.change(ticket.tuid, null, { ahead: 3 })).toMatchObject({
      ahead: 3,
      seq: 11,
    })
    expect(await database.tickets.change('unknown', 12, { ahead: 3 })).toBeNull()
  })

  it('[CALL-03] are told of each threshold once, and of none that a nearer one has overtaken', async () => {
    const { database } = open()
    await database.tickets.keep(ticket, NOW)
    const say = (threshold: 5 | 10) => database.tickets.sayAlmostThere(ticket.tuid, threshold)
    expect([await say(10), await say(10), await say(5), await say(10), await say(5)]).toEqual([
      true,
      false,
      true,
      false,
      false,
    ])
    // What the server tells later does not forget it.
    await database.tickets.keep({ ...ticket, seq: 30 }, NOW)
    expect(await say(5)).toBe(false)
  })
})

describe('calls that were shown', () => {
  const call = { tuid: ticket.tuid, at: '2026-11-20T12:10:00.000Z', seq: 15 }

  it('[CALL-06] are shown once, whoever brings them', async () => {
    const { database } = open()
    expect(await database.calls.admit(call)).toBe(true)
    expect(await database.calls.admit(call)).toBe(false)
    expect(await database.calls.admit({ ...call, at: '2026-11-20T12:10:00Z', seq: null })).toBe(false)
  })

  it('[CALL-06] of two pages at once are shown in one', async () => {
    const { name, database } = open()
    const { database: other } = open(name)
    const shown = await Promise.all([database.calls.admit(call), other.calls.admit(call)])
    expect(shown.filter(Boolean)).toHaveLength(1)
  })

  it('are new when the person is called again, and old when the earlier one comes late', async () => {
    const { database } = open()
    await database.calls.admit(call)
    const again = { ...call, at: '2026-11-20T12:12:00.000Z', seq: 18 }
    expect(await database.calls.admit(again)).toBe(true)
    expect(await database.calls.admit(call)).toBe(false)
  })
})

describe('the database', () => {
  it('forgets the person, and keeps what must still be sent', async () => {
    const { database } = open()
    await database.tickets.keep(ticket, NOW)
    await database.outbox.put('log-out', NOW)
    await database.outbox.put('log-out', NOW)
    await database.forgetPerson()
    expect(await database.tickets.all()).toEqual([])
    expect(await database.outbox.has('log-out')).toBe(true)
    await database.outbox.remove('log-out')
    expect(await database.outbox.has('log-out')).toBe(false)
  })

  it('does all of a piece of work, or nothing', async () => {
    const { database } = open()
    const work = database.atomically(async ({ tickets }) => {
      await tickets.keep(ticket, NOW)
      throw new Error('half way')
    })
    await expect(work).rejects.toThrow('half way')
    expect(await database.tickets.all()).toEqual([])
  })

  it('tells who watches when what they asked has changed, also from another page', async () => {
    const { name, database } = open()
    const { database: other } = open(name)
    const seen: string[][] = []
    const stop = database.watch(
      async ({ tickets }) => (await tickets.all()).map(({ state }) => state),
      value => void seen.push(value),
      error => expect.fail(String(error)),
    )
    await soon(() => seen).toEqual([[]])
    await other.tickets.keep(ticket, NOW)
    await soon(() => seen.at(-1)).toEqual(['waiting'])
    stop()
    await other.tickets.change(ticket.tuid, 11, { state: 'called' })
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(seen.at(-1)).toEqual(['waiting'])
  })

  it('goes on working in an older page when a newer one has added to it', async () => {
    const { name, database, problems } = open()
    await database.tickets.keep(ticket, NOW)
    const newer = new Dexie(name)
    for (const { version, stores } of MIGRATIONS) newer.version(version).stores(stores)
    newer.version(1_000).stores({ of_tomorrow: 'id' })
    await newer.open()
    expect(await database.tickets.change(ticket.tuid, 11, { ahead: 1 })).toMatchObject({ ahead: 1 })
    expect(problems).toEqual([])
    newer.close()
  })
})
