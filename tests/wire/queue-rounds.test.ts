import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { ADDRESS_NUMBERS_MAX, KNOCKS_KEPT_MS } from '#contract/limits.ts'
import { addressKey } from '#server/knocks/asker.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { systemRandom } from '#server/platform/random.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { heldDatabase } from '#tests/support/held-database.ts'
import { NOON, queueOffice, type QueueOffice } from '#tests/support/queue-office.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** An office that has had its first fact, with a line. */
async function openOffice(database: Database, options?: Parameters<typeof queueOffice>[1]) {
  const office = await queueOffice(database, options)
  await office.fill(await office.line(), 1)
  return { ...office, line_id: await office.line() }
}
type OpenOffice = Awaited<ReturnType<typeof openOffice>>

/** The process knows these lines: whoever asks asks in the very moment in which they press. */
const learn = ({ context }: Pick<QueueOffice, 'context'>, lines: { office_id: number; line_id: number }[]) =>
  Promise.all(lines.map(({ office_id, line_id }) => context.settings.of(line_id, { office_id })))

/** Through the first one's gate, as all that happens in one process. */
const take = ({ context }: Pick<QueueOffice, 'context'>, office: OpenOffice, user_id: string) =>
  takeTicket(context, { office, line_id: office.line_id, user_id, request_id: systemRandom.uuid() })

/** For a day; the session is called as its user. */
async function signIn({ db }: Database, ...users: string[]) {
  const times = { created_at: NOON, expires_at: new Date(NOON.getTime() + DAY_MS) }
  const hashes = (id: string) => ({ cookie_hash: Buffer.from(id), token_hash: Buffer.from(id) })
  await db
    .insertInto('sessions')
    .values(users.map(id => ({ id, user_id: id, ...hashes(id), ...times })))
    .execute()
}

