import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DOCUMENT_CLASHES_MAX, KNOCKS_KEPT_MS } from '#contract/limits.ts'
import { deskState } from '#contract/rest/desk.ts'
import { handoverCode, session } from '#contract/rest/login.ts'
import { reservation } from '#contract/rest/reservations.ts'
import { ticket } from '#contract/rest/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { discardKnocks } from '#server/knocks/count-knock.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import {
  ANSWERS,
  blockAt,
  type ReservationOffice,
  reservationOffice,
} from '#tests/support/reservation-office.ts'
import { type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'
import { documentRig, MONDAY, TEN } from './document-rig.ts'

eachDatabase('a document that nobody proved', open => {
  let server: TestServer
  let database: Database
  beforeAll(async () => {
    database = await open({ poolSize: 10 })
    server = await startTestServer({ database, clock: new MovingClock(NOON) })
  })
  afterAll(() => server.close())
  // Each test is an hour of its own: what one counted is no matter of the next.
  beforeEach(() => discardKnocks(database.db, new Date(server.clock.now().getTime() + 2 * KNOCKS_KEPT_MS)))

  const { book, booked, clerkAt, newDocument, person, refused, take, taken } = documentRig(() => server)

  describe('numbers', () => {
    it('[DOC-01] is refused in §8’s words, and taken all the same by who declares that it is theirs: once', async () => {
      const office = await reservationOffice(database)
      const line = await office.line()
      const document = newDocument()
      const [stranger, holder, third] = [
        await person(document),
        await person(document),
        await person(document),
      ]
      const first = await taken(await take(office, line, stranger))
      expect(await refused(await take(office, line, holder))).toEqual({
        status: 409,
        code: 'already-has-ticket',
        declarable: true,
      })
      const request_id = randomUUID()
      const second = await taken(await take(office, line, holder, { declared: true, request_id }))
      expect(second.number).toBe((first.number ?? 0) + 1)
      // Nothing in it says that somebody else holds one: who declares is answered alike in both cases.
      const alone = await taken(await take(office, line, await person(newDocument()), { declared: true }))
      const shape = (each: object) => Object.keys(each).sort()
      expect(shape(second)).toEqual(shape(alone))
      expect((await office.ticket(second.tuid)).disputed).toBe(true)
      expect((await office.ticket(alone.tuid)).disputed).toBe(false)
      // The same press again gives the same number.
      const again = await take(office, line, holder, { declared: true, request_id })
      expect([again.status, ((await again.json()) as { tuid: string }).tuid]).toEqual([200, second.tuid])
      // One of one's own is one too many, and it is no clash.
      expect(await refused(await take(office, line, holder, { declared: true }))).toEqual({
        status: 409,
        code: 'already-has-ticket',
        declarable: undefined,
      })
      expect(await refused(await take(office, line, third, { declared: true }))).toEqual({
        status: 409,
        code: 'already-has-ticket',
        declarable: false,
      })
    })

    it('[DOC-01] holds by constraint, and what was declared bars nobody’s way', async () => {
      const office = await reservationOffice(database)
      const line = await office.line()
      const document = newDocument()
      const [stranger, holder, third] = [
        await person(document),
        await person(document),
        await person(document),
      ]
      const first = await taken(await take(office, line, stranger))
      const declared = await Promise.all(
        [holder, third].map(async who => (await take(office, line, who, { declared: true })).status),
      )
      expect(declared.sort((one, other) => one - other)).toEqual([201, 409])
      const disputed = await database.db
        .selectFrom('tickets')
        .selectAll()
        .where('line_id', '=', line)
        .where('disputed', '=', true)
        .executeTakeFirstOrThrow()
      await expect(
        database.db
          .insertInto('tickets')
          .values({
            ...disputed,
            id: randomUUID(),
            number: 99,
            user_id: null,
            request_id: null,
            hand: null,
            message: null,
          })
          .execute(),
      ).rejects.toThrow('tickets_disputed_once')
      await server.ask('turns', `/tickets/${first.tuid}/give-up`, { method: 'POST', token: stranger.token })
      expect((await take(office, line, await person(document))).status).toBe(201)
    })

    it('[DOC-01] passes the limits for each rut that others used up, once for each line and day; not one’s own', async () => {
      const office = await reservationOffice(database, { rut_ticket_limit: 1 })
      const [line, other] = [await office.line(), await office.line({ rut_ticket_limit: 1 })]
      const document = newDocument()
      const [stranger, holder] = [await person(document), await person(document)]
      await taken(await take(office, line, stranger))
      expect(await refused(await take(office, other, holder))).toEqual({
        status: 409,
        code: 'office-ticket-limit-reached',
        declarable: true,
      })
      await taken(await take(office, other, holder, { declared: true }))
      expect(await refused(await take(office, line, holder, { declared: true }))).toEqual({
        status: 409,
        code: 'office-ticket-limit-reached',
        declarable: undefined,
      })
      server.clock.advance(24 * 3_600_000)
      const tomorrow = await take(office, other, await person(document))
      expect(tomorrow.status).toBe(201)
    })

    it('[DOC-01] the desk sees the mark on both, waiting and called, and removes the wrong one', async () => {
      const office = await reservationOffice(database)
      const line = await office.line()
      const desk = await clerkAt(office)
      const document = newDocument()
      const [stranger, holder] = [await person(document), await person(document)]
      const wrong = await taken(await take(office, line, stranger))
      expect((await desk.waiting(line)).map(each => each.document_repeated)).toEqual([false])
      const right = await taken(await take(office, line, holder, { declared: true }))
      await taken(await take(office, line, await person(newDocument())))
      expect((await desk.waiting(line)).map(each => each.document_repeated)).toEqual([true, true, false])
      const called = await desk.call()
      expect(called.current).toMatchObject({ tuid: wrong.tuid, document_repeated: true })

      const removed = v.parse(deskState, await (await desk.remove(wrong.tuid)).json())
      expect(removed.current).toBeNull()
      const mine = await server.ask('v1', `/user/v2/tickets/${wrong.tuid}`, { token: stranger.token })
      expect(v.parse(ticket, await mine.json()).state).toBe('removed')
      expect((await desk.waiting(line)).map(each => each.document_repeated)).toEqual([false, false])
      expect((await desk.remove(wrong.tuid)).status).toBe(200)
      const facts = (await office.facts()).filter(fact => fact.kind === 'ticket:left')
      expect(facts).toMatchObject([
        { ticket_id: wrong.tuid, user_id: stranger.user_id, detail: { why: 'removed' } },
      ])

      // A waiting one as well; one that is over, and another office's, not.
      expect((await desk.remove(right.tuid)).status).toBe(200)
      expect((await desk.waiting(line)).map(each => each.tuid)).not.toContain(right.tuid)
      const last = (await desk.call()).current
      await desk.ask('/attended', 'POST')
      expect(await refused(await desk.remove(last?.tuid ?? ''))).toMatchObject({ code: 'ticket-not-waiting' })
      const elsewhere = await reservationOffice(database)
      const theirs = await taken(await take(elsewhere, await elsewhere.line(), await person(newDocument())))
      expect((await desk.remove(theirs.tuid)).status).toBe(404)
    })
  })

  describe('times', () => {
    it('[DOC-02] a stranger with the document is told nothing of when its holder is booked, or where they wait', async () => {
      const [office, elsewhere] = [await reservationOffice(database), await reservationOffice(database)]
      const [line, away] = [await office.reserveLine({ slots: 9 }), await elsewhere.reserveLine({ slots: 9 })]
      const document = newDocument()
      const [holder, stranger] = [await person(document), await person(document)]
      const block = blockAt(await office.blocks(line, MONDAY), TEN)
      const there = await booked(await book(line, block, holder))
      await taken(await take(office, line, holder))
      // The same block of the same line, the same time elsewhere, and a move onto it: as for anybody.
      await booked(await book(line, block, stranger))
      const other = await person(document)
      const blocksAway = await elsewhere.blocks(away, MONDAY)
      const moved = await booked(await book(away, blockAt(blocksAway, TEN + 8), other))
      const patch = await server.ask('reservations', `/${moved.id}`, {
        method: 'PATCH',
        token: other.token,
        body: { block: blockAt(blocksAway, TEN) },
      })
      expect(patch.status).toBe(200)
      await taken(await take(elsewhere, away, other))
      for (const path of ['/user/tickets', '/user/reserves', '/tickets?status=history']) {
        const list = await (await server.ask('v1', path, { token: stranger.token })).text()
        expect(list).not.toContain(there.id)
        expect(list).not.toContain(holder.user_id)
      }
      // The user's own times are still compared.
      expect(await refused(await book(away, blockAt(blocksAway, TEN), holder))).toMatchObject({
        code: 'user-have',
      })
    })

    it.each([
      ['line', '1005'],
      ['office', '1002'],
      ['organization', '4010'],
    ] as const)('[DOC-01] one per %s counts the document; who declares books once', async (one_per, code) => {
      const organization_id = 1_000 + Math.floor(Math.random() * 1e9)
      const office = await reservationOffice(database, { one_per, organization_id })
      const line = await office.reserveLine({ slots: 9 })
      const desk = await clerkAt(office)
      const document = newDocument()
      const [stranger, holder, third] = [
        await person(document),
        await person(document),
        await person(document),
      ]
      const blocks = await office.blocks(line, MONDAY)
      const wrong = await booked(await book(line, blockAt(blocks, TEN), stranger))
      expect(await refused(await book(line, blockAt(blocks, TEN + 1), holder))).toEqual({
        status: 409,
        code,
        declarable: true,
      })
      const right = await booked(await book(line, blockAt(blocks, TEN + 1), holder, { declared: true }))
      expect(await refused(await book(line, blockAt(blocks, TEN + 2), holder, { declared: true }))).toEqual({
        status: 409,
        code,
        declarable: undefined,
      })
      expect(await refused(await book(line, blockAt(blocks, TEN + 2), third, { declared: true }))).toEqual({
        status: 409,
        code,
        declarable: false,
      })
      expect(await desk.reservations()).toMatchObject([
        { id: wrong.id, document_repeated: true },
        { id: right.id, document_repeated: true },
      ])
      expect((await desk.ask(`/reservations/${wrong.id}/remove`, 'POST')).status).toBe(204)
      expect(await desk.reservations()).toMatchObject([{ id: right.id, document_repeated: false }])
      const own = await server.ask('reservations', `/${wrong.id}`, { token: stranger.token })
      expect(v.parse(reservation, await own.json())).toMatchObject({ state: 'removed', deleted: true })
      // The declared one bars nobody, and the slot of the other is free again.
      await booked(await book(line, blockAt(blocks, TEN), third))
    })
  })

  describe('too many of them', () => {
    /** A line in which the document waits already. */
    async function clashIn(office: ReservationOffice, document: string) {
      const line = await office.line()
      await taken(await take(office, line, await person(document)))
      return line
    }

    it('[DOC-03] a person meets three clashes an hour, then 429 wherever they ask, also where there is none', async () => {
      const office = await reservationOffice(database)
      const document = newDocument()
      const curious = await person(document)
      const lines: number[] = []
      for (let times = 0; times <= DOCUMENT_CLASHES_MAX; times++) lines.push(await clashIn(office, document))
      for (const line of lines.slice(0, -1)) {
        expect(await refused(await take(office, line, curious))).toMatchObject({ status: 409 })
      }
      const free = await office.line()
      for (const line of [lines.at(-1) ?? 0, free]) {
        expect(await refused(await take(office, line, curious))).toMatchObject({
          status: 429,
          code: 'too-many-requests',
        })
      }
      // Whoever has just been refused is not shut out: what they declare is heard.
      await taken(await take(office, lines[0] ?? 0, curious, { declared: true }))
      server.clock.advance(KNOCKS_KEPT_MS)
      await taken(await take(office, free, curious))
      expect(await refused(await take(office, lines[1] ?? 0, curious))).toMatchObject({ status: 409 })
    })

    it('[DOC-03] an address meets as many, whoever asks from it; numbers without a clash are given still', async () => {
      const office = await reservationOffice(database)
      const document = newDocument()
      const line = await clashIn(office, document)
      for (let times = 0; times < DOCUMENT_CLASHES_MAX; times++) {
        expect(await refused(await take(office, line, await person(document)))).toMatchObject({ status: 409 })
      }
      expect(await refused(await take(office, line, await person(document)))).toMatchObject({ status: 429 })
      await taken(await take(office, line, await person(newDocument())))
      // Nothing says from where: a keyed hash, and after the hour nothing at all.
      const rows = await database.db.selectFrom('knocks').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
      await discardKnocks(database.db, new Date(server.clock.now().getTime() + KNOCKS_KEPT_MS))
      expect(await database.db.selectFrom('knocks').selectAll().execute()).toEqual([])
    })

    it('[DOC-03] clashes of times count with those of numbers, also on another server of the same database', async () => {
      const office = await reservationOffice(database, { one_per: 'line' })
      const document = newDocument()
      const line = await office.reserveLine({ slots: 9 })
      const blocks = await office.blocks(line, MONDAY)
      await booked(await book(line, blockAt(blocks, TEN), await person(document)))
      const curious = await person(document)
      const tryOne = (at: TestServer, block: number) =>
        at.ask('reservations', '', {
          token: curious.token,
          body: {
            line,
            block: blockAt(blocks, block),
            request_id: randomUUID(),
            meta: { answers: ANSWERS },
          },
        })
      const numbers = await clashIn(office, document)
      expect(await refused(await take(office, numbers, curious))).toMatchObject({ status: 409 })
      expect(await refused(await tryOne(server, TEN + 1))).toMatchObject({ status: 409, code: '1005' })
      const other = await startTestServer({ database, clock: server.clock })
      try {
        expect(await refused(await tryOne(other, TEN + 2))).toMatchObject({ status: 409, code: '1005' })
        expect(await refused(await tryOne(other, TEN + 3))).toMatchObject({ status: 429 })
      } finally {
        await other.close()
      }
      expect(await refused(await tryOne(server, TEN + 3))).toMatchObject({ status: 429 })
    })

    it('[DOC-01] [DOC-03] of an address that the office names as its own each person is counted by themselves, for numbers and for times', async () => {
      const office = await reservationOffice(database, { one_per: 'line' })
      await office.nameNetworks([{ address: '127.0.0.0/8', numbers: 200 }])
      const document = newDocument()
      const line = await office.reserveLine({ slots: 9 })
      const numbers = await clashIn(office, document)
      const blocks = await office.blocks(line, MONDAY)
      await booked(await book(line, blockAt(blocks, TEN), await person(document)))
      const bookOne = async (who: SignedIn, more = {}) => book(line, blockAt(blocks, TEN + 1), who, more)
      const refusal = { status: 409, code: '1005', declarable: true }
      const people = []
      for (let times = 0; times <= DOCUMENT_CLASHES_MAX; times++) {
        const who = await person(document)
        people.push(who)
        expect(await refused(await bookOne(who))).toEqual(refusal)
        expect(await refused(await take(office, numbers, who))).toMatchObject({ status: 409 })
      }
      // "No fui yo" is offered to each; and one of them meets no more of them than elsewhere.
      const [curious, right] = people as [SignedIn, SignedIn, ...SignedIn[]]
      expect(await refused(await bookOne(curious))).toEqual(refusal)
      expect(await refused(await bookOne(curious))).toMatchObject({ status: 429 })
      await booked(await bookOne(right, { declared: true }))
      // Of an address that nobody named a person’s clashes are the address’s as well.
      await office.nameNetworks([])
      for (let times = 0; times < DOCUMENT_CLASHES_MAX; times++)
        expect(await refused(await bookOne(await person(document)))).toMatchObject({ code: '1005' })
      expect(await refused(await bookOne(await person(document)))).toMatchObject({ status: 429 })
    })

    it('[DOC-03] a person meets as many, by however many browsers they ask, also where the office names the address', async () => {
      const office = await reservationOffice(database, { one_per: 'line' })
      await office.nameNetworks([{ address: '127.0.0.0/8', numbers: 200 }])
      const document = newDocument()
      const line = await office.reserveLine({ slots: 9 })
      const blocks = await office.blocks(line, MONDAY)
      await booked(await book(line, blockAt(blocks, TEN), await person(document)))
      const numbers = await clashIn(office, document)
      const curious = await person(document)
      /** The same person in one browser more, by a code. */
      async function elsewhere(): Promise<SignedIn> {
        const made = await server.ask('login', '/handover', { method: 'POST', token: curious.token })
        const { code } = v.parse(handoverCode, await made.json())
        const redeemed = await server.ask('login', '/handover/redeem', { body: { code } })
        return { ...curious, token: v.parse(session, await redeemed.json()).token }
      }
      for (let times = 0; times < DOCUMENT_CLASHES_MAX; times++)
        expect(await refused(await take(office, numbers, await elsewhere()))).toMatchObject({ status: 409 })
      const onceMore = await elsewhere()
      for (const wanted of [numbers, await office.line()])
        expect(await refused(await take(office, wanted, onceMore))).toMatchObject({ status: 429 })
      for (const wanted of [line, await office.reserveLine()]) {
        const block = blockAt(await office.blocks(wanted, MONDAY), TEN + 1)
        expect(await refused(await book(wanted, block, onceMore))).toMatchObject({ status: 429 })
      }
      // Nobody else there is shut out by it.
      expect(await refused(await take(office, numbers, await person(document)))).toMatchObject({
        status: 409,
      })
    })

    it('[DOC-03] the document is changed twice, and never while a number or a time is held under it', async () => {
      const office = await reservationOffice(database)
      const line = await office.reserveLine()
      const who = await person(newDocument())
      const change = async (dni: string) => {
        const { name, email, phone } = who.session
        const body = { name, email, phone, dni }
        const response = await server.ask('login', '/temporary', { method: 'PUT', token: who.token, body })
        return response.status === 200 ? 200 : (await refused(response)).code
      }
      const held = await taken(await take(office, line, who))
      expect(await change(newDocument())).toBe('document-in-use')
      await server.ask('turns', `/tickets/${held.tuid}/give-up`, { method: 'POST', token: who.token })
      const time = await booked(await book(line, blockAt(await office.blocks(line, MONDAY), TEN), who))
      expect(await change(newDocument())).toBe('document-in-use')
      await server.ask('reservations', `/${time.id}`, { method: 'DELETE', token: who.token })
      const second = newDocument()
      expect(await change(second)).toBe(200)
      // Another spelling is no other document, and name and phone are changed as often as one likes.
      for (const spelling of [second, second.toLowerCase(), second.replaceAll('-', '')]) {
        expect(await change(spelling)).toBe(200)
      }
      expect(await change(newDocument())).toBe(200)
      expect(await change(newDocument())).toBe('document-changes-used')
    })

    it('[DOC-03] nor by repeating the login', async () => {
      const sessionId = randomUUID()
      const attempt = (dni: string) => server.signInTemporary({ dni, sessionId })
      for (let times = 0; times < 3; times++) await attempt(newDocument())
      await expect(attempt(newDocument())).rejects.toThrow('document-changes-used')
    })
  })
})
