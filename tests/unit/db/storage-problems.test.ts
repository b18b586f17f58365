import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, openDatabase } from '#src/db/open-database.ts'
import { problemOf, type StorageProblem } from '#src/db/storage-problem.ts'
import { FakeStorageKeeper, HandTime } from '../platform/fakes.ts'
import { soon } from '../platform/soon.ts'
import { fillDisk, noSpace, overQuota } from './failing-disk.ts'
import { ticketOf } from './receipts.ts'
import { reservationOf } from './reservation-of.ts'

const NOW = Date.parse('2026-11-20T12:30:00Z')
/** Longer than the storage is left alone. */
const A_WHILE = 16_000
let made = 0
const opened: Database[] = []

afterEach(() => {
  vi.restoreAllMocks()
  for (const database of opened.splice(0)) database.close()
})

function open(name = `storage-${++made}`) {
  const problems: (StorageProblem | null)[] = []
  const time = new HandTime()
  const keeper = new FakeStorageKeeper()
  const database = openDatabase({
    name,
    timers: time,
    onProblem: problem => void problems.push(problem),
    hasRoom: keeper.hasRoom,
  })
  opened.push(database)
  return { name, database, problems, time, keeper }
}

const ticket = ticketOf()

describe('a device without room', () => {
  it('[OFFL-05] is told, and what was to be kept is shown from memory, beside what the disk holds', async () => {
    const { database, problems } = open()
    const older = ticketOf({ tuid: '44444444-4444-4444-8444-444444444444' })
    await database.tickets.keep(older, NOW)
    fillDisk()
    const seen: string[][] = []
    const stop = database.watch(
      async ({ tickets }) => (await tickets.all()).map(({ tuid }) => tuid).sort(),
      value => void seen.push(value),
      error => expect.fail(String(error)),
    )
    expect(await database.tickets.keep(ticket, NOW)).toMatchObject({ tuid: ticket.tuid })
    await soon(() => seen.at(-1)).toEqual([ticket.tuid, older.tuid].sort())
    expect(await database.tickets.get(ticket.tuid)).toMatchObject({ timeStamp: NOW })
    await database.tickets.change(ticket.tuid, 11, { ahead: 3 })
    expect(await database.tickets.ofOffice(ticket.officeSlug)).toContainEqual(
      expect.objectContaining({ tuid: ticket.tuid, ahead: 3, seq: 11 }),
    )
    expect(problems).toEqual(['full'])
    stop()
  })

  it('[OFFL-05] is asked again until it takes everything: receipts, reservations, calls, who is here, what waits to be sent', async () => {
    const { name, database, problems, time } = open()
    const gone = ticketOf({
      tuid: '55555555-5555-4555-8555-555555555555',
      inserted_at: '2026-01-01T12:00:00.000Z',
    })
    await database.tickets.keep(gone, 0)
    const makeRoom = fillDisk(noSpace)
    const call = { tuid: ticket.tuid, at: '2026-11-20T12:10:00.000Z', seq: 15 }
    await database.tickets.keep(ticket, NOW)
    await database.reservations.keep(reservationOf(), NOW)
    expect([await database.calls.admit(call), await database.calls.admit(call)]).toEqual([true, false])
    await database.userData.write('push', { id: 'p', endpoint: 'e', language: 'es', user_id: 'u' })
    await database.outbox.put('cancel-reservation', NOW, { subject: 'r1', user_id: 'u' })
    expect(await database.outbox.claim('cancel-reservation', 'r1', NOW, NOW + 9)).toBe(true)
    expect(await database.outbox.claim('cancel-reservation', 'r1', NOW, NOW + 9)).toBe(false)
    expect(await database.tickets.removeStale(NOW)).toBe(1)
    time.pass(A_WHILE)
    await new Promise(resolve => setTimeout(resolve))
    expect(await open(name).database.tickets.get(ticket.tuid)).toBeNull()
    makeRoom()
    time.pass(A_WHILE)
    await soon(() => problems).toEqual(['full', null])

    const { database: later } = open(name)
    expect((await later.tickets.all()).map(({ tuid }) => tuid)).toEqual([ticket.tuid])
    expect(await later.reservations.all()).toHaveLength(1)
    expect(await later.calls.admit(call)).toBe(false)
    expect(await later.userData.read('push')).toMatchObject({ endpoint: 'e' })
    const [waiting] = await later.outbox.all('cancel-reservation')
    expect(waiting).toMatchObject({ subject: 'r1', sending_until: NOW + 9 })
    expect(waiting?.id).toBeGreaterThan(0)
    // From then on it is the disk again.
    await database.tickets.change(ticket.tuid, 20, { state: 'called' })
    expect(await later.tickets.get(ticket.tuid)).toMatchObject({ state: 'called' })
  })

  it('[OFFL-05] that fills up in the middle of a work does all of it in memory, or nothing', async () => {
    const { database } = open()
    await database.tickets.keep(ticket, NOW)
    const works: string[] = []
    fillDisk()
    const both = await database.atomically(async ({ tickets, calls }) => {
      works.push('once')
      const isNews = await calls.admit({ tuid: ticket.tuid, at: '2026-11-20T12:10:00.000Z', seq: 15 })
      return { isNews, receipt: await tickets.change(ticket.tuid, 15, { state: 'called' }) }
    })
    expect(both).toMatchObject({ isNews: true, receipt: { state: 'called' } })
    expect(works).toHaveLength(2)
  })

  it('[CALL-06] shows a call once, also when two bring it at the same moment', async () => {
    const { database } = open()
    fillDisk()
    const call = { tuid: ticket.tuid, at: '2026-11-20T12:10:00.000Z', seq: 15 }
    await database.tickets.keep(ticket, NOW)
    const shown = await Promise.all([database.calls.admit(call), database.calls.admit(call)])
    expect(shown.filter(Boolean)).toHaveLength(1)
  })

  it('does not put an older receipt over the newer one that another page has kept meanwhile', async () => {
    const { name, database, problems, time } = open()
    const makeRoom = fillDisk()
    await database.tickets.keep(ticket, NOW)
    makeRoom()
    await open(name).database.tickets.keep({ ...ticket, seq: 99, state: 'called' }, NOW)
    time.pass(A_WHILE)
    await soon(() => problems).toEqual(['full', null])
    expect(await database.tickets.get(ticket.tuid)).toMatchObject({ seq: 99, state: 'called' })
  })

  it('[OFFL-05] that is full again just as it took everything keeps in memory what was to come next', async () => {
    const { name, database, problems, time } = open()
    const next = ticketOf({ tuid: '44444444-4444-4444-8444-444444444444' })
    const makeRoom = fillDisk()
    await database.tickets.keep(ticket, NOW)
    makeRoom()
    const { put } = IDBObjectStore.prototype
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...row: Parameters<typeof put>
    ) {
      if (row[0].tuid === next.tuid) throw overQuota()
      return put.apply(this, row)
    })
    time.pass(A_WHILE)
    // Waits its turn, behind what is being brought to the disk.
    expect(await database.tickets.keep(next, NOW)).toMatchObject({ tuid: next.tuid })
    expect(await database.tickets.all()).toHaveLength(2)
    await soon(() => problems.at(-1)).toBe('full')
    full.mockRestore()
    time.pass(A_WHILE)
    await soon(() => problems.at(-1)).toBe(null)
    expect(await open(name).database.tickets.all()).toHaveLength(2)
  })

  it('[OFFL-05] is asked again also where what failed was no fault of the storage, which is told', async () => {
    const faults: unknown[] = []
    vi.stubGlobal('reportError', (fault: unknown) => void faults.push(fault))
    onTestFinished(() => void vi.unstubAllGlobals())
    const { name, database, problems, time } = open()
    const makeRoom = fillDisk()
    await database.tickets.keep(ticket, NOW)
    makeRoom()
    const odd = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new TypeError('ours')
    })
    time.pass(A_WHILE)
    await soon(() => faults.length).toBe(1)
    odd.mockRestore()
    await new Promise(resolve => setTimeout(resolve))
    time.pass(A_WHILE)
    await soon(() => problems).toEqual(['full', null])
    expect(await open(name).database.tickets.all()).toHaveLength(1)
  })

  it('[OFFL-05] keeps what lies beside the tables in mind too: the worker’s word of who is here is left later', async () => {
    const { database, problems, time } = open()
    let isFull = true
    const left: string[] = []
    const leave = (word: string) => async () => {
      if (isFull) throw noSpace()
      left.push(word)
    }
    await database.keepTrying('who', leave('Ana'))
    await database.keepTrying('who', leave('Eva'))
    await expect(
      database.keepTrying('who else', () => Promise.reject(new TypeError('ours'))),
    ).rejects.toThrow()
    time.pass(A_WHILE)
    await new Promise(resolve => setTimeout(resolve))
    expect({ left, problems }).toEqual({ left: [], problems: ['full'] })
    isFull = false
    time.pass(A_WHILE)
    await soon(() => problems).toEqual(['full', null])
    expect(left).toEqual(['Eva'])
  })
})