eachDatabase('numbers given in rounds', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('[TKT-04] 32 people who come at once are read in one statement and written in another', async () => {
    const offices = await Promise.all(Array.from({ length: 4 }, () => openOffice(database)))
    const [first] = offices
    if (!first) throw new Error('there are four')
    const people = await first.users(32)
    const { database: counted, during } = countedStatements(database)
    const counting = { context: { ...first.context, database: counted } }
    await learn(first, offices)
    let taken: { tuid: string }[] = []
    const statements = await during(async () => {
      taken = await Promise.all(people.map((user, index) => take(counting, offices[index % 4]!, user)))
    })
    expect(statements).toBe(2)
    const told = first.told.flatMap(({ ticket_id, name }) => (name === 'ticket:created' ? [ticket_id] : []))
    expect(new Set(told.slice(-32))).toEqual(new Set(taken.map(({ tuid }) => tuid)))
    for (const office of offices) {
      expect(await office.waiting(office.line_id)).toEqual(oneTo(8))
      const facts = await office.facts()
      expect(facts.map(({ seq }) => seq)).toEqual(oneTo(9))
      expect(facts.slice(1).map(({ detail }) => detail)).toEqual(
        oneTo(8).map(number => ({ ticket: `A00${number}`, waiting: number })),
      )
    }
  })

  it('more than fit go in the next ones', async () => {
    const office = await openOffice(database)
    await learn(office, [office])
    const people = await office.users(70)
    const { database: counted, during } = countedStatements(database)
    const counting = { context: { ...office.context, database: counted } }
    expect(await during(() => Promise.all(people.map(user => take(counting, office, user))))).toBe(6)
    expect(await office.waiting(office.line_id)).toEqual(oneTo(70))
  })

  it('a limit that is reached within a round is reached', async () => {
    const office = await openOffice(database, { rut_ticket_limit: 2 })
    const lines = await Promise.all(oneTo(4).map(() => office.line()))
    const user = await office.user({ rut: '12.345.678-5' })
    await learn(
      office,
      lines.map(line_id => ({ ...office, line_id })),
    )
    const answers = await Promise.allSettled(lines.map(line => office.take(line, user)))
    expect(answers.map(answer => (answer.status === 'rejected' ? answer.reason.code : 'taken'))).toEqual([
      'taken',
      'taken',
      'office-ticket-limit-reached',
      'office-ticket-limit-reached',
    ])
  })

  it('[DOC-01] a document’s limit that another one reaches within a round is reached', async () => {
    const office = await openOffice(database, { rut_ticket_limit: 1 })
    const rut = '11.111.111-1'
    const [one, two] = [await office.user({ rut }), await office.user({ rut })]
    const other = { ...office, line_id: await office.line() }
    await learn(office, [office, other])
    const answers = await Promise.allSettled([take(office, office, one), take(office, other, two)])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(answers[1]).toMatchObject({ reason: { code: 'office-ticket-limit-reached', declarable: true } })
  })

  it('[SEC-03] five hands hold five numbers, however they come', async () => {
    const offices = await Promise.all(oneTo(7).map(() => openOffice(database)))
    const [first] = offices
    if (!first) throw new Error('there are seven')
    const user = await first.user()
    await learn(first, offices)
    const answers = await Promise.allSettled(offices.map(office => take(first, office, user)))
    const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(refused).toEqual(['too-many-numbers', 'too-many-numbers'])
  })

  it('[SEC-03] an address that has all its numbers within a round gets no more, and each is counted', async () => {
    const office = await openOffice(database)
    await learn(office, [office])
    const people = await office.users(ADDRESS_NUMBERS_MAX + 3)
    await signIn(database, ...people)
    const address = `10.${[...systemRandom.bytes(3)].join('.')}`
    const takeFrom = (user_id: string) =>
      takeTicket(office.context, {
        office,
        line_id: office.line_id,
        user_id,
        request_id: systemRandom.uuid(),
        asker: { session_id: user_id, address },
      })
    const before = people.slice(0, ADDRESS_NUMBERS_MAX - 5)
    await Promise.all(before.map(takeFrom))
    const answers = await Promise.allSettled(people.slice(before.length).map(takeFrom))
    expect(answers.map(answer => (answer.status === 'rejected' ? answer.reason.code : 'taken'))).toEqual([
      ...Array.from({ length: 5 }, () => 'taken'),
      ...Array.from({ length: 3 }, () => 'address-ticket-limit-reached'),
    ])
    const key = addressKey({ address }, office.context.protect)
    const knocks = () =>
      database.db
        .selectFrom('knocks')
        .select(['since', 'times'])
        .where('kind', '=', 'number')
        .where('key', '=', key)
        .executeTakeFirst()
    expect(await knocks()).toEqual({ since: NOON, times: ADDRESS_NUMBERS_MAX })
    // After an hour it is counted anew.
    await database.db
      .updateTable('tickets')
      .set({ state: 'given-up' })
      .where('line_id', '=', office.line_id)
      .execute()
    office.clock.advance(KNOCKS_KEPT_MS)
    await takeFrom(people[0]!)
    expect(await knocks()).toEqual({ since: office.clock.now(), times: 1 })
  })

  it('whom a constraint refuses is in nobody’s way, and is helped', async () => {
    const office = await openOffice(database)
    const [forgotten, ...others] = await office.users(6)
    if (!forgotten) throw new Error('there are six')
    // A number of last week that no sweep has ended yet: the round does not look so far back, the constraints
    // do.
    const elsewhere = await office.line()
    await learn(office, [office])
    const { tuid } = await office.take(elsewhere, forgotten)
    await database.db
      .updateTable('tickets')
      .set({ inserted_at: new Date(NOON.getTime() - 8 * DAY_MS) })
      .where('id', '=', tuid)
      .execute()
    await Promise.all([forgotten, ...others].map(user => take(office, office, user)))
    expect(await office.waiting(office.line_id)).toEqual(oneTo(6))
    expect((await office.ticket(tuid)).state).toBe('expired')
  })

  describe('looks once more before it writes', () => {
    /** Takes a number, and lets something happen after it was read what it is judged by. */
    async function takeWhile(office: OpenOffice, user_id: string, happens: () => Promise<unknown>) {
      const held = heldDatabase(database)
      const context = { ...office.context, database: held.database }
      await learn(office, [office])
      const letGo = held.holdNextAnswer()
      const taking = takeTicket(context, {
        office,
        line_id: office.line_id,
        user_id,
        request_id: systemRandom.uuid(),
        asker: { session_id: user_id, address: '10.0.0.1' },
      })
      await held.holding()
      await happens()
      letGo()
      return await taking
    }

    it('[SEC-04] whether the session is still open', async () => {
      const office = await openOffice(database)
      const user = await office.user()
      await signIn(database, user)
      const endSession = () =>
        database.db.updateTable('sessions').set({ revoked_at: NOON }).where('id', '=', user).execute()
      await expect(takeWhile(office, user, endSession)).rejects.toMatchObject({ code: 'session-expired' })
      expect(await office.waiting(office.line_id)).toEqual([])
    })

    it('[DOC-03] whether the document is still the one that was weighed', async () => {
      const office = await openOffice(database, { rut_ticket_limit: 1 })
      const user = await office.user({ rut: '12.345.678-5' })
      await signIn(database, user)
      const other = office.context.protect.identityHash('rut', '11.111.111-1')
      const correct = () =>
        database.db.updateTable('users').set({ identity_hash: other }).where('id', '=', user).execute()
      const { tuid } = await takeWhile(office, user, correct)
      const { identity_hash } = await office.ticket(tuid)
      expect(Buffer.from(identity_hash ?? [])).toEqual(Buffer.from(other))
    })
  })

  it('a broken line keeps nobody else from a number', async () => {
    const [whole, broken] = [await openOffice(database), await openOffice(database)]
    // Its next number was given by something else than its counter knows.
    await broken.fill(broken.line_id, 2)
    await sql`update line_days set last_number = 1 where line_id = ${broken.line_id}`.execute(database.db)
    const [first, second] = await whole.users(2)
    await learn(whole, [whole, broken])
    const [served, refused] = await Promise.allSettled([
      take(whole, whole, first!),
      take(whole, broken, second!),
    ])
    expect(served.status).toBe('fulfilled')
    expect(refused).toMatchObject({ status: 'rejected', reason: { constraint: 'tickets_number_once' } })
  })

  it('[TKT-04] two processes give every number once, though both are asked by everybody at once', async () => {
    const offices = await Promise.all(oneTo(5).map(() => openOffice(database)))
    const [here, there] = offices
    if (!here || !there) throw new Error('there are five')
    const people = await here.users(100)
    for (const process of [here, there]) await learn(process, offices)
    await Promise.all(people.map((user, index) => take(index % 2 ? here : there, offices[index % 5]!, user)))
    for (const office of offices) {
      expect(await office.waiting(office.line_id)).toEqual(oneTo(20))
      expect((await office.facts()).map(({ seq }) => seq)).toEqual(oneTo(21))
    }
  })
})

