import { openGate } from '#server/facts/office-gate.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { DOCUMENT_CLASHES_MAX, KNOCKS_KEPT_MS } from '#contract/limits.ts'
import { userKey } from '#server/knocks/asker.ts'
import type { Reservation } from '#contract/rest/reservations.ts'
import type { Fact } from '#server/facts/fact.ts'
import { ownedBy } from '#server/realtime/owned.ts'
import { confirmByOffice } from '#server/reservations/confirm-by-office.ts'
import { book } from '#server/reservations/owner-answers.ts'
import { reservationOfOwner } from '#server/reservations/reservation-of-owner.ts'
import { bookReservation } from '#server/reservations/book-reservation.ts'
import { moveReservation } from '#server/reservations/move-reservation.ts'
import { createReservationsMemory } from '#server/reservations/reservations-memory.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { heldDatabase } from '#tests/support/held-database.ts'

import {
  ANSWERS,
  type Block,
  openReservationOffice,
  type reservationOffice,
} from '#tests/support/reservation-office.ts'

/** The Monday after the clock's Saturday. */
const MONDAY = '2026-11-23'
const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

const openOffice = (database: Database, options?: Parameters<typeof reservationOffice>[1], slots = 20) =>
  openReservationOffice(database, MONDAY, { slots }, options)
type OpenOffice = Awaited<ReturnType<typeof openOffice>>

const wish = (line_id: number, { from, to }: Block, user_id: string) => ({
  line_id,
  from,
  to,
  user_id,
  temporal: true,
  request_id: systemRandom.uuid(),
  keeps: true,
  meet: false,
  meta: { answers: ANSWERS },
})

async function remindersOf({ db }: Database, { office_id }: Pick<OpenOffice, 'office_id'>) {
  const { rows } = await sql<{ reminders: number }>`
    select count(*)::integer as reminders from jobs
    where kind = 'remind-reservation' and (payload ->> 'office_id')::integer = ${office_id}`.execute(db)
  return rows[0]?.reminders
}

const codes = (answers: readonly PromiseSettledResult<unknown>[]) =>
  answers.map(answer => (answer.status === 'rejected' ? answer.reason.code : 'booked'))

