import { SocketError } from '#src/socket/office-socket.ts'
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CHANNEL_JOIN_TIMEOUT_MS } from '#contract/limits.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { recordFact } from '#src/flows/watch/record-fact.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { loadTickets } from '#src/flows/tickets/load-tickets.ts'
import { recordCall } from '#src/flows/tickets/record-call.ts'
import { takeTicket, type TicketOutcome } from '#src/flows/tickets/take-ticket.ts'
import { fillDisk, noSpace } from '../db/failing-disk.ts'
import { ticketOf } from '../db/receipts.ts'
import { MODULO } from './office-at-work.ts'
import { nextRut } from './next-rut.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { phones } from './phones.ts'
import { memorySettings } from '../platform/fakes.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'

// As the specification has them, and not as the code does.
const REPLY_MS = 8_000
const IN_ALL_MS = 14_000
const RECONNECT_MS = 5_000
const SLOW_JOIN_MS = 10_000
const LONG_POLL_AFTER_MS = 4_000
const LOOK_MS = 3_000
const ACTIVE = 'GET /api/v1/tickets'
const here = phones()

afterEach(freeTime)

const tuidOf = (outcome: TicketOutcome) =>
  outcome.status === 'taken' ? outcome.tuid : expect.fail(outcome.status)
const asks = () => here.door.said('ticket:new')

/** The number is made, and no word of it comes. */
function loseAnswer(): void {
  here.door.faults.set('ticket:new', 'lost')
  here.door.silent.add('ticket:created')
}

/** Lets the 8 s of the push, and what is left of the 14 s, be over without waiting for them. */
async function letTimeRunOut(pass: (ms: number) => Promise<void>) {
  await soon(() => asks().length).toBeGreaterThan(0)
  if (here.door.faults.get('ticket:new') === 'lost') await soon(() => here.door.lost).toEqual(['ticket:new'])
  await pass(REPLY_MS)
  await pass(IN_ALL_MS - REPLY_MS)
}

/** Their number was made, its answer lost, and nobody could be asked about it. */
async function withUnknown() {
  const phone = await here.signedIn()
  loseAnswer()
  here.door.faults.set('GET /api/v1/tickets', 'down')
  const pass = ruleTime(phone.time)
  const taking = takeTicket(phone.context, here.wish)
  await letTimeRunOut(pass)
  await taking
  freeTime()
  return phone
}