describe('a round and other processes', () => {
  onPostgres('numbers', freshUrl => {
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
      await learn(free, [held, free])
      let isThrough = false
      const late = take(free, held, first!).then(taken => {
        isThrough = true
        return taken
      })
      // In the same round, and in the next.
      await take(free, free, second!)
      await take(free, free, third!)
      expect(isThrough).toBe(false)
      letGo()
      await elsewhere
      await late
      expect(await held.waiting(held.line_id)).toEqual([1])
      await database.close()
    })

    it('reads as much for a round in a full hall as in an empty one', async () => {
      const database = await openDatabase({
        dataDirectory: ':memory:',
        databaseUrl: await freshUrl(),
        poolSize: 1,
      })
      const office = await openOffice(database)
      const other = await office.line()
      const people = await office.users(288)
      await sql`
        insert into sessions (id, user_id, cookie_hash, token_hash, created_at, expires_at)
        select id, id, uuid_send(id), uuid_send(id), ${NOON}::timestamptz, ${NOON}::timestamptz + interval '1 day'
        from users`.execute(database.db)
      await sql`
        insert into tickets (id, office_id, line_id, day, number, prefix, user_id, request_id, state, place, inserted_at)
        select gen_random_uuid(), ${office.office_id}, ${office.line_id}, date '2026-01-01' + (n / 20)::integer, n % 20 + 1,
          'A', u.id, gen_random_uuid(), 'attended', n, timestamptz '2026-01-01' + n * interval '1 hour'
        from generate_series(1, 5000) n join (select id, row_number() over () as nth from users) u on u.nth = n % 200 + 1
      `.execute(database.db)
      await sql`update tickets set state = 'attended'`.execute(database.db)
      // The planner remembers a morning on which nobody waits.
      await sql`vacuum (analyze)`.execute(database.db)
      const takeFrom = (user_id: string, index: number) =>
        takeTicket(office.context, {
          office,
          line_id: other,
          user_id,
          request_id: systemRandom.uuid(),
          asker: { session_id: user_id, address: `10.0.${index >> 8}.${index & 255}` },
        })
      const round = (from: number) =>
        Promise.all(people.slice(from, from + 32).map((user, index) => takeFrom(user, from + index)))
      // Often enough that the session keeps its plan.
      for (let from = 0; from < 256; from += 32) await round(from)
      const rowsRead = async () => {
        await sql`select pg_stat_force_next_flush()`.execute(database.db)
        const { rows } = await sql<{ read: number }>`
          select (seq_tup_read + idx_tup_fetch)::integer as read
          from pg_stat_user_tables where relname = 'tickets'`.execute(database.db)
        return rows[0]?.read ?? 0
      }
      const before = await rowsRead()
      await round(256)
      // Who waits in the line is counted once; each of the 32 finds a few of their own.
      expect((await rowsRead()) - before).toBeLessThan(2 * 256 + 32 * 10)
      expect(await office.waiting(other)).toHaveLength(288)
      await database.close()
    })
  })
})