eachDatabase('times booked in rounds', open => {
  let database: Database
  beforeAll(async () => {
    database = await open({ poolSize: 10 })
  })

  it('[RES-07] 32 people who come at once are read in one statement and written in another', async () => {
    const offices = await Promise.all(oneTo(4).map(() => openOffice(database)))
    const [first] = offices
    if (!first) throw new Error('there are four')
    const people = await first.users(32)
    const { database: counted, during } = countedStatements(database)
    const counting = {
      ...first.context,
      database: counted,
      ...createReservationsMemory({ database: counted, timers: systemTimers }),
    }
    let booked: { id: string }[] = []
    const statements = await during(async () => {
      booked = await Promise.all(
        people.map((user, index) => {
          const office = offices[index % 4]!
          return bookReservation(counting, wish(office.line_id, office.block(40), user))
        }),
      )
    })
    // How the lines are booked, and the round.
    expect(statements).toBe(1 + 2)
    const told = first.told.flatMap(({ name, reservation_id }) =>
      name === 'reserve:updated' ? [reservation_id] : [],
    )
    expect(new Set(told)).toEqual(new Set(booked.map(({ id }) => id)))
    for (const office of offices) {
      expect((await office.live(office.line_id)).map(({ slot }) => slot)).toEqual(oneTo(8))
      const facts = await office.facts()
      expect(facts.map(({ seq }) => seq)).toEqual(oneTo(9))
      expect(facts.slice(1).map(({ detail }) => detail)).toEqual(
        oneTo(8).map(number => ({
          state: 'confirmed',
          blocks: [{ ...office.block(40), availables: 20 - number }],
        })),
      )
      expect(await remindersOf(database, office)).toBe(16)
    }
  })

  it('[RES-07] a block that fills up within a round is full for those behind', async () => {
    const office = await openOffice(database, {}, 3)
    const people = await office.users(5)
    const answers = await Promise.allSettled(
      people.map(user => office.book(office.line_id, office.block(40), user)),
    )
    expect(codes(answers)).toEqual(['booked', 'booked', 'booked', '1007', '1007'])
  })

  it('[RES-14] one person who presses everywhere at once gets the first, and each request one reservation', async () => {
    const office = await openOffice(database)
    const other = await office.reserveLine()
    const user = await office.user()
    const request = wish(office.line_id, office.block(40), user)
    const answers = await Promise.allSettled(
      [
        request,
        request,
        wish(office.line_id, office.block(40), user),
        wish(other, office.block(40), user),
        wish(other, office.block(41), user),
      ].map(each => bookReservation(office.context, each)),
    )
    expect(codes(answers)).toEqual(['booked', 'booked', 'reserve-already-exists', 'user-have', 'booked'])
    const [one, again] = answers
    expect(one).toMatchObject({ value: { repeated: false } })
    expect(again).toMatchObject({ value: { ...(one as { value: object }).value, repeated: true } })
  })

  it('[RES-14] who presses in two lines in the same moment gets the first', async () => {
    const office = await openOffice(database)
    const other = await office.reserveLine()
    const user = await office.user()
    const answers = await Promise.allSettled(
      [office.line_id, other].map(line => office.book(line, office.block(40), user)),
    )
    expect(codes(answers)).toEqual(['booked', 'user-have'])
    expect(await office.live(other)).toEqual([])
  })

  it('[RES-09] [DOC-01] what one books under a document within a round speaks against the other', async () => {
    const office = await openOffice(database, { one_per: 'office' })
    const rut = '12.345.678-5'
    const [one, two, three] = [
      await office.user({ rut }),
      await office.user({ rut }),
      await office.user({ rut }),
    ]
    const other = await office.reserveLine()
    const answers = await Promise.allSettled([
      office.book(office.line_id, office.block(40), one),
      office.book(other, office.block(50), one),
      office.book(other, office.block(60), two),
      office.book(other, office.block(70), three, { declared: true }),
      office.book(other, office.block(80), two, { declared: true }),
    ])
    expect(codes(answers)).toEqual(['booked', '1002', '1002', 'booked', '1002'])
    expect(answers[2]).toMatchObject({ reason: { declarable: true } })
    expect(answers[4]).toMatchObject({ reason: { declarable: false } })
    expect((await office.live(other)).map(({ disputed }) => disputed)).toEqual([true])
  })

  it('whom a constraint refuses is in nobody’s way', async () => {
    const office = await openOffice(database, { one_per: 'line' })
    const [held, ...others] = await office.users(4)
    if (!held) throw new Error('there are four')
    const elsewhere = await office.reserveLine()
    const { id } = await office.book(elsewhere, office.block(10), held)
    // By no verb of ours: it counts for a line in which it does not stand.
    await database.db
      .updateTable('reservations')
      .set({ once_in: `line:${office.line_id}` })
      .where('id', '=', id)
      .execute()
    const answers = await Promise.allSettled(
      [held, ...others].map(user => office.book(office.line_id, office.block(40), user)),
    )
    expect(codes(answers)).toEqual(['1005', 'booked', 'booked', 'booked'])
    expect((await office.live(office.line_id)).map(({ slot }) => slot)).toEqual([1, 2, 3])
  })

  it('[DOC-03] clashes of an hour ago shut nobody out', async () => {
    const office = await openOffice(database, { one_per: 'office' })
    const user = await office.user()
    const asker = { session_id: user, address: '10.0.0.1' }
    const book = () => office.book(office.line_id, office.block(40), user, { asker })
    const knock = { kind: 'clash', key: userKey(user), times: DOCUMENT_CLASHES_MAX }
    await database.db
      .insertInto('knocks')
      .values({ ...knock, since: office.clock.now() })
      .execute()
    await expect(book()).rejects.toMatchObject({ code: 'too-many-requests' })
    office.clock.advance(KNOCKS_KEPT_MS)
    await expect(book()).resolves.toMatchObject({ repeated: false })
  })

  it('[RES-06] their owners are answered, and told, without asking the database again', async () => {
    const office = await openOffice(database, {}, 20)
    await database.db
      .updateTable('lines')
      .set({ reserve_confirm_minutes: 60 })
      .where('id', '=', office.line_id)
      .execute()
    const { database: counted, during } = countedStatements(database)
    const memory = createReservationsMemory({ database: counted, timers: systemTimers })
    const counting = { ...office.context, database: counted, ...memory }
    const user_id = await office.user()
    const { user_id: _, ...asked } = wish(office.line_id, office.block(40), user_id)
    const caller = {
      kind: 'user',
      user_id,
      temporal: true,
      session_id: user_id,
      expires_at: new Date(0),
    } as const
    let answer: Reservation | undefined
    // line, what is booked, the reservation
    const statements = await during(async () => {
      const booked = await book(counting, caller, { session_id: user_id, address: '10.0.0.1' }, asked)
      expect(booked.code).toBe(201)
      answer = booked.answer
    })
    expect(statements).toBe(3)
    const id = answer?.id ?? ''
    const own = { id, user_id }
    expect(answer).toEqual(await reservationOfOwner(office.context, own))
    expect(answer).toMatchObject({ state: 'pending', meta: { answers: ANSWERS }, seq: 2 })
    const toldOf = (told: Fact) => ownedBy(counting, told)
    const [made] = office.told.slice(-1)
    let copy: unknown
    expect(await during(async () => (copy = await toldOf(made!)))).toBe(0)
    expect(copy).toEqual({ reservation: answer })
    // What becomes of it is told as it stands then.
    await confirmByOffice(office.context, { id, office_id: office.office_id })
    const [confirmed] = office.told.slice(-1)
    expect(await toldOf(confirmed!)).toMatchObject({ reservation: { state: 'confirmed', seq: 3 } })
  })

  it('people who move at once do so one after the other: two in one transaction could wait in a circle', async () => {
    const office = await openOffice(database)
    const people = await office.users(3)
    const booked = await Promise.all(people.map(user => office.book(office.line_id, office.block(40), user)))
    let transactions = 0
    const context = {
      ...office.context,
      database: {
        ...database,
        transaction: (work => {
          transactions++
          return database.transaction(work)
        }) satisfies Database['transaction'],
      },
    }
    await Promise.all(
      booked.map(({ id }, index) =>
        moveReservation(context, { id, user_id: people[index]!, ...office.block(50) }),
      ),
    )
    expect(transactions).toBe(3)
    expect((await office.live(office.line_id)).map(({ slot }) => slot)).toEqual([1, 2, 3])
  })

  it('[RES-07] [RES-14] two processes book everybody once, though each person asks both at the same moment', async () => {
    const offices = await Promise.all(oneTo(4).map(() => openOffice(database, {}, 100)))
    const [here, there] = offices
    if (!here || !there) throw new Error('there are four')
    const people = await here.users(60)
    const answers = await Promise.all(
      people.map((user, index) => {
        // Two offices, one hour, each by a gate of its own.
        const [one, two] = [offices[index % 4]!, offices[(index + 1) % 4]!]
        return Promise.allSettled([
          bookReservation(here.context, wish(one.line_id, one.block(40), user)),
          bookReservation(there.context, wish(two.line_id, two.block(40), user)),
        ])
      }),
    )
    for (const both of answers) expect(new Set(codes(both))).toEqual(new Set(['booked', 'user-have']))
    const live = await Promise.all(offices.map(office => office.live(office.line_id)))
    expect(live.flat()).toHaveLength(60)
    expect(new Set(live.flat().map(({ user_id }) => user_id)).size).toBe(60)
    for (const [index, office] of offices.entries()) {
      expect(live[index]?.map(({ slot }) => slot)).toEqual(oneTo(live[index]?.length ?? 0))
      const seqs = (await office.facts()).map(({ seq }) => seq)
      expect(seqs).toEqual(oneTo(1 + (live[index]?.length ?? 0)))
    }
  })

  it('asks for nothing where a request cannot be judged, and serves the others', async () => {
    const office = await openOffice(database)
    const user = await office.user()
    const answers = await Promise.allSettled(
      [systemRandom.uuid(), user].map(who => office.book(office.line_id, office.block(40), who)),
    )
    expect(answers).toMatchObject([{ reason: { message: /there is no user/ } }, { status: 'fulfilled' }])
  })

  describe('looks once more before it writes', () => {
    /**
     * Books block 40, and lets something happen at another process after it was read what it is judged by.
     */
    async function bookWhile(office: OpenOffice, user_id: string, happens: () => Promise<unknown>) {
      const held = heldDatabase(database)
      const context = { ...office.context, database: held.database }
      const letGo = held.holdNextAnswer()
      const booking = bookReservation(context, wish(office.line_id, office.block(40), user_id))
      booking.catch(() => undefined)
      await held.holding()
      await happens()
      letGo()
      return await booking
    }
    const elsewhere = ({ context }: OpenOffice) => ({ ...context, gate: openGate })

    it('[RES-07] whether the slot is still free', async () => {
      const office = await openOffice(database, {}, 2)
      const [one, two] = await office.users(2)
      const booked = await bookWhile(office, one!, () =>
        bookReservation(elsewhere(office), wish(office.line_id, office.block(40), two!)),
      )
      expect((await office.live(office.line_id)).map(({ user_id }) => user_id)).toEqual([two, one])
      expect((await office.reservation(booked.id)).slot).toBe(2)
      expect((await office.facts()).map(({ seq }) => seq)).toEqual([1, 2, 3])
    })

    it('[RES-14] what the person booked or moved at another office', async () => {
      const [here, there] = [await openOffice(database), await openOffice(database)]
      const user = await here.user()
      const booking = bookWhile(here, user, () =>
        bookReservation(elsewhere(there), wish(there.line_id, there.block(40), user)),
      )
      await expect(booking).rejects.toMatchObject({ code: 'user-have' })

      const mover = await here.user()
      const { id } = await there.book(there.line_id, there.block(50), mover)
      const overtaken = bookWhile(here, mover, () =>
        moveReservation(elsewhere(there), { id, user_id: mover, ...there.block(40) }),
      )
      await expect(overtaken).rejects.toMatchObject({ code: 'user-have' })
      expect(await here.live(here.line_id)).toEqual([])
      expect(await remindersOf(database, here)).toBe(0)
    })

    it('[DOC-03] whether the document is still the one that was weighed', async () => {
      const office = await openOffice(database, { one_per: 'office' })
      const user = await office.user({ rut: '12.345.678-5' })
      const other = office.context.protect.identityHash('rut', '11.111.111-1')
      const { id } = await bookWhile(office, user, () =>
        database.db.updateTable('users').set({ identity_hash: other }).where('id', '=', user).execute(),
      )
      const { identity_hash } = await office.reservation(id)
      expect(Buffer.from(identity_hash ?? [])).toEqual(Buffer.from(other))
    })
  })
})

