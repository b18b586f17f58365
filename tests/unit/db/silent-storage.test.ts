import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, openDatabase } from '#src/db/open-database.ts'
import type { StorageProblem } from '#src/db/storage-problem.ts'
import type { KnownUser } from '#src/db/user-data.ts'
import { HandTime } from '../platform/fakes.ts'
import { soon } from '../platform/soon.ts'
import { fillDisk } from './failing-disk.ts'
import { ticketOf } from './receipts.ts'
import { holdOpening, holdTables } from './silent-disk.ts'

const NOW = Date.parse('2026-11-20T12:30:00Z')
/** Longer than a storage that says nothing is waited for. */
const SILENCE_S = 10
/** Longer than it is left alone, and then waited for once more. */
const A_WHILE_S = 30
let made = 0
const opened: Database[] = []

afterEach(() => {
  vi.restoreAllMocks()
  for (const database of opened.splice(0)) database.close()
})

function open(name = `silent-${++made}`, hasRoom = async () => true) {
  const problems: (StorageProblem | null)[] = []
  const time = new HandTime()
  const database = openDatabase({
    name,
    timers: time,
    onProblem: problem => void problems.push(problem),
    hasRoom,
  })
  opened.push(database)
  return { name, database, problems, time }
}

/** Seconds in which the page is awake. */
async function live(time: HandTime, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    time.pass(1_000)
    await new Promise(resolve => void setImmediate(resolve))
  }
}

/** Until the storage has taken everything. */
const well = (time: HandTime, problems: readonly (StorageProblem | null)[]) =>
  soon(async () => {
    await live(time, 1)
    return problems.at(-1)
  }).toBeNull()

const ticket = ticketOf()
const older = ticketOf({ tuid: '44444444-4444-4444-8444-444444444444', number: 7, seq: 5 })
const ANA: KnownUser = {
  user_id: ticket.user_id,
  name: 'Ana',
  identity_type: 'rut',
  temporal: true,
  expires_at: '2026-12-05T12:00:00.000Z',
}

const HOLDS = [
  { what: 'that another page does not let anybody open', hold: holdOpening },
  { what: 'whose tables another page holds', hold: holdTables },
]

/**
 * A page of a browser that keeps a receipt, of whose attention was asked already, and who is here.
 */
async function silent(hold: (typeof HOLDS)[number]['hold']) {
  const name = `silent-${++made}`
  const before = open(name).database
  await before.tickets.keep(older, NOW)
  await before.tickets.askPoll(older.tuid)
  await before.userData.write('user', ANA)
  await before.outbox.put('log-out', NOW)
  before.close()
  const letGo = await hold(name)
  onTestFinished(letGo)
  return { ...open(name), letGo }
}

/** What a page that is loaded anew finds. */
const kept = (name: string) => open(name).database

