import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#src/db/open-database.ts'
import { reservationOf } from './reservation-of.ts'
import { browserTimers } from '#src/platform/timers.ts'

const NOW = Date.parse('2026-11-20T12:30:00Z')
let made = 0
const opened: Database[] = []

afterEach(() => {
  for (const database of opened.splice(0)) database.close()
})

function open(name = `reservations-${++made}`) {
  const database = openDatabase({
    name,
    timers: browserTimers,
    onProblem: problem => expect.fail(String(problem)),
    hasRoom: async () => true,
  })
  opened.push(database)
  return { name, database }
}

const reservation = reservationOf()
const CANCEL = 'cancel-reservation'

describe('the reservations of this browser', () => {
  it('[TEMP-02] are kept as the card shows them, and are there when the page is loaded anew', async () => {
    const { name, database } = open()
    await database.reservations.keep(reservation, NOW)
    database.close()
    const { _id, meta: _meta, ...shown } = reservation
    expect(await open(name).database.reservations.all()).toEqual([
      { ...shown, officeSlug: 'centro', timeStamp: NOW, cancel_waits: false },
    ])
  })

  it('hold no answer, and nothing of the person but the user_id', async () => {
    const { database } = open()
    const told = {
      ...reservation,
      rut: '12345678-5',
      dni: 'X-99',
      phone: '+569',
      email: 'a@b.cl',
      name: 'Benita',
    }
    await database.reservations.keep(told, NOW)
    const kept = JSON.stringify(await database.reservations.all())
    const secrets = [
      '12345678-5',
      'X-99',
      '+569',
      'a@b.cl',
      'Benita',
      ...Object.values(reservation.meta.answers ?? {}),
    ]
    expect(secrets.length).toBeGreaterThan(6)
    for (const secret of secrets) expect(kept).not.toContain(secret)
  })

  it('are not put back by an answer, nor by a fact, that knows less', async () => {
    const { database } = open()
    const { id } = reservation
    await database.reservations.keep({ ...reservation, seq: 20, state: 'called' }, NOW)
    await database.reservations.keep({ ...reservation, seq: 19 }, NOW + 1)
    await database.reservations.change(id, 20, { state: 'confirmed' })
    expect(await database.reservations.get(id)).toMatchObject({ state: 'called', seq: 20, timeStamp: NOW })
    await database.reservations.change(id, 21, { state: 'attended' })
    expect(await database.reservations.get(id)).toMatchObject({ state: 'attended', seq: 21 })
    await database.reservations.forgetSequence('centro')
    await database.reservations.keep({ ...reservation, seq: 1 }, NOW)
    expect(await database.reservations.get(id)).toMatchObject({ state: 'confirmed', seq: 1 })
    expect(await database.reservations.change('another', 30, { state: 'missed' })).toBeNull()
  })

  it('[RES-08] go on saying that a cancel waits, until the server knows of it', async () => {
    const { database } = open()
    const { id } = reservation
    await database.reservations.keep(reservation, NOW)
    await database.reservations.change(id, null, { cancel_waits: true })
    await database.reservations.keep({ ...reservation, seq: 11 }, NOW)
    expect(await database.reservations.get(id)).toMatchObject({ cancel_waits: true })
    await database.reservations.keep(reservationOf({ state: 'cancelled', seq: 12 }), NOW)
    expect(await database.reservations.get(id)).toMatchObject({ cancel_waits: false, deleted: true })
  })

  it('[AUTH-02] are forgotten with the person; what waits to be sent is not', async () => {
    const { database } = open()
    await database.reservations.keep(reservation, NOW)
    await database.outbox.put(CANCEL, NOW, { subject: reservation.id, user_id: 'ana' })
    await database.forgetPerson()
    expect(await database.reservations.all()).toEqual([])
    expect(await database.outbox.all(CANCEL)).toMatchObject([{ subject: reservation.id, user_id: 'ana' }])
  })
})

describe('the outbox', () => {
  it('[RES-08] takes a matter in once, however often it is decided, and each matter by itself', async () => {
    const { database } = open()
    const { outbox } = database
    for (const subject of ['r1', 'r1', 'r2']) await outbox.put(CANCEL, NOW, { subject, user_id: 'ana' })
    await outbox.put('log-out', NOW)
    expect((await outbox.all(CANCEL)).map(({ subject }) => subject)).toEqual(['r1', 'r2'])
    await outbox.remove(CANCEL, 'r1')
    expect((await outbox.all(CANCEL)).map(({ subject }) => subject)).toEqual(['r2'])
    await outbox.remove('log-out')
    expect([await outbox.has('log-out'), await outbox.has(CANCEL)]).toEqual([false, true])
  })

  it('[RES-08] gives a matter to one page alone, until that gives it back or has died', async () => {
    const { name, database } = open()
    const other = open(name).database
    await database.outbox.put(CANCEL, NOW, { subject: 'r1', user_id: 'ana' })
    const claim = (at: Database, now: number) => at.outbox.claim(CANCEL, 'r1', now, now + 100)
    const claims = await Promise.all([claim(database, NOW), claim(other, NOW)])
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await claim(other, NOW + 99)).toBe(false)
    expect(await claim(other, NOW + 100)).toBe(true)
    await other.outbox.release(CANCEL, 'r1')
    expect(await claim(database, NOW + 101)).toBe(true)
    await database.outbox.remove(CANCEL, 'r1')
    expect(await claim(database, NOW + 1_000)).toBe(false)
  })
})