describe('a round of bookings and other processes', () => {
  onPostgres('times', freshUrl => {
    it('an office that another process holds keeps nobody at the others waiting', async () => {
      const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl() })
      const [held, free] = [await openOffice(database), await openOffice(database)]
      const [first, second, third] = await free.users(3)
      const { promise: release, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
      const elsewhere = database.transaction(async transaction => {
        await holdOffice(transaction, held.office_id)
        holds()
        await release
      })
      await isHeld
      const book = (office: OpenOffice, user_id: string | undefined) =>
        bookReservation(free.context, wish(office.line_id, office.block(40), user_id!))
      let isThrough = false
      const late = book(held, first).then(booked => {
        isThrough = true
        return booked
      })
      // In the same round, and in the next.
      await book(free, second)
      await book(free, third)
      expect(isThrough).toBe(false)
      letGo()
      await elsewhere
      await late
      expect(await held.live(held.line_id)).toHaveLength(1)
      await database.close()
    })

    it('[RES-14] whose row changed meanwhile is held, so that nobody at the office waits for them again', async () => {
      const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl() })
      const office = await openOffice(database)
      const [restless, other] = await office.users(2)
      const held = heldDatabase(database)
      const context = { ...office.context, database: held.database }
      const book = (user_id: string) =>
        bookReservation(context, wish(office.line_id, office.block(40), user_id))
      let letGo = held.holdNextAnswer()
      const booking = Promise.all([book(restless!), book(other!)])
      await held.holding()
      await database.db.updateTable('users').set({ language: 'pt' }).where('id', '=', restless!).execute()
      // What was written, the office, the people.
      for (let answers = 0; answers < 3; answers++) {
        const before = letGo
        letGo = held.holdNextAnswer()
        before()
        await held.holding()
      }
      const touch = database.db
        .selectFrom('users')
        .select('id')
        .where('id', '=', restless!)
        .forNoKeyUpdate()
        .noWait()
        .execute()
      await expect(touch).rejects.toMatchObject({ code: '55P03' })
      letGo()
      await booking
      expect((await office.live(office.line_id)).map(({ slot }) => slot)).toEqual([1, 2])
      await database.close()
    })

    it('whom another process moves just now keeps nobody else from booking', async () => {
      const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl() })
      const [here, there] = [await openOffice(database), await openOffice(database)]
      const [busy, other] = await here.users(2)
      const { promise: release, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
      const elsewhere = database.transaction(async transaction => {
        await transaction.updateTable('users').set({ language: 'pt' }).where('id', '=', busy!).execute()
        holds()
        await release
      })
      await isHeld
      const book = (office: OpenOffice, user_id: string) =>
        bookReservation(here.context, wish(office.line_id, office.block(40), user_id))
      const late = book(there, busy!)
      await book(here, other!)
      letGo()
      await elsewhere
      await late
      expect(await there.live(there.line_id)).toHaveLength(1)
      await database.close()
    })

    it('reads as much for a round after a year of reservations as on the first day', async () => {
      const database = await openDatabase({
        dataDirectory: ':memory:',
        databaseUrl: await freshUrl(),
        poolSize: 1,
      })
      const office = await openOffice(database, { one_per: 'office' }, 100)
      const people = await office.users(288)
      // Of each line a year, in which the same people came now and then; nothing of it is still held.
      await sql`
        insert into reservations (id, office_id, line_id, user_id, request_id, state, block_from, block_to, slot, slots,
          inserted_at, confirmed_at, called_at, ended_at)
        select gen_random_uuid(), ${office.office_id}, ${office.line_id}, u.id, gen_random_uuid(), 'attended',
          timestamptz '2025-11-01' + n * interval '1 hour', timestamptz '2025-11-01' + n * interval '1 hour' + interval '15 minutes',
          1, 100, now(), now(), now(), now()
        from generate_series(1, 5000) n join (select id, row_number() over () as nth from users) u on u.nth = n % 200 + 1
      `.execute(database.db)
      await sql`vacuum (analyze)`.execute(database.db)
      const round = (from: number) =>
        Promise.all(
          people
            .slice(from, from + 32)
            .map((user, index) => office.book(office.line_id, office.block(index), user)),
        )
      // Often enough that the session keeps its plan.
      for (let from = 0; from < 256; from += 32) await round(from)
      const rowsRead = async () => {
        await sql`select pg_stat_force_next_flush()`.execute(database.db)
        const { rows } = await sql<{ read: number }>`
          select (seq_tup_read + idx_tup_fetch)::integer as read
          from pg_stat_user_tables where relname = 'reservations'`.execute(database.db)
        return rows[0]?.read ?? 0
      }
      const before = await rowsRead()
      await round(256)
      // Each of the 32 finds what they had themselves (25 at most), and those of the blocks that begin less
      // than eight hours before the end of theirs (32 of 8): nothing of the year.
      expect((await rowsRead()) - before).toBeLessThan(32 * (25 + 32 * 8))
      expect(await office.live(office.line_id)).toHaveLength(5_000 + 288)
      await database.close()
    })
  })
})
