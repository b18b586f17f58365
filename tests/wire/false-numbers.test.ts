import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { KNOCKS_KEPT_MS, NUMBERS_HELD_MAX, NUMBERS_TO_DOUBLE } from '#contract/limits.ts'
import { problem } from '#contract/problem.ts'
import { captchaChallenge } from '#contract/rest/captcha.ts'
import { ticket } from '#contract/rest/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { discardSpent } from '#server/identity/discard-spent.ts'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'

eachDatabase('false numbers', open => {
  let server: TestServer
  let database: Database
  beforeAll(async () => {
    database = await open({ poolSize: 10 })
    server = await startTestServer({ database, clock: new MovingClock(NOON) })
  })
  afterAll(() => server.close())
  // Each test finds an address of which nothing is known.
  beforeEach(async () => {
    await database.db.deleteFrom('ticket_addresses').execute()
    await database.db.deleteFrom('knocks').execute()
  })

  const person = () => server.signInTemporary({ dni: randomUUID().slice(0, 8) })
  const take = (office: { office_id: number }, line_id: number, who: SignedIn) =>
    server.ask('v1', `/offices/${office.office_id}/tickets/new`, {
      token: who.token,
      body: { line_id, request_id: randomUUID() },
    })
  const codeOf = async (response: Response) =>
    response.ok ? response.status : v.parse(problem, await response.json()).code
  const linesOf = async (office: Awaited<ReturnType<typeof queueOffice>>, count: number) => {
    const lines: number[] = []
    for (let made = 0; made < count; made++) lines.push(await office.line())
    return lines
  }
  const hardness = async () => {
    const response = await server.ask('login', '/captcha')
    return v.parse(captchaChallenge, await response.json()).parameters.cost
  }

  it('[SEC-03] a person holds five waiting numbers over all lines and offices; giving one up frees a hand', async () => {
    const [office, other] = [await queueOffice(database), await queueOffice(database)]
    const who = await person()
    const lines = await linesOf(office, NUMBERS_HELD_MAX - 1)
    for (const line of lines) expect((await take(office, line, who)).status).toBe(201)
    const last = v.parse(ticket, await (await take(other, await other.line(), who)).json())
    const more = await office.line()
    expect(await codeOf(await take(office, more, who))).toBe('too-many-numbers')
    await server.ask('turns', `/tickets/${last.tuid}/give-up`, { method: 'POST', token: who.token })
    expect((await take(office, more, who)).status).toBe(201)
  })

  it('[SEC-03] also where many offices are asked at once: by constraint', async () => {
    const who = await person()
    const offices = await Promise.all(Array.from({ length: 8 }, () => queueOffice(database)))
    const lines = await Promise.all(offices.map(office => office.line()))
    const answers = await Promise.all(
      offices.map(async (office, index) => codeOf(await take(office, lines[index] ?? 0, who))),
    )
    expect(answers.filter(answer => answer === 201)).toHaveLength(NUMBERS_HELD_MAX)
    expect(answers.filter(answer => answer === 'too-many-numbers')).toHaveLength(3)
    // Whoever writes past the code is held by it too.
    const held = await database.db
      .selectFrom('tickets')
      .select(['id', 'hand'])
      .where(
        'office_id',
        'in',
        offices.map(({ office_id }) => office_id),
      )
      .execute()
    const [one, two] = held
    const sameHand = database.db
      .updateTable('tickets')
      .set({ hand: two?.hand ?? null })
      .where('id', '=', one?.id ?? '')
    await expect(sameHand.execute()).rejects.toThrow('tickets_in_hand')
  })

  it('[SEC-03] of one address as many wait as it may: more where the office calls it its own, less by each false one', async () => {
    const office = await queueOffice(database)
    await office.nameNetworks([{ address: '127.0.0.0/8', numbers: 3 }])
    const line = await office.line()
    const people = [await person(), await person(), await person(), await person()] as const
    const taken: string[] = []
    for (const who of people.slice(0, 3)) {
      taken.push(v.parse(ticket, await (await take(office, line, who)).json()).tuid)
    }
    expect(await codeOf(await take(office, line, people[3]))).toBe('address-ticket-limit-reached')
    // Removed as false it counts on for the hour.
    await removeTicket(office.context, { office_id: office.office_id, tuid: taken[0] ?? '' })
    expect(await codeOf(await take(office, line, people[3]))).toBe('address-ticket-limit-reached')
    await office.nameNetworks([])
    expect((await take(office, line, people[3])).status).toBe(201)
    const rows = [
      await database.db.selectFrom('ticket_addresses').selectAll().execute(),
      await database.db.selectFrom('knocks').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain('127.0.0')
    // What waits no more is forgotten with the next hour, and what was counted as well.
    for (const tuid of taken.slice(1))
      await removeTicket(office.context, { office_id: office.office_id, tuid })
    const later = new MovingClock(new Date(server.clock.now().getTime() + KNOCKS_KEPT_MS))
    await discardSpent({ database, clock: later })
    expect(await database.db.selectFrom('ticket_addresses').selectAll().execute()).toHaveLength(1)
    expect(await database.db.selectFrom('knocks').selectAll().execute()).toEqual([])
  })

  it('[SEC-03] the proof of work doubles with each ten numbers of an address, and with each false one; not without end', async () => {
    const office = await queueOffice(database)
    const [line] = await linesOf(office, 1)
    const easy = await hardness()
    const tuids: string[] = []
    for (let count = 0; count < NUMBERS_TO_DOUBLE; count++) {
      expect(await hardness()).toBe(easy)
      const response = await take(office, line ?? 0, await person())
      tuids.push(v.parse(ticket, await response.json()).tuid)
    }
    expect(await hardness()).toBe(2 * easy)
    // It is still solved and verified.
    await person()
    for (const [index, tuid] of tuids.entries()) {
      await removeTicket(office.context, { office_id: office.office_id, tuid })
      expect(await hardness()).toBe(Math.min(8, 2 ** (index + 2)) * easy)
    }
    server.clock.advance(KNOCKS_KEPT_MS)
    expect(await hardness()).toBe(easy)
  })
})
