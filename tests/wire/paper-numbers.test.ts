import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { KNOCKS_KEPT_MS, PAPER_ENTRIES_MAX } from '#contract/limits.ts'
import type { PaperNumber } from '#contract/rest/desk.ts'
import type { Session } from '#contract/rest/login.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { callTicket } from '#server/queue/call/call-ticket.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { givenPaper, paperNumber } from '#server/queue/hold/paper-number.ts'
import { followPaper } from '#server/queue/take/follow-paper.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { startSession } from '#server/identity/start-session.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { replay } from '#tests/support/replayed-office.ts'
import { startTestServer } from '#tests/support/server.ts'

eachDatabase('numbers on paper', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function opened() {
    const office = await queueOffice(database)
    const line_id = await office.line()
    const give = (request_id?: string) =>
      issuePaperNumber(office.context, {
        office_id: office.office_id,
        line_id,
        ...(request_id !== undefined && { request_id }),
      })
    const secretOf = (tuid: string) => office.context.protect.paperSecret(tuid)
    const follow = (tuid: string, user_id: string) =>
      followPaper(office.context, { secret: secretOf(tuid), user_id })
    return { ...office, line_id, give, secretOf, follow }
  }

  it('[DESK-01] stands in the one order with the numbers of phones', async () => {
    const office = await opened()
    await office.fill(office.line_id, 1)
    const { ticket } = await office.give()
    await office.fill(office.line_id, 1)
    expect(ticket).toBe('A002')
    expect(await office.waiting(office.line_id)).toEqual([1, 2, 3])
  })

  it('[DESK-01] is one number, however often and at once a press arrives', async () => {
    const office = await opened()
    const request_id = randomUUID()
    const at_once = await Promise.all([1, 2, 3, 4].map(() => office.give(request_id)))
    const later = await office.give(request_id)
    expect(new Set([...at_once, later].map(({ tuid }) => tuid)).size).toBe(1)
    expect(await office.waiting(office.line_id)).toEqual([1])
    // Another press is another number, and another office's press is no repeat of this one.
    await office.give(randomUUID())
    const elsewhere = await opened()
    await elsewhere.give(request_id)
    expect(await office.waiting(office.line_id)).toEqual([1, 2])
    expect(await elsewhere.waiting(elsewhere.line_id)).toEqual([1])
  })

  it('[DESK-01] a line of type kiosk gives numbers here; a frozen one and one of another office do not', async () => {
    const office = await opened()
    const { context, office_id } = office
    const kiosk = await office.line({ type: 'kiosk', prefix: 'K' })
    expect(await issuePaperNumber(context, { office_id, line_id: kiosk })).toMatchObject({ ticket: 'K001' })
    await database.db.updateTable('lines').set({ frozen: true }).where('id', '=', kiosk).execute()
    const request_id = randomUUID()
    const frozen = issuePaperNumber(context, { office_id, line_id: kiosk, request_id })
    await expect(frozen).rejects.toMatchObject({ code: 'line-frozen' })
    const elsewhere = await opened()
    const stranger = issuePaperNumber(context, { office_id, line_id: elsewhere.line_id, request_id })
    await expect(stranger).rejects.toMatchObject({ code: 'line-no-exist' })
  })

  it('[KIOSK-02] the first phone to read it follows it and is pushed the call; a second one is refused', async () => {
    const office = await opened()
    await office.fill(office.line_id, 2)
    const { tuid } = await office.give()
    const [first = '', second = ''] = await office.users(2)
    const ticket = await office.follow(tuid, first)
    expect(ticket).toMatchObject({ tuid, ticket: 'A003', ahead: 2, user_id: first, state: 'waiting' })
    // Read once more by the same phone: a reload, or an answer that was lost.
    expect((await office.follow(tuid, first)).tuid).toBe(tuid)
    await expect(office.follow(tuid, second)).rejects.toMatchObject({ code: 'paper-followed', status: 409 })
    const desk = await office.clerk()
    for (let called = 0; called < 3; called += 1) await office.call(desk)
    expect((await office.jobs(tuid)).map(job => job.kind)).toContain('push-call')
    const told = office.told.filter(fact => fact.ticket_id === tuid).map(fact => [fact.name, fact.user_id])
    expect(told).toEqual([
      ['ticket:created', null],
      ['ticket:followed', first],
      ['call:created', first],
    ])
    expect(replay(office.told).states.get(tuid)).toBe('called')
  })

  it('[KIOSK-02] of many phones at once one gets it, whichever that is', async () => {
    const office = await opened()
    const { tuid } = await office.give()
    const phones = await office.users(8)
    const outcomes = await Promise.allSettled(phones.map(phone => office.follow(tuid, phone)))
    const refused = outcomes.filter(outcome => outcome.status === 'rejected')
    expect(refused).toHaveLength(7)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'paper-followed' })
    expect(office.told.filter(fact => fact.name === 'ticket:followed')).toHaveLength(1)
  })

  it('[KIOSK-02] what one person may hold holds here too, and nothing of it is lost', async () => {
    const office = await opened()
    const [phone = ''] = await office.users(1)
    await office.take(office.line_id, phone)
    const { tuid } = await office.give()
    await expect(office.follow(tuid, phone)).rejects.toMatchObject({ code: 'already-has-ticket' })
    // Five in other lines fill the hands.
    for (let nth = 0; nth < 4; nth += 1) await office.take(await office.line(), phone)
    const other = await office.line()
    const { tuid: sixth } = await issuePaperNumber(office.context, {
      office_id: office.office_id,
      line_id: other,
    })
    await expect(office.follow(sixth, phone)).rejects.toMatchObject({ code: 'too-many-numbers' })
    const [free = ''] = await office.users(1)
    expect((await office.follow(sixth, free)).state).toBe('waiting')
    expect((await office.follow(tuid, free)).state).toBe('waiting')
  })

  it('[KIOSK-02] no other paper than one that was printed here, and none whose number is over', async () => {
    const office = await opened()
    const [phone = ''] = await office.users(1)
    const { tuid } = await office.give()
    const asked = (secret: string) => followPaper(office.context, { secret, user_id: phone })
    const elsewhere = createProtection(new Uint8Array(SECRET_BYTES).fill(8))
    const forged = [elsewhere.paperSecret(tuid), 'A'.repeat(43), office.secretOf(randomUUID())]
    for (const secret of forged) await expect(asked(secret)).rejects.toMatchObject({ code: 'paper-invalid' })
    await database.db.updateTable('tickets').set({ state: 'expired' }).where('id', '=', tuid).execute()
    await expect(office.follow(tuid, phone)).rejects.toMatchObject({ code: 'paper-invalid' })
    expect((await office.ticket(tuid)).user_id).toBeNull()
  })

  it('[DESK-01] prints again as long as no phone follows it, and for its own office alone', async () => {
    const office = await opened()
    const { office_id, context } = office
    await office.fill(office.line_id, 2)
    const { tuid } = await office.give()
    const paper = await paperNumber(context, { office_id, tuid })
    expect(paper).toMatchObject({ ticket: 'A003', ahead: 2, secret: office.secretOf(tuid) })
    const elsewhere = await opened()
    const asked = paperNumber(context, { office_id: elsewhere.office_id, tuid })
    await expect(asked).rejects.toMatchObject({ code: 'not-found' })
    const [phone = ''] = await office.users(1)
    await office.follow(tuid, phone)
    await expect(paperNumber(context, { office_id, tuid })).rejects.toMatchObject({ code: 'not-found' })
    // Whoever gave it may have heard no answer: they ask which it is, and their own office answers.
    expect(await givenPaper(context, { office_id, tuid })).toEqual(paper)
    const strange = givenPaper(context, { office_id: elsewhere.office_id, tuid })
    await expect(strange).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('numbers on paper, by HTTP', () => {
  it('[DESK-01] [DESK-14] a press that is repeated once its number was called, and attended, is told the same number', async () => {
    const server = await startTestServer({ clock: new MovingClock(NOON) })
    try {
      const office = await queueOffice(server.database)
      const line_id = await office.line()
      const desk = await office.clerk()
      const { office_id, clerk_id } = desk
      const { token } = await startSession(office.context, server.database.db, { clerk_id })
      const body = { line_id, request_id: randomUUID() }
      const press = async () => {
        const answer = await server.ask('desk', `/offices/${office_id}/tickets`, { token, body })
        return { status: answer.status, said: (await answer.json()) as PaperNumber }
      }
      await office.fill(line_id, 1)
      const first = await press()
      expect(first).toMatchObject({ status: 201, said: { ticket: 'A002', ahead: 1, wait: {} } })
      const over = { status: 201, said: { ...first.said, ahead: 0, wait: null } }
      // Out of turn: whoever came before it waits on.
      await callTicket(office.context, { ...desk, tuid: first.said.tuid, reason: 'con bastón' })
      expect(await press()).toEqual(over)
      await markAttended(office.context, desk)
      expect(await press()).toEqual(over)
      expect(await office.waiting(line_id)).toEqual([1])
      // Printed again it is not.
      const path = `/offices/${office_id}/tickets/${first.said.tuid}/paper`
      expect((await server.ask('desk', path, { token })).status).toBe(404)
    } finally {
      await server.close()
    }
  })

  it('[DESK-01] [KIOSK-02] from the clerk’s press to the phone: no name, no account, one phone', async () => {
    const server = await startTestServer({ clock: new MovingClock(NOON) })
    try {
      const office = await queueOffice(server.database)
      const line_id = await office.line()
      const { clerk_id } = await office.clerk()
      const { token } = await startSession(office.context, server.database.db, { clerk_id })
      const ask = async (path: string, body: object, authorization?: string) => {
        const response = await fetch(server.origin + path, {
          method: 'POST',
          headers: {
            origin: server.origin,
            'content-type': 'application/json',
            ...(authorization !== undefined && { authorization: `Bearer ${authorization}` }),
          },
          body: JSON.stringify(body),
        })
        return { status: response.status, said: await response.json() }
      }
      const wish = { line_id, request_id: randomUUID() }
      const path = `/services/desk/offices/${office.office_id}/tickets`
      const given = await ask(path, wish, token)
      expect(given.status).toBe(201)
      expect((await ask(path, wish, token)).said).toEqual(given.said)
      const { secret, tuid } = given.said as PaperNumber

      const entered = await ask('/services/login/paper', { secret })
      const session = entered.said as Session
      expect(session).toMatchObject({ name: null, email: null, phone: null, meta: { temporal: true } })
      const followed = await ask('/services/turns/papers', { secret }, session.token)
      expect(followed.said as Ticket).toMatchObject({ tuid, user_id: session.user_id, ahead: 0 })
      // The paper lets in nobody else from now on.
      expect(await ask('/services/login/paper', { secret })).toMatchObject({
        status: 409,
        said: { code: 'paper-followed' },
      })
    } finally {
      await server.close()
    }
  })

  it('[SEC-03] lets in few without a proof of work: who scans it again or in another browser, and no crowd', async () => {
    const clock = new MovingClock(NOON)
    const server = await startTestServer({ clock })
    try {
      const office = await queueOffice(server.database)
      const line_id = await office.line()
      const given = async () => {
        const { tuid } = await issuePaperNumber(office.context, { office_id: office.office_id, line_id })
        return office.context.protect.paperSecret(tuid)
      }
      const enter = async (secret: string) => {
        const answer = await server.ask('login', '/paper', { body: { secret } })
        return { status: answer.status, said: (await answer.json()) as Session & { code?: string } }
      }
      const [paper, other] = [await given(), await given()]
      const scans = await Promise.all(Array.from({ length: 4 * PAPER_ENTRIES_MAX }, () => enter(paper)))
      const entered = scans.filter(({ status }) => status === 200)
      expect(entered).toHaveLength(PAPER_ENTRIES_MAX)
      const refused = scans.find(({ status }) => status !== 200)
      expect(refused).toMatchObject({ status: 429, said: { code: 'too-many-requests' } })
      const users = server.database.db.selectFrom('users').select('id')
      expect(await users.execute()).toHaveLength(PAPER_ENTRIES_MAX)
      // Whoever stands beside has a paper of their own, and the first of this one's is its phone as before.
      expect((await enter(other)).status).toBe(200)
      const [first] = entered
      const follow = { body: { secret: paper }, token: first?.said.token ?? '' }
      expect((await server.ask('turns', '/papers', follow)).status).toBe(200)
      expect(await enter(paper)).toMatchObject({ status: 409, said: { code: 'paper-followed' } })
      // Nobody is shut out for good whose answers were lost all the time.
      for (let nth = 1; nth < PAPER_ENTRIES_MAX; nth += 1) expect((await enter(other)).status).toBe(200)
      expect((await enter(other)).status).toBe(429)
      clock.advance(KNOCKS_KEPT_MS)
      expect((await enter(other)).status).toBe(200)
    } finally {
      await server.close()
    }
  })

  it('[DESK-01] [OFF-07] no clerk gives one of a line that is attended by video: nobody would hear its call', async () => {
    const server = await startTestServer({ clock: new MovingClock(NOON) })
    try {
      const office = await queueOffice(server.database)
      const line_id = await office.line()
      const virtual = await office.line({ virtual: true, prefix: 'V' })
      const { clerk_id } = await office.clerk()
      const { token } = await startSession(office.context, server.database.db, { clerk_id })
      const give = (body: { line_id: number; request_id: string }) =>
        server.ask('desk', `/offices/${office.office_id}/tickets`, { token, body })
      const refused = await give({ line_id: virtual, request_id: randomUUID() })
      expect(refused.status).toBe(404)
      expect(await refused.json()).toMatchObject({ code: 'line-no-exist' })
      expect(await office.waiting(virtual)).toEqual([])
      // The demonstration plays the people of such a line, and no clerk.
      await issuePaperNumber(office.context, { office_id: office.office_id, line_id: virtual })
      expect(await office.waiting(virtual)).toEqual([1])

      // What was given while the line was another stays that number, however often it is asked for.
      const before = { line_id, request_id: randomUUID() }
      const given = (await (await give(before)).json()) as PaperNumber
      await server.database.db.updateTable('lines').set({ virtual: true }).where('id', '=', line_id).execute()
      expect(await (await give(before)).json()).toMatchObject({ tuid: given.tuid, ticket: 'A001' })
      expect((await give({ line_id, request_id: randomUUID() })).status).toBe(404)
      expect(await office.waiting(line_id)).toEqual([1])
      const at = { office_id: office.office_id, clerk_id }
      expect(
        (await deskState(server.queue, at)).lines.map(line => [
          line.line_id,
          line.virtual,
          line.takes_tickets,
        ]),
      ).toEqual([
        [line_id, true, true],
        [virtual, true, true],
      ])
    } finally {
      await server.close()
    }
  })
})
