import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'valibot'
import { DOCUMENT_CLASHES_MAX } from '#contract/limits.ts'
import { officeState } from '#contract/rest/offices.ts'
import type { Database } from '#server/database/database.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { blockAt, reservationOffice } from '#tests/support/reservation-office.ts'
import { type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'
import { documentRig, MONDAY, TEN } from './document-rig.ts'

eachDatabase('a document that a provider proved', open => {
  let server: TestServer
  let database: Database
  beforeAll(async () => {
    database = await open({ poolSize: 10 })
    server = await startTestServer({ database, clock: new MovingClock(NOON) })
  })
  afterAll(() => server.close())

  const { book, booked, clerkAt, newDocument, person, refused, take, taken } = documentRig(() => server)
  /** As a provider's word would have it (social.test.ts says how it comes). */
  const prove = ({ user_id }: SignedIn) =>
    database.db
      .updateTable('users')
      .set({ document_proven_at: server.clock.now(), document_proven_by: 'document' })
      .where('id', '=', user_id)
      .execute()
  const provenPerson = async (dni: string) => {
    const who = await person(dni)
    await prove(who)
    return who
  }

  type Clerk = Awaited<ReturnType<typeof clerkAt>>
  const repeatedOf = async (clerk: Clerk, line: number) =>
    (await clerk.waiting(line)).map(({ document_repeated }) => document_repeated)
  const repeatedBooked = async (clerk: Clerk) =>
    (await clerk.reservations()).map(({ document_repeated }) => document_repeated)

  describe('numbers', () => {
    it('[DOC-04] is never refused for a declared one, and the desk asks the other for the card', async () => {
      const office = await reservationOffice(database)
      const line = await office.line()
      const clerk = await clerkAt(office)
      const document = newDocument()
      const stranger = await person(document)
      const first = await taken(await take(office, line, stranger))
      const declared = await taken(await take(office, line, await person(document), { declared: true }))
      const holder = await provenPerson(document)
      const own = await taken(await take(office, line, holder))
      expect(
        await Promise.all(
          [first, declared, own].map(async ({ tuid }) => (await office.ticket(tuid)).disputed),
        ),
      ).toEqual([false, true, false])
      expect(await repeatedOf(clerk, line)).toEqual([true, true, false])
      // The person's own is one too many, as everybody's.
      expect(await refused(await take(office, line, holder))).toMatchObject({
        status: 409,
        code: 'already-has-ticket',
      })
    })

    it('[DOC-04] [DOC-01] shuts nobody out: who declares it beside the proven one takes a number, marked', async () => {
      const office = await reservationOffice(database)
      const line = await office.line()
      const clerk = await clerkAt(office)
      const document = newDocument()
      await taken(await take(office, line, await provenPerson(document)))
      const other = await person(document)
      expect(await refused(await take(office, line, other))).toMatchObject({
        status: 409,
        code: 'already-has-ticket',
      })
      await taken(await take(office, line, other, { declared: true }))
      expect(await repeatedOf(clerk, line)).toEqual([false, true])
    })

    it('[DOC-04] [DOC-03] what they came upon before counts against them no more', async () => {
      const office = await reservationOffice(database)
      const lines = await Promise.all(Array.from({ length: DOCUMENT_CLASHES_MAX + 1 }, () => office.line()))
      const document = newDocument()
      const stranger = await person(document)
      const holder = await person(document)
      for (const line of lines) await taken(await take(office, line, stranger))
      for (const line of lines.slice(1)) await take(office, line, holder)
      expect((await refused(await take(office, lines[0]!, holder))).status).toBe(429)
      await prove(holder)
      await taken(await take(office, lines[0]!, holder))
    })

    it('[DOC-04] a document may be proven once, by constraint, and what is typed after is not it', async () => {
      const document = newDocument()
      const holder = await provenPerson(document)
      const other = await person(document)
      await expect(prove(other)).rejects.toMatchObject({ constraint: 'users_document_proven' })
      const { db } = database
      const proven = async () =>
        (
          await db
            .selectFrom('users')
            .select('document_proven_by')
            .where('id', '=', holder.user_id)
            .executeTakeFirstOrThrow()
        ).document_proven_by
      const set = (identity_hash: Uint8Array) =>
        db.updateTable('users').set({ identity_hash }).where('id', '=', holder.user_id).execute()
      const { identity_hash } = await db
        .selectFrom('users')
        .select('identity_hash')
        .where('id', '=', holder.user_id)
        .executeTakeFirstOrThrow()
      await set(identity_hash!)
      expect(await proven()).toBe('document')
      await set(Buffer.alloc(32, 9))
      expect(await proven()).toBe(null)
    })
  })

  describe('times', () => {
    it('[DOC-04] books beside what another booked under it, and the desk asks the other for the card', async () => {
      const office = await reservationOffice(database, { one_per: 'office' })
      const line = await office.reserveLine({ slots: 9 })
      const blocks = await office.blocks(line, MONDAY)
      const clerk = await clerkAt(office)
      const document = newDocument()
      await booked(await book(line, blockAt(blocks, TEN), await person(document)))
      const holder = await provenPerson(document)
      // A quarter of an hour later, so that it is known which of the two stands first at the desk.
      await booked(await book(line, blockAt(blocks, TEN + 1), holder))
      expect(await repeatedBooked(clerk)).toEqual([true, false])
      expect(await refused(await book(line, blockAt(blocks, TEN + 4), holder))).toMatchObject({
        status: 409,
        code: '1002',
      })
    })
  })

  describe('an office that asks for it', () => {
    const askFor = async (table: 'offices' | 'lines', id: number) =>
      database.db.updateTable(table).set({ proven_document: true }).where('id', '=', id).execute()

    it('[DOC-04] says so beforehand, of all its lines or of one, a hidden one too', async () => {
      const office = await reservationOffice(database)
      const [asking, other] = [await office.line(), await office.line()]
      const saidOf = async (path: string) => (await server.ask('v1', path)).json()
      const said = async () => {
        const { lines } = parse(officeState, await saidOf(`/state/${office.slug}`))
        return [asking, other].map(id => lines.find(line => line.id === id)?.proven_only)
      }
      expect(await said()).toEqual([false, false])
      await askFor('lines', asking)
      expect(await said()).toEqual([true, false])
      await askFor('offices', office.office_id)
      expect(await said()).toEqual([true, true])
      await database.db.updateTable('lines').set({ type: 'hidden' }).where('id', '=', other).execute()
      const { slug } = await database.db
        .selectFrom('lines')
        .select('slug')
        .where('id', '=', other)
        .executeTakeFirstOrThrow()
      expect(await saidOf(`/state/${office.slug}/lines/${slug}`)).toMatchObject({ proven_only: true })
    })

    it('[DOC-04] gives numbers and times to nobody else, in all its lines or in one', async () => {
      const office = await reservationOffice(database)
      const plan = { slots: 9 }
      const [asking, other] = [await office.reserveLine(plan), await office.reserveLine(plan)]
      const block = async (line: number) => blockAt(await office.blocks(line, MONDAY), TEN)
      const [holder, stranger] = [await provenPerson(newDocument()), await person(newDocument())]
      const no = { status: 403, code: 'document-not-proven' }
      await askFor('lines', asking)
      expect(await refused(await take(office, asking, stranger))).toMatchObject(no)
      expect(await refused(await take(office, asking, stranger, { declared: true }))).toMatchObject(no)
      expect(await refused(await book(asking, await block(asking), stranger))).toMatchObject(no)
      await taken(await take(office, other, stranger))
      await askFor('offices', office.office_id)
      const third = await person(newDocument())
      expect(await refused(await take(office, other, third))).toMatchObject(no)
      expect(await refused(await book(other, await block(other), third))).toMatchObject(no)
      await taken(await take(office, asking, holder))
      await booked(await book(asking, await block(asking), holder))
    })
  })
})