describe('taking a ticket', () => {
  it('[TKT-01] joins the office, asks by ticket:new, and keeps what ticket:created brings', async () => {
    const { context, stores, session, time } = await here.signedIn()
    stores.ui.getState().readAddress('?utm_source=poster')
    const steps: unknown[] = []
    stores.newTicket.subscribe(({ tickets }) => void steps.push(tickets[here.office.line.id]?.step))
    const outcome = await takeTicket(context, { ...here.wish, meta: { rut: '12345678-5' } })
    const ticket = await here.office.ticketAs(session, tuidOf(outcome))
    expect(here.door.joins).toHaveLength(1)
    expect(asks()).toEqual([
      {
        line_id: here.office.line.id,
        user_id: session.user_id,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        meta: { rut: '12345678-5', params: { utm_source: 'poster' } },
      },
    ])
    expect(await context.db.tickets.all()).toMatchObject([{ ...ticket, timeStamp: time.now() }])
    expect(context.socket.stateOf(here.office.slug)).toBe('joined')
    // Whether ticket:created or the reply comes first is the network's business.
    const told = steps.filter(step => step !== 'confirming')
    expect([...new Set(told)]).toEqual(['checking', 'joining', 'asking', null])
  })

  it('[TKT-02] is ongoing, then finished; for a temporary user it ends without being finished', async () => {
    const { context, stores, kinds } = await here.signedIn({ temporal: false })
    const states: unknown[] = []
    stores.newTicket.subscribe(({ tickets: { [here.office.line.id]: ticket } }) => {
      states.push([ticket?.isOngoing, ticket?.didFinish])
    })
    await takeTicket(context, here.wish)
    expect(states[0]).toEqual([true, false])
    expect(states.at(-1)).toEqual([false, true])
    expect(kinds()).toEqual([])

    const other = await here.signedIn()
    await takeTicket(other.context, here.wish)
    expect(other.stores.newTicket.getState().tickets[here.office.line.id]).toMatchObject({
      isOngoing: false,
      didFinish: false,
      failure: null,
    })
    expect(other.stores.newTicket.getState().tickets[here.office.line.id]?.tuid).toEqual(expect.any(String))
    expect(other.kinds()).toEqual(['isTemporary'])
  })

  it('[TKT-02] fails with its code, and can be restarted', async () => {
    const { context, session, stores, notices } = await here.signedIn()
    const message = 'no more tickets for this identity at this office today'
    const { line, slug: officeSlug, takeFor, newLine } = await here.openOffice({ rut_ticket_limit: 1 })
    const meta = { rut: nextRut() }
    await takeFor(session, await newLine(), meta)
    expect(await takeTicket(context, { officeSlug, line, meta })).toMatchObject({
      status: 'failed',
      code: 'office-ticket-limit-reached',
      message,
    })
    expect(stores.newTicket.getState().tickets[line.id]).toMatchObject({
      isOngoing: false,
      didFinish: false,
      failure: { code: 'office-ticket-limit-reached' },
    })
    expect(notices()).toMatchObject([
      { kind: 'new-alert-error', code: 'office-ticket-limit-reached', message },
    ])
    stores.newTicket.getState().restart(line.id)
    expect(stores.newTicket.getState().tickets[line.id]).toMatchObject({
      isOngoing: false,
      didFinish: false,
      failure: null,
    })
  })

  it('[OFFL-05] on a full device the number stands, is shown, and is stored as soon as there is room', async () => {
    const { context, stores, database, kinds, time } = await here.signedIn()
    const makeRoom = fillDisk(noSpace)
    onTestFinished(makeRoom)
    const outcome = await takeTicket(context, here.wish)
    expect(outcome).toMatchObject({ status: 'taken' })
    expect(stores.newTicket.getState().tickets[here.office.line.id]?.failure).toBeNull()
    expect(kinds()).toEqual(['isTemporary'])
    expect(stores.ui.getState().storageProblem).toBe('full')
    expect(await context.db.tickets.all()).toHaveLength(1)
    // A call that comes meanwhile is shown once.
    const [ticket] = await context.db.tickets.all()
    const call = {
      tuid: ticket?.tuid as string,
      ticket: 'A001',
      line_id: here.office.line.id,
      line_name: null,
      office_name: null,
      office_slug: here.office.slug,
      modulo: MODULO,
      at: time.iso(),
      seq: 90,
    }
    expect([await recordCall(context, call), await recordCall(context, call)]).toEqual([true, false])
    makeRoom()
    time.pass(20_000)
    await soon(() => stores.ui.getState().storageProblem).toBeNull()
    const later = here.device({ database })
    expect(await later.context.db.tickets.all()).toMatchObject([{ state: 'called', modulo: MODULO }])
  })

  it('asks for one number however often it is pressed', async () => {
    const { context } = await here.signedIn()
    const first = takeTicket(context, here.wish)
    expect(await takeTicket(context, here.wish)).toEqual({ status: 'under-way' })
    expect(await first).toMatchObject({ status: 'taken' })
    expect(asks()).toHaveLength(1)
  })

  it('[TKT-03] asks for two of two lines at once', async () => {
    const { context } = await here.signedIn()
    const taken = await Promise.all([
      takeTicket(context, here.wish),
      takeTicket(context, { ...here.wish, line: { ...here.wish.line, id: await here.office.newLine() } }),
    ])
    expect(taken).toMatchObject([{ status: 'taken' }, { status: 'taken' }])
    expect(asks()).toHaveLength(2)
  })

  it('asks nobody where the device knows better: a guest, a second one in the line, no network', async () => {
    const guest = here.device()
    expect(await takeTicket(guest.context, here.wish)).toMatchObject({ code: 'user-is-guest' })
    expect(guest.kinds()).toEqual(['needRegistry'])

    const { context, stores, fakes, kinds } = await here.signedIn()
    fakes.connectivity.plug(false)
    expect(await takeTicket(context, here.wish)).toMatchObject({ code: 'offline' })
    fakes.connectivity.plug(true)
    expect(here.door.joins).toEqual([])

    await takeTicket(context, here.wish)
    expect(await takeTicket(context, here.wish)).toMatchObject({ code: 'already-has-ticket' })
    expect(stores.newTicket.getState().tickets[here.office.line.id]?.failure?.code).toBe('already-has-ticket')
    expect(kinds()).toContain('new-alert')
    expect(asks()).toHaveLength(1)
  })

  it('[TEMP-02] takes a number where somebody who was here before holds one of the line', async () => {
    const { context, time } = await here.signedIn()
    const kept = ticketOf({ line_id: here.office.line.id, inserted_at: time.iso() })
    await context.db.tickets.keep(kept, time.now())
    expect(await takeTicket(context, here.wish)).toMatchObject({ status: 'taken' })
    expect(await context.db.tickets.get(kept.tuid)).not.toBeNull()
  })

  it('[CHAN-02] fails with a notice when the office cannot be joined, and asks for nothing', async () => {
    const { context, notices } = await here.signedIn()
    expect(await takeTicket(context, { ...here.wish, officeSlug: 'nowhere' })).toMatchObject({
      status: 'failed',
      code: 'channel-join-failed',
    })
    expect(notices()[0]).toMatchObject({ kind: 'alert', code: 'channel-join-failed', officeSlug: 'nowhere' })
    expect(asks()).toEqual([])
  })

  it('[CHAN-02] [AUTH-09] by who was signed out elsewhere ends after 12 s and says so, though the socket only shuts', async () => {
    const { context, stores, session, time } = await here.signedIn()
    await here.office.db
      .updateTable('sessions')
      .set({ revoked_at: here.server.clock.now() })
      .where('user_id', '=', session.user_id)
      .execute()
    const taking = takeTicket(context, here.wish)
    await soon(() => stores.newTicket.getState().tickets[here.office.line.id]?.step).toBe('joining')
    await ruleTime(time)(CHANNEL_JOIN_TIMEOUT_MS)
    expect(await taking).toMatchObject({ status: 'failed', code: 'session-expired' })
    await soon(() => stores.session.getState().user).toBeNull()
    expect(asks()).toEqual([])
  })

  it('[CHAN-04] that is refused leaves the channel that it joined, unless something else needs it', async () => {
    const { context, session } = await here.signedIn()
    const { line, slug: officeSlug, takeFor, newLine } = await here.openOffice({ rut_ticket_limit: 1 })
    const meta = { rut: nextRut() }
    const other = await newLine()
    await takeFor(session, other, meta)
    const wish = { officeSlug, line, meta }
    const screen = context.socket.hold(officeSlug)
    expect(await takeTicket(context, wish)).toMatchObject({ code: 'office-ticket-limit-reached' })
    expect(context.socket.stateOf(officeSlug)).toBe('joined')
    screen.release()
    await soon(() => context.socket.stateOf(officeSlug)).toBeNull()
    expect(await takeTicket(context, wish)).toMatchObject({ code: 'office-ticket-limit-reached' })
    expect(context.socket.stateOf(officeSlug)).toBeNull()
    expect(await takeTicket(context, { ...wish, line: { ...line, id: other } })).toMatchObject({
      code: 'already-has-ticket',
    })
    expect(context.socket.stateOf(officeSlug)).toBe('joined')
  })

  it('[TKT-12] refused for what the line asks since the form was read, has the form read again', async () => {
    const { context, queryClient } = await here.signedIn()
    const office = await queueOffice(here.server.database)
    const question = {
      id: 'patente',
      fieldType: 'text' as const,
      question: 'Patente',
      required: true,
      limit: null,
      validCharacter: null,
      validMessage: null,
      active: true,
    }
    const line = { ...here.office.line, id: await office.line({ ticket_form: [question] }) }
    const key = queryKeys.ticketForm(office.office_id, line.id)
    queryClient.setQueryData(key, { questions: [] })
    expect(await takeTicket(context, { officeSlug: office.slug, line })).toMatchObject({
      code: 'form-invalid',
    })
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
  })

  it("gives the server's refusal of a second ticket, and keeps the first so that one can be led to it", async () => {
    const { context, session } = await here.signedIn()
    const held = await here.office.takeFor(session)
    expect(await takeTicket(context, here.wish)).toMatchObject({
      code: 'already-has-ticket',
      message: 'this person already has ticket in this line',
    })
    expect(await context.db.tickets.get(held.tuid)).toMatchObject({ ticket: held.ticket })
  })
})