describe.each(HOLDS)('a storage $what', ({ hold }) => {
  it('[OFFL-05] is waited for some seconds, and what is asked and kept then goes on in memory', async () => {
    const { database, problems, time } = await silent(hold)
    const seen: string[][] = []
    const stop = database.watch(
      async ({ tickets }) => (await tickets.all()).map(({ tuid }) => tuid),
      value => void seen.push(value),
      error => expect.fail(String(error)),
    )
    const keeping = database.tickets.keep(ticket, NOW)
    await live(time, SILENCE_S)
    expect(await keeping).toMatchObject({ tuid: ticket.tuid })
    await soon(() => seen.at(-1)).toEqual([ticket.tuid])
    expect(problems).toEqual(['broken'])
    // From then on nothing waits.
    const call = { tuid: ticket.tuid, at: '2026-11-20T12:10:00.000Z', seq: 15 }
    expect([await database.calls.admit(call), await database.calls.admit(call)]).toEqual([true, false])
    expect(await database.tickets.change(ticket.tuid, 15, { state: 'called' })).toMatchObject({ seq: 15 })
    stop()
  })

  it('[OFFL-05] that answers later takes what was kept meanwhile, once, and what it held stands as it was', async () => {
    const { name, database, problems, time, letGo } = await silent(hold)
    const seen: string[][] = []
    const stop = database.watch(
      async ({ tickets }) => (await tickets.all()).map(({ tuid }) => tuid).sort(),
      value => void seen.push(value),
      error => expect.fail(String(error)),
    )
    const given = Promise.all([
      database.tickets.keep(ticket, NOW),
      database.outbox.put('cancel-reservation', NOW, { subject: 'r1', user_id: ANA.user_id }),
      database.userData.write('push', { id: 'p', endpoint: 'e', language: 'es', user_id: 'u' }),
    ])
    await live(time, SILENCE_S)
    await given
    // The server tells of the earlier one as well; it is asked again in vain.
    await database.tickets.keep({ ...older, seq: 6, ahead: 2 }, NOW)
    await database.outbox.put('cancel-reservation', NOW, { subject: 'r1', user_id: ANA.user_id })
    await live(time, A_WHILE_S)
    expect(problems.at(-1)).toBe('broken')
    letGo()
    await well(time, problems)
    expect(seen.at(-1)).toEqual([ticket.tuid, older.tuid].sort())
    stop()

    const later = kept(name)
    expect((await later.tickets.all()).map(({ tuid }) => tuid).sort()).toEqual(seen.at(-1))
    expect(await later.tickets.get(older.tuid)).toMatchObject({ poll: 'asked', seq: 6, ahead: 2 })
    expect(await later.userData.read('user')).toEqual(ANA)
    expect(await later.userData.read('push')).toMatchObject({ endpoint: 'e' })
    expect(await later.outbox.all('cancel-reservation')).toHaveLength(1)
    expect(await later.outbox.all('log-out')).toHaveLength(1)
    // From then on it is the disk again.
    await database.tickets.change(ticket.tuid, 20, { state: 'called' })
    expect(await later.tickets.get(ticket.tuid)).toMatchObject({ state: 'called' })
  })

  it('[AUTH-02] forgets whoever left meanwhile as soon as it answers', async () => {
    const { name, database, problems, time, letGo } = await silent(hold)
    const left = database.forgetPerson(ANA.user_id)
    await live(time, SILENCE_S)
    expect(await left).toBe(true)
    await database.outbox.remove('log-out')
    letGo()
    await well(time, problems)
    const later = kept(name)
    expect(await later.tickets.all()).toEqual([])
    expect(await later.userData.read('user')).toBeNull()
    expect(await later.outbox.all('log-out')).toEqual([])
  })

  it('[AUTH-09] that answers once a session has ended has what was kept for whoever was here', async () => {
    const { name, database, problems, time, letGo } = await silent(hold)
    let isHere = true
    const given = database.atomically(async ({ tickets }) =>
      isHere ? await tickets.keep(ticket, NOW) : null,
    )
    await live(time, SILENCE_S)
    expect(await given).toMatchObject({ tuid: ticket.tuid })
    isHere = false
    letGo()
    await well(time, problems)
    expect(await kept(name).tickets.all()).toHaveLength(2)
  })

  it('that answers within some seconds has only been slow: nothing is told, and all is on the disk', async () => {
    const { name, database, problems, time, letGo } = await silent(hold)
    const keeping = database.tickets.keep(ticket, NOW)
    await live(time, 6)
    letGo()
    expect(await keeping).toMatchObject({ tuid: ticket.tuid })
    await live(time, SILENCE_S)
    expect(problems).toEqual([])
    expect(await kept(name).tickets.all()).toHaveLength(2)
  })

  it('does not go on by halves with what was given up', async () => {
    const { name, database, time, letGo } = await silent(hold)
    const given = database.atomically(async ({ userData, outbox }) => {
      await userData.remove('user')
      await outbox.remove('log-out')
    })
    await live(time, SILENCE_S)
    await given
    letGo()
    // Not brought home yet.
    const later = kept(name)
    expect(await later.userData.read('user')).toEqual(ANA)
    expect(await later.outbox.all('log-out')).toHaveLength(1)
  })

  it('is not given up over a night that the page has slept through', async () => {
    const { database, problems, time, letGo } = await silent(hold)
    const asked = database.tickets.all()
    time.pass(8 * 3_600_000)
    await live(time, 3)
    letGo()
    expect(await asked).toHaveLength(1)
    expect(problems).toEqual([])
  })
})