describe('what the storage suffers from', () => {
  const failOpening = (fault: DOMException) =>
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw fault
    })

  it('[OFFL-05] a browser that keeps nothing is told as that, and the tables go on in memory', async () => {
    failOpening(new DOMException('private', 'SecurityError'))
    const { database, problems } = open()
    expect(await database.tickets.all()).toEqual([])
    await database.tickets.keep(ticket, NOW)
    expect(await database.tickets.all()).toHaveLength(1)
    expect(problems).toEqual(['refused'])
  })

  it('[OFFL-05] a broken file is told as that, and one on a full device as a full device', async () => {
    const fault = new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError')
    failOpening(fault)
    const broken = open()
    await broken.database.tickets.all()
    const full = open()
    full.keeper.takesMore = false
    await full.database.tickets.all()
    expect([broken.problems, full.problems]).toEqual([['broken'], ['full']])
  })

  it('a full device that then closes the connection is still a full device', async () => {
    const { database, problems, time } = open()
    fillDisk(noSpace)
    await database.tickets.keep(ticket, NOW)
    failOpening(new DOMException('closing', 'InvalidStateError'))
    time.pass(A_WHILE)
    await new Promise(resolve => setTimeout(resolve))
    expect(problems).toEqual(['full'])
  })

  it('takes no fault of our own for one of the storage', async () => {
    const { database, problems } = open()
    expect(problemOf(new TypeError('ours'))).toBeNull()
    await expect(
      database.atomically(async () => {
        throw new TypeError('ours')
      }),
    ).rejects.toThrow('ours')
    expect(problems).toEqual([])
  })

  it('is found beneath whatever wraps it', () => {
    const wrapped = Object.assign(new Error(), {
      name: 'BulkError',
      failures: [{ name: 'QuotaExceededError' }],
    })
    expect(problemOf(wrapped)).toBe('full')
    expect(problemOf({ name: 'AbortError', inner: noSpace() })).toBe('full')
    // A full device also ends a transaction without a word of why.
    expect(problemOf({ name: 'AbortError', message: 'The transaction was aborted' })).toBe('broken')
    expect(
      problemOf(
        new DOMException(
          'A mutation operation was attempted on a database that did not allow mutations.',
          'InvalidStateError',
        ),
      ),
    ).toBe('refused')
    const blocked = { name: 'UnknownError', message: 'The user denied permission to access the database.' }
    expect(problemOf({ name: 'OpenFailedError', inner: blocked })).toBe('refused')
  })

  it('[OFFL-05] without any IndexedDB, what is watched is told from memory, and its faults too', async () => {
    const { indexedDB } = Dexie.dependencies
    Reflect.set(Dexie.dependencies, 'indexedDB', undefined)
    try {
      const { database, problems } = open()
      const seen: number[] = []
      const faults: unknown[] = []
      const stop = database.watch(
        async ({ tickets }) => (await tickets.all()).length,
        value => void seen.push(value),
        error => void faults.push(error),
      )
      await soon(() => seen.at(-1)).toBe(0)
      await database.tickets.keep(ticket, NOW)
      await soon(() => seen.at(-1)).toBe(1)
      stop()
      await database.tickets.keep(ticketOf({ tuid: '44444444-4444-4444-8444-444444444444' }), NOW)
      await new Promise(resolve => setTimeout(resolve))
      expect(seen.at(-1)).toBe(1)
      database.watch(
        async () => {
          throw new TypeError('ours')
        },
        () => undefined,
        error => void faults.push(error),
      )
      await soon(() => faults).toEqual([new TypeError('ours')])
      expect(problems).toEqual(['refused'])
    } finally {
      Reflect.set(Dexie.dependencies, 'indexedDB', indexedDB)
    }
  })
})
