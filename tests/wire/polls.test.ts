import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { NOTIFICATION_ENQUEUE_DELAY_MS, POLL_DESCRIPTION_MAX, POLL_OPEN_MS } from '#contract/limits.ts'
import type { Poll } from '#contract/rest/polls.ts'
import { TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import { forgetTemporaryPeople } from '#server/identity/forget-temporary-people.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { reservation, reservationNow } from '#tests/support/queue-reservations.ts'
import { type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'

const MINUTE_MS = 60_000

eachDatabase('polls', open => {
  let server: TestServer
  let office: QueueOffice
  let line: number
  beforeAll(async () => {
    server = await startTestServer({ database: await open() })
  })
  beforeEach(async () => {
    office = await queueOffice(server.database)
    office.clock.at = server.clock.now()
    line = await office.line()
  })
  afterAll(() => server.close())

  const advance = (ms: number) => {
    server.clock.advance(ms)
    office.clock.at = server.clock.now()
  }

  let people = 0
  const person = () => {
    people += 1
    return server.signInTemporary({ dni: `POLL-${office.office_id}-${people}` })
  }

  const ask = (who: Pick<SignedIn, 'token'>) => server.ask('v1', '/user/polls', { token: who.token })
  const polls = async (who: SignedIn) => (await (await ask(who)).json()) as Poll[]
  const turnsAsked = async (who: SignedIn) => (await polls(who)).map(({ ticket_id }) => ticket_id)

  const answer = (who: { token?: string }, ticket_id: string, said: object = { rating: 4 }) =>
    server.ask('v1', '/user/polls', {
      method: 'POST',
      ...who,
      body: { poll: { description: '', ticket_id, office_id: office.office_id, ...said } },
    })
  const codeOf = async (response: Response) => {
    const { code } = (await response.json()) as { code?: string }
    return `${response.status} ${code ?? ''}`.trim()
  }
  const decline = (who: { token?: string }, ticket_id: string) =>
    server.ask('v1', `/user/polls/${ticket_id}`, { method: 'DELETE', ...who })

  /** Somebody whose number stood at a desk and was marked attended just now. */
  async function attended() {
    const who = await person()
    const { tuid } = await office.take(line, who.user_id)
    const clerk = await office.clerk()
    await office.call(clerk)
    await markAttended(office.context, clerk)
    return { who, tuid, clerk }
  }

  it('[POLL-01] of an office whose number is beyond any that there are is of none', async () => {
    const { who, tuid } = await attended()
    expect(await codeOf(await answer(who, tuid, { rating: 4, office_id: 2 ** 40 }))).toBe('404 not-found')
  })

  it('[POLL-02] [NOTE-02] an attention is there to be rated 120 s after it ended, and not before', async () => {
    const { who, tuid } = await attended()
    advance(NOTIFICATION_ENQUEUE_DELAY_MS - 1)
    expect(await polls(who)).toEqual([])
    advance(1)
    const { ended_at } = await office.ticket(tuid)
    expect(await polls(who)).toEqual([
      {
        ticket_id: tuid,
        office_id: office.office_id,
        office_name: `Sucursal ${office.slug}`,
        officeSlug: office.slug,
        category_id: 'notarias',
        line_id: line,
        line_name: expect.stringContaining('fila-'),
        ticket: 'A001',
        reserve: null,
        ended_at: ended_at?.toISOString(),
        time_zone: 'America/Santiago',
      },
    ])
    expect((await ask(who)).headers.get('cache-control')).toBe('no-store')
  })

  it('[POLL-02] is offered for a week, the newest first', async () => {
    const { who, tuid, clerk } = await attended()
    advance(POLL_OPEN_MS - MINUTE_MS)
    const { tuid: later } = await office.take(line, who.user_id)
    await office.call(clerk)
    await markAttended(office.context, clerk)
    advance(NOTIFICATION_ENQUEUE_DELAY_MS / 2 - 1)
    expect(await turnsAsked(who)).toEqual([tuid])
    advance(1)
    expect(await turnsAsked(who)).toEqual([])
    advance(NOTIFICATION_ENQUEUE_DELAY_MS / 2)
    expect(await turnsAsked(who)).toEqual([later])
  })

  it('[POLL-02] ends by the next call, too, and by a modulo that closes', async () => {
    const [first, second] = [await person(), await person()]
    const clerk = await office.clerk()
    const { tuid } = await office.take(line, first.user_id)
    const { tuid: next } = await office.take(line, second.user_id)
    await office.call(clerk)
    advance(MINUTE_MS)
    await office.call(clerk)
    advance(MINUTE_MS)
    await closeModulo(office.context, { ...clerk, here: office.here(clerk) })
    advance(MINUTE_MS)
    expect([await turnsAsked(first), await turnsAsked(second)]).toEqual([[tuid], []])
    advance(MINUTE_MS)
    expect(await turnsAsked(second)).toEqual([next])
  })

  it('[POLL-02] a reservation that was attended is asked about by its code', async () => {
    const who = await person()
    const clerk = await office.clerk()
    const { id, code } = await reservation(office, line, { user_id: who.user_id, inMinutes: -1 })
    await office.call(clerk)
    await markAttended(office.context, clerk)
    advance(NOTIFICATION_ENQUEUE_DELAY_MS)
    const { ticket } = await reservationNow(office, id)
    expect(await polls(who)).toMatchObject([{ ticket_id: ticket?.id, reserve: id, ticket: code }])
    expect((await answer(who, ticket?.id ?? '')).status).toBe(200)
    expect(await polls(who)).toEqual([])
  })

  it('[POLL-02] nobody is asked who was not attended: called still, absent, given up, removed', async () => {
    const who = await person()
    const lines = [line, await office.line(), await office.line(), await office.line()]
    const tuids: string[] = []
    for (const id of lines) tuids.push((await office.take(id, who.user_id)).tuid)
    const [called = '', absent = '', givenUp = '', removed = ''] = tuids
    await giveUp(office.context, { tuid: givenUp, user_id: who.user_id })
    await removeTicket(office.context, { ...(await office.clerk()), tuid: removed })
    const [one, two] = [await office.clerk(), await office.clerk()]
    await office.call(one, [line])
    await office.call(two, [lines[1] ?? 0])
    await markAbsent(office.context, two)
    advance(2 * NOTIFICATION_ENQUEUE_DELAY_MS)
    expect(await office.ticket(called)).toMatchObject({ state: 'called' })
    expect(await office.ticket(absent)).toMatchObject({ state: 'skipped' })
    expect(await polls(who)).toEqual([])
    for (const tuid of tuids) expect(await codeOf(await answer(who, tuid))).toBe('404 not-found')
    for (const tuid of tuids) expect(await codeOf(await decline(who, tuid))).toBe('404 not-found')
    expect(
      await server.database.db.selectFrom('polls').selectAll().where('ticket_id', 'in', tuids).execute(),
    ).toEqual([])
  })

  it('[POLL-01] keeps what was said, sealed, and asks no more', async () => {
    const { who, tuid } = await attended()
    advance(NOTIFICATION_ENQUEUE_DELAY_MS)
    const kept = await answer(who, tuid, { rating: 2, description: '  Ximena me atendió mal  ' })
    expect(kept.status).toBe(200)
    expect(await kept.json()).toEqual({
      rating: 2,
      description: 'Ximena me atendió mal',
      ticket_id: tuid,
      office_id: office.office_id,
      answered_at: server.clock.now().toISOString(),
    })
    expect(await polls(who)).toEqual([])
    const row = await server.database.db
      .selectFrom('polls')
      .selectAll()
      .where('ticket_id', '=', tuid)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ rating: 2, answered_at: server.clock.now(), declined_at: null })
    expect(Buffer.from(row.description ?? []).toString('latin1')).not.toContain('Ximena')
    expect(server.logged.join('\n')).not.toContain('atendió')
  })

  it('[POLL-01] may be answered as soon as the attention is over: nobody has to be asked first', async () => {
    const { who, tuid } = await attended()
    expect((await answer(who, tuid, { rating: 5 })).status).toBe(200)
    advance(NOTIFICATION_ENQUEUE_DELAY_MS)
    expect(await polls(who)).toEqual([])
  })

  it('[POLL-02] the first answer counts; the same once more is the same, another is refused', async () => {
    const { who, tuid } = await attended()
    const said = { rating: 4, description: 'Rápido' }
    const first = await (await answer(who, tuid, said)).json()
    advance(MINUTE_MS)
    const again = await answer(who, tuid, said)
    expect([again.status, await again.json()]).toEqual([200, first])
    for (const other of [{ rating: 4 }, { ...said, rating: 3 }, { rating: 4, description: 'Lento' }])
      expect(await codeOf(await answer(who, tuid, other))).toBe('409 poll-answered')
  })

  it('[POLL-02] of two devices that answer in one moment one is kept', async () => {
    const { who, tuid } = await attended()
    const ratings = [1, 2, 3, 4, 5, 5]
    const answers = await Promise.all(ratings.map(rating => answer(who, tuid, { rating })))
    const kept = await server.database.db
      .selectFrom('polls')
      .select('rating')
      .where('ticket_id', '=', tuid)
      .executeTakeFirstOrThrow()
    expect(answers.map(({ status }) => status)).toEqual(
      ratings.map(rating => (rating === kept.rating ? 200 : 409)),
    )
  })

  it('[POLL-02] who would rather not is asked no more, and may still', async () => {
    const { who, tuid } = await attended()
    advance(NOTIFICATION_ENQUEUE_DELAY_MS)
    expect((await decline(who, tuid)).status).toBe(204)
    expect((await decline(who, tuid)).status).toBe(204)
    expect(await polls(who)).toEqual([])
    expect((await answer(who, tuid, { rating: 5 })).status).toBe(200)
    // What was said stays said.
    expect((await decline(who, tuid)).status).toBe(204)
    expect(
      await server.database.db.selectFrom('polls').selectAll().where('ticket_id', '=', tuid).execute(),
    ).toMatchObject([{ rating: 5, declined_at: null }])
  })

  it('[POLL-01] [AUTH-10] guests cannot, nor a stranger who knows the number, nor at another office', async () => {
    const { who, tuid } = await attended()
    const stranger = await person()
    advance(NOTIFICATION_ENQUEUE_DELAY_MS)
    for (const response of [
      await server.ask('v1', '/user/polls'),
      await answer({}, tuid),
      await decline({}, tuid),
    ])
      expect(await codeOf(response)).toBe('401 unauthorized')
    expect(await polls(stranger)).toEqual([])
    expect(await codeOf(await answer(stranger, tuid))).toBe('404 not-found')
    expect(await codeOf(await decline(stranger, tuid))).toBe('404 not-found')
    const { office_id } = await queueOffice(server.database)
    expect(await codeOf(await answer(who, tuid, { rating: 1, office_id }))).toBe('404 not-found')
    expect(await turnsAsked(who)).toEqual([tuid])
  })

  it('[POLL-01] takes 1 to 5, and 500 letters at most', async () => {
    const { who, tuid } = await attended()
    const longest = 'ñ'.repeat(POLL_DESCRIPTION_MAX)
    const wrong: object[] = [
      ...[0, 6, 2.5, -1, '5', null].map(rating => ({ rating })),
      { rating: 5, description: `${longest}a` },
      { rating: 5, description: 7 },
    ]
    for (const said of wrong) expect(await codeOf(await answer(who, tuid, said))).toBe('400 bad-request')
    expect(await codeOf(await answer(who, 'no-ticket'))).toBe('400 bad-request')
    expect((await answer(who, tuid, { rating: 1, description: longest })).status).toBe(200)
    // What the verb lets through the table does not.
    const write = (row: object) =>
      server.database.db.updateTable('polls').set(row).where('ticket_id', '=', tuid).execute()
    for (const row of [{ rating: 6 }, { rating: null }, { answered_at: null }])
      await expect(write(row)).rejects.toThrow(/check constraint/)
  })

  it('[POLL-02] goes with the number to whoever holds it by now', async () => {
    const { who, tuid } = await attended()
    const account = await person()
    advance(NOTIFICATION_ENQUEUE_DELAY_MS)
    await server.database.db
      .updateTable('tickets')
      .set({ user_id: account.user_id })
      .where('id', '=', tuid)
      .execute()
    expect([await turnsAsked(who), await turnsAsked(account)]).toEqual([[], [tuid]])
  })

  it('what was written beside a rating is forgotten with the person; the rating stays', async () => {
    const { who, tuid } = await attended()
    await answer(who, tuid, { rating: 3, description: 'Soy Ximena' })
    advance(TEMPORARY_PERSON_KEPT_MS + 1)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBeGreaterThan(0)
    const row = () =>
      server.database.db.selectFrom('polls').selectAll().where('ticket_id', '=', tuid).executeTakeFirst()
    expect(await row()).toMatchObject({ rating: 3, description: null })
  })
})