it('a disk that is slow in each of many things is waited for while it answers', async () => {
  const { database, problems, time } = open()
  const { get } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    // Five seconds for each.
    void (async () => {
      for (let second = 0; second < 5; second += 1) {
        time.pass(1_000)
        for (let step = 0; step < 5; step += 1) await Promise.resolve()
      }
    })()
    return get.call(this, key)
  })
  await database.atomically(async ({ tickets }) => {
    for (let at = 0; at < 4; at += 1) await tickets.get(`${at}`)
  })
  expect(time.now() - new HandTime().now()).toBe(20_000)
  expect(problems).toEqual([])
})

describe('a device without room that then says nothing', () => {
  it('[OFFL-05] is not waited for long to read what it holds', async () => {
    const { name, database, problems, time } = open()
    await database.tickets.keep(ticket, NOW)
    const makeRoom = fillDisk()
    onTestFinished(makeRoom)
    const letGo = await holdTables(name)
    const writing = database.userData.write('user', ANA)
    await live(time, SILENCE_S)
    await writing
    expect(await database.userData.read('user')).toEqual(ANA)
    // What was last read of it, or written.
    expect(await database.tickets.all()).toHaveLength(1)
    expect(problems).toEqual(['full'])
    makeRoom()
    letGo()
    await well(time, problems)
    expect(await kept(name).userData.read('user')).toEqual(ANA)
  })

  it('[OFFL-05] keeps nobody waiting while it is brought what is in memory, and gets it once', async () => {
    const { name, database, problems, time } = open()
    await database.tickets.keep(older, NOW)
    const makeRoom = fillDisk()
    await database.outbox.put('cancel-reservation', NOW, { subject: 'r1', user_id: ANA.user_id })
    makeRoom()
    const letGo = await holdTables(name)
    onTestFinished(letGo)
    await live(time, 16)
    const keeping = database.tickets.keep(ticket, NOW)
    await live(time, SILENCE_S)
    expect(await keeping).toMatchObject({ tuid: ticket.tuid })
    letGo()
    await well(time, problems)
    const later = kept(name)
    expect(await later.tickets.all()).toHaveLength(2)
    expect(await later.outbox.all('cancel-reservation')).toHaveLength(1)
  })
})

describe('what is kept beside the tables', () => {
  /** A store that says nothing until it is let go. */
  function mute() {
    const begun: string[] = []
    const kept: string[] = []
    let answer: () => void = () => undefined
    const answers = new Promise<void>(resolve => {
      answer = resolve
    })
    const keep = (word: string) => async () => {
      begun.push(word)
      await answers
      kept.push(word)
    }
    return { begun, kept, keep, answer: () => answer() }
  }

  it('[OFFL-05] is not waited for longer than the tables, later not at all, and is done once', async () => {
    const { database, problems, time } = open()
    const { begun, kept, keep, answer } = mute()
    const first = database.keepTrying('who', keep('Ana'))
    await live(time, SILENCE_S)
    await first
    // Whoever comes next waits for nothing.
    await database.keepTrying('inbox', keep('inbox'))
    expect(problems).toEqual(['broken'])
    // The tables answer: what happens is kept as ever.
    await database.tickets.keep(ticket, NOW)
    await live(time, A_WHILE_S)
    answer()
    await well(time, problems)
    expect(kept).toEqual(['Ana', 'inbox'])
    expect(begun).toEqual(['Ana', 'inbox'])
  })

  it('that fails after all is done anew', async () => {
    const { database, problems, time } = open()
    const broken: (() => void)[] = []
    const kept: string[] = []
    let tries = 0
    const keeping = database.keepTrying('who', async () => {
      tries += 1
      if (tries === 1)
        await new Promise((_, reject) => broken.push(() => reject(new DOMException('', 'AbortError'))))
      kept.push('Ana')
    })
    await live(time, SILENCE_S)
    await keeping
    for (const fail of broken) fail()
    await well(time, problems)
    expect({ kept, tries }).toEqual({ kept: ['Ana'], tries: 2 })
  })

  it('[OFFL-05] a browser that does not even say whether there is room is told as one that cannot keep', async () => {
    const name = `silent-${++made}`
    await open(name).database.tickets.keep(older, NOW)
    onTestFinished(await holdTables(name))
    const { database, problems, time } = open(name, () => new Promise<boolean>(() => undefined))
    const asked = database.tickets.all()
    await live(time, SILENCE_S)
    expect(await asked).toEqual([])
    await live(time, SILENCE_S)
    expect(problems).toEqual(['broken'])
  })
})
