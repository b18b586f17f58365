import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS } from '#src/db/migrations/migrations.ts'
import { openDatabase } from '#src/db/open-database.ts'
import { ticketOf } from './receipts.ts'
import { reservationOf } from './reservation-of.ts'
import { browserTimers } from '#src/platform/timers.ts'

type Rows = Record<string, object[]>

const ticket = ticketOf()
const { _id, meta: _meta, ...shown } = reservationOf()
const RESERVATION = { ...shown, officeSlug: 'centro', timeStamp: 1, cancel_waits: true }
const NOW = Date.parse('2026-11-20T12:30:00Z')
const FAVORITE = {
  key: '/line:7',
  user_id: null,
  office: { id: 3, slug: 'centro', name: 'Centro' },
  line: { id: 7, slug: 'general', name: 'General' },
  active: true,
  added_at: NOW,
  gone: false,
  changed_at: NOW,
}
const KNOWN_USER = {
  user_id: ticket.user_id,
  name: 'Ana',
  identity_type: 'rut',
  temporal: true,
  expires_at: '2026-12-05T12:00:00.000Z',
}

/**
 * What a browser held under each version that shipped, as that version wrote it. Never edited, only added to.
 */
const HELD: Record<number, Rows> = {
  1: {
    temporary_tickets: [{ ...ticket, timeStamp: NOW, almost_there_said: [10], line_now: null }],
    temporary_reservations: [{ id: 'r1', officeSlug: 'centro', timeStamp: NOW }],
    calls: [{ tuid: ticket.tuid, at: '2026-11-20T12:10:00.000Z', seq: 15 }],
    user_data: [{ key: 'user', value: KNOWN_USER }],
    cached_data: [{ key: 'flags', data: { a: true }, inserted_at: NOW }],
    outbox: [{ kind: 'log-out', inserted_at: NOW }],
  },
  2: {
    temporary_tickets: [{ ...ticket, timeStamp: NOW, almost_there_said: [10], line_now: null }],
    temporary_reservations: [RESERVATION],
    calls: [{ tuid: ticket.tuid, at: '2026-11-20T12:10:00.000Z', seq: 15 }],
    user_data: [{ key: 'user', value: KNOWN_USER }],
    cached_data: [{ key: 'flags', data: { a: true }, inserted_at: NOW }],
    outbox: [
      { kind: 'log-out', subject: '', user_id: null, sending_until: 0, inserted_at: NOW },
      {
        kind: 'cancel-reservation',
        subject: RESERVATION.id,
        user_id: RESERVATION.user_id,
        sending_until: 0,
        inserted_at: NOW,
      },
    ],
  },
  3: {
    temporary_tickets: [{ ...ticket, timeStamp: NOW, almost_there_said: [10], line_now: null }],
    temporary_reservations: [RESERVATION],
    calls: [{ tuid: ticket.tuid, at: '2026-11-20T12:10:00.000Z', seq: 15 }],
    user_data: [{ key: 'user', value: KNOWN_USER }],
    cached_data: [{ key: 'flags', data: { a: true }, inserted_at: NOW }],
    favorites: [FAVORITE],
    outbox: [
      {
        kind: 'favorite',
        subject: FAVORITE.key,
        user_id: FAVORITE.user_id,
        wanted: true,
        sending_until: 0,
        inserted_at: NOW,
      },
      { kind: 'log-out', subject: '', user_id: null, sending_until: 0, inserted_at: NOW },
      {
        kind: 'cancel-reservation',
        subject: RESERVATION.id,
        user_id: RESERVATION.user_id,
        sending_until: 0,
        inserted_at: NOW,
      },
    ],
  },
}

/** A database as the application of that version left it. */
async function leaveBehind(name: string, version: number): Promise<void> {
  const dexie = new Dexie(name)
  for (const migration of MIGRATIONS.filter(step => step.version <= version)) {
    const step = dexie.version(migration.version).stores(migration.stores)
    if (migration.upgrade) step.upgrade(migration.upgrade)
  }
  for (const [table, rows] of Object.entries(HELD[version] ?? {})) await dexie.table(table).bulkPut(rows)
  dexie.close()
}

describe('the migrations', () => {
  it('are numbered one after the other, and each has its example of data', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1))
    expect(Object.keys(HELD).map(Number)).toEqual(MIGRATIONS.map(({ version }) => version))
  })

  it.each(MIGRATIONS.map(({ version }) => version))(
    '[TEMP-02] carry every receipt over from version %i to the newest',
    async version => {
      const name = `left-by-${version}`
      await leaveBehind(name, version)
      const database = openDatabase({
        name,
        timers: browserTimers,
        onProblem: problem => expect.fail(String(problem)),
        hasRoom: async () => true,
      })
      expect(await database.tickets.all()).toEqual([
        { ...ticket, timeStamp: NOW, almost_there_said: [10], line_now: null },
      ])
      // The first version's row has no card to show: its pages never wrote one.
      expect(await database.reservations.ofOffice('centro')).toEqual(version === 1 ? [] : [RESERVATION])
      const shown = { tuid: ticket.tuid, at: '2026-11-20T12:10:00.000Z', seq: 15 }
      expect(await database.calls.admit(shown)).toBe(false)
      expect(await database.userData.read('user')).toEqual(KNOWN_USER)
      expect(await database.cachedData.read('flags')).toMatchObject({ data: { a: true } })
      expect(await database.outbox.has('log-out')).toBe(true)
      await database.outbox.remove('log-out')
      expect(await database.outbox.has('log-out')).toBe(false)
      expect(await database.outbox.all('cancel-reservation')).toHaveLength(version === 1 ? 0 : 1)
      expect(await database.favorites.all()).toEqual(version < 3 ? [] : [FAVORITE])
      expect(await database.outbox.all('favorite')).toHaveLength(version < 3 ? 0 : 1)
      database.close()
    },
  )
})
