import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { loadTickets } from '#src/flows/tickets/load-tickets.ts'
import { recordCall } from '#src/flows/tickets/record-call.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { fillDisk, noSpace } from '../db/failing-disk.ts'
import { streets } from './streets.ts'
import { CENTRO, LINE } from './town.ts'
import { memorySettings } from '../platform/fakes.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'

const WISH = { officeSlug: CENTRO, line: LINE }
// As the specification has them, and not as the code does.
const REPLY_MS = 8_000
const IN_ALL_MS = 14_000
const RECONNECT_MS = 5_000
const SLOW_JOIN_MS = 10_000
const here = streets()

afterEach(freeTime)

/** Lets the 8 s of the push, and what is left of the 14 s, be over without waiting for them. */
async function letTimeRunOut(pass: (ms: number) => Promise<void>) {
  await soon(() => here.town.asks.length).toBeGreaterThan(0)
  await pass(REPLY_MS)
  await pass(IN_ALL_MS - REPLY_MS)
}

describe('taking a ticket', () => {
  it('[TKT-01] joins the office, asks by ticket:new, and keeps what ticket:created brings', async () => {
    const { context, stores, session, time } = await here.signedIn()
    stores.ui.getState().readAddress('?utm_source=poster')
    const steps: unknown[] = []
    stores.newTicket.subscribe(({ tickets }) => void steps.push(tickets[LINE.id]?.step))
    const outcome = await takeTicket(context, { ...WISH, meta: { rut: '12345678-5' } })
    expect(outcome).toMatchObject({ status: 'taken' })
    const [ticket] = here.town.tickets.values()
    expect(here.town.office.joins).toHaveLength(1)
    expect(here.town.asks).toEqual([
      {
        line_id: LINE.id,
        user_id: session.user_id,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        meta: { rut: '12345678-5', params: { utm_source: 'poster' } },
      },
    ])
    expect(await context.db.tickets.all()).toMatchObject([{ ...ticket, timeStamp: time.now() }])
    expect(context.socket.stateOf(CENTRO)).toBe('joined')
    // Whether ticket:created or the reply comes first is the network's business.
    const told = steps.filter(step => step !== 'confirming')
    expect([...new Set(told)]).toEqual(['checking', 'joining', 'asking', null])
  })

  it('[TKT-02] is ongoing, then finished; for a temporary user it ends without being finished', async () => {
    const { context, stores, kinds } = await here.signedIn({ temporal: false })
    const states: unknown[] = []
    stores.newTicket.subscribe(({ tickets: { [LINE.id]: ticket } }) => {
      states.push([ticket?.isOngoing, ticket?.didFinish])
    })
    await takeTicket(context, WISH)
    expect(states[0]).toEqual([true, false])
    expect(states.at(-1)).toEqual([false, true])
    expect(kinds()).toEqual([])

    const other = await here.signedIn()
    await takeTicket(other.context, WISH)
    expect(other.stores.newTicket.getState().tickets[LINE.id]).toMatchObject({
      isOngoing: false,
      didFinish: false,
      failure: null,
    })
    expect(other.stores.newTicket.getState().tickets[LINE.id]?.tuid).toEqual(expect.any(String))
    expect(other.kinds()).toEqual(['isTemporary'])
  })

  it('[TKT-02] fails with its code, and can be restarted', async () => {
    const { context, stores, notices } = await here.signedIn()
    here.town.office.onEvent = () => ({ error: { code: 'office-ticket-limit-reached', message: 'no more' } })
    expect(await takeTicket(context, WISH)).toMatchObject({
      status: 'failed',
      code: 'office-ticket-limit-reached',
      message: 'no more',
    })
    expect(stores.newTicket.getState().tickets[LINE.id]).toMatchObject({
      isOngoing: false,
      didFinish: false,
      failure: { code: 'office-ticket-limit-reached' },
    })
    expect(notices()).toMatchObject([
      { kind: 'new-alert-error', code: 'office-ticket-limit-reached', message: 'no more' },
    ])
    stores.newTicket.getState().restart(LINE.id)
    expect(stores.newTicket.getState().tickets[LINE.id]).toMatchObject({
      isOngoing: false,
      didFinish: false,
      failure: null,
    })
  })

  it('[OFFL-05] on a full device the number stands, is shown, and is stored as soon as there is room', async () => {
    const { context, stores, database, kinds, time } = await here.signedIn()
    const makeRoom = fillDisk(noSpace)
    onTestFinished(makeRoom)
    const outcome = await takeTicket(context, WISH)
    expect(outcome).toMatchObject({ status: 'taken' })
    expect(stores.newTicket.getState().tickets[LINE.id]?.failure).toBeNull()
    expect(kinds()).toEqual(['isTemporary'])
    expect(stores.ui.getState().storageProblem).toBe('full')
    expect(await context.db.tickets.all()).toHaveLength(1)
    // A call that comes meanwhile is shown once.
    const [ticket] = await context.db.tickets.all()
    const call = {
      tuid: ticket?.tuid as string,
      ticket: 'A001',
      line_id: LINE.id,
      line_name: null,
      office_name: null,
      office_slug: CENTRO,
      modulo: '3',
      at: time.iso(),
      seq: 90,
    }
    expect([await recordCall(context, call), await recordCall(context, call)]).toEqual([true, false])
    makeRoom()
    time.pass(20_000)
    await soon(() => stores.ui.getState().storageProblem).toBeNull()
    const later = here.device({ database })
    expect(await later.context.db.tickets.all()).toMatchObject([{ state: 'called', modulo: '3' }])
  })

  it('asks for one number however often it is pressed', async () => {
    const { context } = await here.signedIn()
    const first = takeTicket(context, WISH)
    expect(await takeTicket(context, WISH)).toEqual({ status: 'under-way' })
    expect(await first).toMatchObject({ status: 'taken' })
    expect(here.town.asks).toHaveLength(1)
  })

  it('[TKT-03] asks for two of two lines at once', async () => {
    const { context } = await here.signedIn()
    const taken = await Promise.all([
      takeTicket(context, WISH),
      takeTicket(context, { ...WISH, line: { ...LINE, id: LINE.id + 1 } }),
    ])
    expect(taken).toMatchObject([{ status: 'taken' }, { status: 'taken' }])
    expect(here.town.asks).toHaveLength(2)
  })

  it('asks nobody where the device knows better: a guest, a second one in the line, no network', async () => {
    const guest = here.device()
    expect(await takeTicket(guest.context, WISH)).toMatchObject({ code: 'user-is-guest' })
    expect(guest.kinds()).toEqual(['needRegistry'])

    const { context, stores, fakes, kinds } = await here.signedIn()
    fakes.connectivity.plug(false)
    expect(await takeTicket(context, WISH)).toMatchObject({ code: 'offline' })
    fakes.connectivity.plug(true)
    expect(here.town.office.joins).toEqual([])

    await takeTicket(context, WISH)
    expect(await takeTicket(context, WISH)).toMatchObject({ code: 'already-has-ticket' })
    expect(stores.newTicket.getState().tickets[LINE.id]?.failure?.code).toBe('already-has-ticket')
    expect(kinds()).toContain('new-alert')
    expect(here.town.asks).toHaveLength(1)
  })

  it('[CHAN-02] fails with a notice when the office cannot be joined, and asks for nothing', async () => {
    const { context, notices } = await here.signedIn()
    here.town.office.onJoin = () => ({ error: { reason: 'not-found' } })
    expect(await takeTicket(context, WISH)).toMatchObject({ status: 'failed', code: 'channel-join-failed' })
    expect(notices()[0]).toMatchObject({ kind: 'alert', code: 'channel-join-failed', officeSlug: CENTRO })
    expect(here.town.asks).toEqual([])
  })

  it("gives the server's refusal of a second ticket, and keeps the first so that one can be led to it", async () => {
    const { context, session } = await here.signedIn()
    const held = here.town.take(session, LINE.id)
    expect(await takeTicket(context, WISH)).toMatchObject({
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
    stores.newTicket.subscribe(({ tickets }) => void steps.push(tickets[LINE.id]?.step))
    here.town.faults.set('ticket:new', 'lost')
    const pass = ruleTime(time)
    const taking = takeTicket(context, WISH)
    await letTimeRunOut(pass)
    const [ticket] = here.town.tickets.values()
    expect(await taking).toEqual({ status: 'taken', tuid: ticket?.tuid })
    expect([...new Set(steps)]).toEqual(['checking', 'joining', 'asking', 'confirming', null])
    expect(await context.db.tickets.get(ticket?.tuid ?? '')).toMatchObject({ ticket: ticket?.ticket })
    expect(kinds()).toEqual(['isTemporary'])
  })

  it('[TKT-01] did not work: it is a time-out, after 14 s', async () => {
    const { context, time, stores } = await here.signedIn()
    here.town.faults.set('ticket:new', 'unheard')
    const pass = ruleTime(time)
    const taking = takeTicket(context, WISH)
    await letTimeRunOut(pass)
    expect(await taking).toMatchObject({ status: 'failed', code: 'ticket-new' })
    expect(stores.newTicket.getState().tickets[LINE.id]?.failure?.code).toBe('ticket-new')
    expect(here.town.tickets.size).toBe(0)
  })

  it('[TKT-01] is over after 14 s in all, also where the office was slow to join', async () => {
    const { context, time } = await here.signedIn()
    const pass = ruleTime(time)
    const { office } = here.town
    office.onJoin = () => new Promise(resolve => void setTimeout(resolve, SLOW_JOIN_MS, null))
    here.town.faults.set('ticket:new', 'unheard')
    const over = vi.fn<(outcome: unknown) => void>()
    const taking = takeTicket(context, WISH).then(over)
    await soon(() => office.joins.length).toBe(1)
    // Before the WebSocket has passed its health check, time that goes by would drive it to long poll.
    await soon(() => (time.nextAt ?? 0) - time.now()).toBeGreaterThanOrEqual(SLOW_JOIN_MS)
    await pass(SLOW_JOIN_MS)
    await soon(() => here.town.asks.length).toBe(1)
    await pass(IN_ALL_MS - SLOW_JOIN_MS - 1_000)
    expect(over).not.toHaveBeenCalled()
    await pass(1_000)
    await soon(() => over.mock.calls.length).toBe(1)
    await taking
    expect(over).toHaveBeenCalledWith(expect.objectContaining({ code: 'ticket-new' }))
  })

  it('[TKT-01] [NOTE-03] was answered, and the ticket did not come: that is a time-out of another name', async () => {
    const { context, time } = await here.signedIn()
    here.town.office.onEvent = (_event, payload) => {
      here.town.asks.push(payload as unknown as (typeof here.town.asks)[number])
      return { ok: { tuid: '99999999-0000-4000-8000-000000000001' } }
    }
    const pass = ruleTime(time)
    const taking = takeTicket(context, WISH)
    await letTimeRunOut(pass)
    expect(await taking).toMatchObject({ status: 'failed', code: 'timeout' })
  })

  it('[TKT-11] and nobody to ask: it is unknown, and repeated with the same request it gives the first ticket', async () => {
    const { context, time, stores } = await here.signedIn()
    here.town.faults.set('ticket:new', 'lost')
    here.town.faults.set('GET /api/v1/tickets', 'down')
    const pass = ruleTime(time)
    const taking = takeTicket(context, WISH)
    await letTimeRunOut(pass)
    const outcome = await taking
    expect(outcome.status).toBe('unknown')
    expect(stores.newTicket.getState().tickets[LINE.id]).toMatchObject({
      isOngoing: false,
      failure: { code: 'unknown' },
    })
    freeTime()
    here.town.faults.clear()
    const requestId = outcome.status === 'unknown' ? outcome.requestId : ''
    const [first] = here.town.tickets.values()
    expect(await takeTicket(context, { ...WISH, requestId })).toEqual({ status: 'taken', tuid: first?.tuid })
    expect(here.town.tickets.size).toBe(1)
    expect(new Set(here.town.asks.map(({ request_id }) => request_id))).toEqual(new Set([requestId]))
  })

  it('[TKT-11] because the page was loaded anew in the middle: it knows that it asked, and what was given comes to light', async () => {
    const tab = memorySettings()
    const { context, session } = await here.signedIn({ tab })
    here.town.faults.set('ticket:new', 'lost')
    void takeTicket(context, WISH)
    await soon(() => here.town.asks.length).toBe(1)
    const reloaded = here.device({ tab })
    reloaded.context.session.signedIn(session)
    const state = () => reloaded.stores.newTicket.getState().tickets[LINE.id]
    expect(state()).toMatchObject({ isOngoing: false, failure: { code: 'unknown' } })
    const [given] = here.town.tickets.values()
    await loadTickets(reloaded.context)
    expect(state()).toMatchObject({ tuid: given?.tuid, failure: null })
    expect(here.device({ tab }).stores.newTicket.getState().tickets).toEqual({})
  })

  it('[TKT-11] [CHAN-07] because the connection was lost: the ticket comes with the rejoin', async () => {
    const { context, stores, time } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const { office } = here.town
    const original = office.onEvent
    office.onEvent = (_event, _payload, token) => {
      // Made, and the connection goes before anybody can say so.
      const user = here.town.users.get(token)
      if (user) here.town.take(user, LINE.id, {}, false)
      office.onEvent = original
      office.endpoint.disconnect(token)
      const [ticket] = here.town.tickets.values()
      office.tell(
        CENTRO,
        'ticket:created',
        { line_id: LINE.id, ticket: 'A001', waiting: 1 },
        { token, payload: { line_id: LINE.id, ticket: 'A001', waiting: 1, owned: ticket } },
      )
      return undefined
    }
    const pass = ruleTime(time)
    const taking = takeTicket(context, WISH)
    await soon(() => here.town.tickets.size).toBe(1)
    await soon(() => stores.connection.getState().socket).not.toBe('open')
    // The client comes back after a moment of its own choosing.
    await pass(RECONNECT_MS)
    await soon(() => office.joins.length).toBe(2)
    // The push itself still waits for its reply.
    await pass(REPLY_MS)
    const [ticket] = here.town.tickets.values()
    expect(await taking).toEqual({ status: 'taken', tuid: ticket?.tuid })
    expect(here.town.requests.filter(({ path }) => path === '/api/v1/tickets')).toEqual([])
  })
})