describe('a request that has no answer in time', () => {
  it('[TKT-11] worked after all: the ticket is found before anything is said', async () => {
    const { context, time, kinds, stores } = await here.signedIn()
    const steps: unknown[] = []
    stores.newTicket.subscribe(({ tickets }) => void steps.push(tickets[here.office.line.id]?.step))
    loseAnswer()
    const pass = ruleTime(time)
    const taking = takeTicket(context, here.wish)
    await letTimeRunOut(pass)
    const [ticket] = await here.office.tickets()
    expect(await taking).toEqual({ status: 'taken', tuid: ticket?.id })
    expect([...new Set(steps)]).toEqual(['checking', 'joining', 'asking', 'confirming', null])
    expect(await context.db.tickets.get(ticket?.id ?? '')).toMatchObject({ ticket: 'A001' })
    expect(kinds()).toEqual(['isTemporary'])
  })

  it('[TKT-01] did not work: it is a time-out, after 14 s', async () => {
    const { context, time, stores } = await here.signedIn()
    here.door.faults.set('ticket:new', 'unheard')
    const pass = ruleTime(time)
    const taking = takeTicket(context, here.wish)
    await letTimeRunOut(pass)
    expect(await taking).toMatchObject({ status: 'failed', code: 'ticket-new' })
    expect(stores.newTicket.getState().tickets[here.office.line.id]?.failure?.code).toBe('ticket-new')
    expect(await here.office.tickets()).toEqual([])
  })

  it('[TKT-01] is over after 14 s in all, also where the office was slow to join', async () => {
    const { context, time } = await here.signedIn()
    const pass = ruleTime(time)
    const letIn = here.door.sockets.holdJoins()
    here.door.faults.set('ticket:new', 'unheard')
    const over = vi.fn<(outcome: unknown) => void>()
    const taking = takeTicket(context, here.wish).then(over)
    await soon(() => here.door.joins.length).toBe(1)
    // Before the WebSocket has passed its health check, time that goes by would drive it to long poll.
    await soon(() => time.isDueIn(LONG_POLL_AFTER_MS)).toBe(false)
    await pass(SLOW_JOIN_MS)
    letIn()
    await soon(() => asks().length).toBe(1)
    await pass(IN_ALL_MS - SLOW_JOIN_MS - 1_000)
    expect(over).not.toHaveBeenCalled()
    await pass(1_000)
    await soon(() => over.mock.calls.length).toBe(1)
    await taking
    expect(over).toHaveBeenCalledWith(expect.objectContaining({ code: 'ticket-new' }))
  })

  it('[TKT-01] [NOTE-03] was answered, and the ticket did not come: that is a time-out of another name', async () => {
    const { context, stores, time } = await here.signedIn()
    here.door.silent.add('ticket:created')
    const pass = ruleTime(time)
    const taking = takeTicket(context, here.wish)
    await soon(() => stores.newTicket.getState().tickets[here.office.line.id]?.step).toBe('confirming')
    // Where it stood it stands no more, and nobody finds it: the office took it out of the line.
    const [ticket] = await here.office.tickets()
    await here.office.remove(ticket?.id ?? '')
    await letTimeRunOut(pass)
    expect(await taking).toMatchObject({ status: 'failed', code: 'timeout' })
  })

  it('[TKT-11] and nobody to ask: it is unknown, and repeated with the same request it gives the first ticket', async () => {
    const { context, time, stores } = await here.signedIn()
    loseAnswer()
    here.door.faults.set('GET /api/v1/tickets', 'down')
    const pass = ruleTime(time)
    const taking = takeTicket(context, here.wish)
    await letTimeRunOut(pass)
    const outcome = await taking
    expect(outcome.status).toBe('unknown')
    expect(stores.newTicket.getState().tickets[here.office.line.id]).toMatchObject({
      isOngoing: false,
      failure: { code: 'unknown' },
    })
    freeTime()
    here.door.mend()
    const requestId = outcome.status === 'unknown' ? outcome.requestId : ''
    const [first] = await here.office.tickets()
    expect(await takeTicket(context, { ...here.wish, requestId })).toEqual({
      status: 'taken',
      tuid: first?.id,
    })
    expect(await here.office.tickets()).toHaveLength(1)
    expect(new Set(asks().map(({ request_id }) => request_id))).toEqual(new Set([requestId]))
  })

  it('[TKT-11] stays unknown after a press that could ask nobody, though it is called by then', async () => {
    const { context, fakes, stores } = await withUnknown()
    here.door.mend()
    /** As the screen presses. */
    const again = () => {
      const { failure, wish } = stores.newTicket.getState().tickets[here.office.line.id] ?? {}
      const repeats = failure?.code === 'unknown' && wish && { requestId: wish.requestId }
      return takeTicket(context, { ...here.wish, ...repeats })
    }
    fakes.connectivity.cable = false
    expect((await again()).status).toBe('unknown')
    fakes.connectivity.cable = true
    // And after one that a busy server turned away.
    const asks = vi
      .spyOn(context.socket, 'askForTicket')
      .mockRejectedValueOnce(new SocketError('unavailable'))
    expect((await again()).status).toBe('unknown')
    asks.mockRestore()
    await here.office.callNext()
    const [first] = await here.office.tickets()
    expect(await again()).toEqual({ status: 'taken', tuid: first?.id })
    expect(await here.office.tickets()).toHaveLength(1)
  })

  it('[TKT-11] which arrives after all once nobody waits for it comes to light by itself, also on a page that was loaded anew', async () => {
    const tab = memorySettings()
    const { context, session, stores, time } = await here.signedIn({ tab })
    here.door.faults.set('ticket:new', 'unheard')
    const pass = ruleTime(time)
    const taking = takeTicket(context, here.wish)
    await letTimeRunOut(pass)
    expect(await taking).toMatchObject({ status: 'failed', code: 'ticket-new' })
    const [asked] = asks()
    const reloaded = here.device({ tab })
    expect(reloaded.stores.newTicket.getState().unknown()).toMatchObject([{ requestId: asked?.request_id }])
    expect(await startSession(reloaded.context)).toBe('signed-in')
    const pages = [context, reloaded.context]
    const joins = pages.map(({ socket }) => vi.spyOn(socket, 'hold'))
    const { tuid } = await here.office.takeFor(session)
    await pass(LOOK_MS)
    const states = () =>
      [stores, reloaded.stores].map(({ newTicket }) => newTicket.getState().tickets[here.office.line.id])
    await soon(states).toMatchObject([
      { tuid, failure: null },
      { tuid, failure: null },
    ])
    for (const { db } of pages) expect(await db.tickets.get(tuid)).toMatchObject({ state: 'waiting' })
    expect(stores.newTicket.getState().unknown()).toEqual([])
    // The last thing that a look does.
    for (const hold of joins) await soon(() => hold.mock.calls).toContainEqual([here.office.slug])
  })

  it('[TKT-11] and whose repeat a busy server turns away stays unknown, and comes to light as soon as one may look', async () => {
    const { context, stores, time } = await withUnknown()
    const requestId = stores.newTicket.getState().unknown()[0]?.requestId ?? ''
    const pass = ruleTime(time)
    vi.spyOn(context.socket, 'askForTicket').mockRejectedValueOnce(new SocketError('too-many-requests'))
    here.door.mend()
    const patience = (response: ServerResponse) => void response.writeHead(429, { 'retry-after': '5' }).end()
    here.door.answers.set(ACTIVE, patience)
    expect(await takeTicket(context, { ...here.wish, requestId })).toEqual({ status: 'unknown', requestId })
    await pass(LOOK_MS)
    await soon(() => here.door.asked(ACTIVE).length).toBeGreaterThan(1)
    await soon(() => (time.nextAt ?? Infinity) - time.now()).toBeLessThanOrEqual(2 * LOOK_MS)
    here.door.mend()
    const [given] = await here.office.tickets()
    const joins = vi.spyOn(context.socket, 'hold')
    // Twice as long as the first time.
    await pass(2 * LOOK_MS)
    const state = () => stores.newTicket.getState().tickets[here.office.line.id]
    await soon(state).toMatchObject({ tuid: given?.id, failure: null })
    // The last thing that a look does.
    await soon(() => joins.mock.calls).toContainEqual([here.office.slug])
    expect(await here.office.tickets()).toHaveLength(1)
  })

  it.each(['when it is called', 'when it is told'])(
    '[TKT-11] of which nobody could be asked comes to light %s',
    async when => {
      const { context, session, time, stores } = await withUnknown()
      const state = () => stores.newTicket.getState().tickets[here.office.line.id]
      expect(state()?.failure?.code).toBe('unknown')
      here.atTheEnd(keepWatch(context))
      const [given] = await here.office.tickets()
      if (when === 'when it is told') {
        const owned = await here.office.ticketAs(session, given?.id ?? '')
        const payload = { ...owned, waiting: 1, at: time.iso(), owned }
        await recordFact(context, here.office.slug, { event: 'ticket:created', payload }, () => {})
      } else await here.office.callNext()
      await soon(state).toMatchObject({ tuid: given?.id, failure: null })
    },
  )

  it('[TKT-11] because the page was loaded anew in the middle: it knows that it asked, and what was given comes to light', async () => {
    const tab = memorySettings()
    const { context, session } = await here.signedIn({ tab })
    loseAnswer()
    void takeTicket(context, { ...here.wish, preferential: true })
    await soon(() => here.door.lost).toEqual(['ticket:new'])
    const reloaded = here.device({ tab })
    reloaded.context.session.signedIn(session)
    const state = () => reloaded.stores.newTicket.getState().tickets[here.office.line.id]
    expect(state()).toMatchObject({
      isOngoing: false,
      failure: { code: 'unknown' },
      wish: { declared: false, preferential: true },
    })
    const [given] = await here.office.tickets()
    await loadTickets(reloaded.context)
    expect(state()).toMatchObject({ tuid: given?.id, failure: null })
    expect(here.device({ tab }).stores.newTicket.getState().tickets).toEqual({})
  })

  it('[TKT-11] [CHAN-07] because the connection was lost: the ticket comes with the rejoin', async () => {
    const { context, time } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    here.door.faults.set('ticket:new', 'dropped')
    const pass = ruleTime(time)
    const socketStates: string[] = []
    here.atTheEnd(
      context.socket.subscribe(news => {
        if (news.kind === 'socket') socketStates.push(news.state)
      }),
    )
    const taking = takeTicket(context, here.wish)
    await soon(() => here.door.lost).toEqual(['ticket:new'])
    await soon(() => socketStates.at(-1)).toMatch(/closed|connecting/)
    // The client comes back after a moment of its own choosing.
    await pass(RECONNECT_MS)
    await soon(() => here.door.joins.length).toBe(2)
    // The push itself still waits for its reply.
    await pass(REPLY_MS)
    const [ticket] = await here.office.tickets()
    expect(await taking).toEqual({ status: 'taken', tuid: ticket?.id })
    expect(here.door.requests.filter(({ path }) => path === '/api/v1/tickets')).toEqual([])
  })
})
