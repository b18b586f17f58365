import { afterEach, describe, expect, it } from 'vitest'
import {
  REQUEST_TIMEOUT_MS,
  RESERVATION_HIDDEN_AFTER_MS,
  TICKET_RECENCY_MS,
  WAIT_SERVICE_TIMEOUT_MS,
} from '#contract/limits.ts'
import { giveUp } from '#src/flows/tickets/give-up.ts'
import { isOfficeNeeded } from '#src/flows/office/is-office-needed.ts'
import { holdOffice } from '#src/flows/office/hold-office.ts'
import { letOthersPass } from '#src/flows/tickets/let-others-pass.ts'
import { loadTickets } from '#src/flows/tickets/load-tickets.ts'
import type { FlowContext } from '#src/flows/flow-context.ts'
import { refreshTicket } from '#src/flows/tickets/refresh-ticket.ts'
import { refreshWait } from '#src/flows/tickets/refresh-wait.ts'
import { sayOnMyWay } from '#src/flows/tickets/say-on-my-way.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { proxysOwn } from '#tests/support/door.ts'
import { MODULO } from './office-at-work.ts'
import { phones } from './phones.ts'
import { reservationOf } from '../db/reservation-of.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'

const here = phones()

afterEach(freeTime)

async function withTicket() {
  const phone = await here.signedIn()
  const outcome = await takeTicket(phone.context, here.wish)
  const tuid = outcome.status === 'taken' ? outcome.tuid : expect.fail(outcome.status)
  return { ...phone, tuid, kept: () => phone.context.db.tickets.get(tuid) }
}

describe('after tickets load', () => {
  it('[CHAN-05] the channel of each recent uncalled ticket is joined; of older or called ones it is not', async () => {
    const { context, session, time } = await here.signedIn()
    const { office } = here
    const [north, south, old] = [await here.openOffice(), await here.openOffice(), await here.openOffice()]
    for (const each of [office, north, south, old]) await each.takeFor(session)
    await south.callNext()
    await old.db
      .updateTable('tickets')
      .set({ inserted_at: new Date(time.now() - TICKET_RECENCY_MS - 1) })
      .where('office_id', '=', old.office_id)
      .execute()
    expect(await loadTickets(context)).toEqual({ status: 'done' })
    const joined = () => here.door.joins.map(({ officeSlug }) => officeSlug).sort()
    await soon(joined).toEqual([office.slug, north.slug].sort())
    // What is joined later is answered later: the others would have been joined before it.
    const last = await here.openOffice()
    await context.socket.hold(last.slug).joined
    expect(joined()).toEqual([office.slug, north.slug, last.slug].sort())
  })

  it('[CHAN-05] [DESK-07] so is that of one that stands aside, for as long as its office holds it', async () => {
    const { context, session, time } = await here.signedIn()
    const { office } = here
    const { tuid } = await office.takeFor(session)
    const longAgo = new Date(time.now() - TICKET_RECENCY_MS - 1)
    await office.db
      .updateTable('tickets')
      .set({ state: 'parked', inserted_at: longAgo, parked_at: new Date(time.now()) })
      .where('id', '=', tuid)
      .execute()
    await loadTickets(context)
    await soon(() => here.door.joins).toMatchObject([{ officeSlug: office.slug }])
    expect(await isOfficeNeeded(context, office.slug)).toBe(true)
    const { aside_until } = (await context.db.tickets.get(tuid)) ?? {}
    time.pass(Date.parse(aside_until ?? '') - time.now())
    expect(await isOfficeNeeded(context, office.slug)).toBe(false)
  })

  it('[CHAN-07] the join asks for what came after the answer', async () => {
    const { context, session } = await here.signedIn()
    await here.office.takeFor(session)
    await here.office.takeFor(session, await here.office.newLine())
    await loadTickets(context)
    const newest = (await here.office.facts()).at(-1)
    await soon(() => here.door.joins).toMatchObject([{ payload: { last_seq: Number(newest?.seq) } }])
    expect(Number(newest?.seq)).toBeGreaterThan(1)
  })

  it('what has become of those that are no longer active is asked for', async () => {
    const { context, tuid, kept, kinds } = await withTicket()
    await here.office.callNext()
    await here.office.attended()
    await loadTickets(context)
    expect(await kept()).toMatchObject({ state: 'attended' })
    expect(kinds()).toEqual(['isTemporary'])
    // As the server forgets whose a number was.
    await here.office.db.updateTable('tickets').set({ user_id: null }).where('id', '=', tuid).execute()
    await context.db.tickets.change(tuid, null, { state: 'waiting', called: false })
    await loadTickets(context)
    expect(await kept()).toMatchObject({ state: 'expired' })
  })

  it('[CALL-01] where the server knows a called one no more, nobody is told any longer where to go', async () => {
    const { context, tuid, kept, kinds } = await withTicket()
    await here.office.callNext()
    await refreshTicket(context, tuid)
    expect(kinds()).toContain('call')
    await here.office.db.updateTable('tickets').set({ user_id: null }).where('id', '=', tuid).execute()
    await refreshTicket(context, tuid)
    expect(await kept()).toMatchObject({ state: 'expired' })
    expect(kinds()).not.toContain('call')
  })

  it('[CALL-01] [KEEP-07] where a proxy alone says that there is no such number, it waits on', async () => {
    const { context, tuid, kept } = await withTicket()
    here.door.answers.set(`GET /api/v1/user/v2/tickets/${tuid}`, proxysOwn(404))
    expect(await refreshTicket(context, tuid)).toMatchObject({ code: 'unavailable' })
    expect(await kept()).toMatchObject({ state: 'waiting' })
  })

  it.each(['called', 'waiting', 'parked'] as const)(
    '[TKT-05] also of one that was %s when its page was closed, however long ago, until it is known',
    async state => {
      const { context, tuid, kept, time } = await withTicket()
      context.socket.leaveAll()
      const { at } = await here.office.callNext()
      await here.office.attended()
      // Of a call it may have heard by a push.
      const heard = state === 'called' ? { called: true, called_at: at } : { called: false, called_at: null }
      await context.db.tickets.change(tuid, null, { state, ...heard })
      time.pass(2 * TICKET_RECENCY_MS)
      await loadTickets(context)
      expect(await kept()).toMatchObject({ state: 'attended' })
      const asked = () => here.door.asked(`GET /api/v1/user/v2/tickets/${tuid}`)
      expect(asked()).toHaveLength(1)
      await loadTickets(context)
      expect(asked()).toHaveLength(1)
    },
  )

  it('a failure says its code, and changes nothing', async () => {
    const { context, kept } = await withTicket()
    here.door.faults.set('GET /api/v1/tickets', 'down')
    expect(await loadTickets(context)).toMatchObject({ status: 'failed', code: 'unavailable' })
    expect(await kept()).toMatchObject({ state: 'waiting' })
  })
})

describe('an office', () => {
  it('[CHAN-04] is needed while a ticket of it waits or was just called, while one is taken, and while reserved', async () => {
    const { context, stores, tuid, time } = await withTicket()
    const isNeeded = () => isOfficeNeeded(context, here.office.slug)
    expect(await isNeeded()).toBe(true)
    expect(await isOfficeNeeded(context, 'norte')).toBe(false)
    await context.db.tickets.change(tuid, null, { state: 'called', called: true, called_at: time.iso() })
    expect(await isNeeded()).toBe(true)
    await context.db.tickets.change(tuid, null, { state: 'attended' })
    expect(await isNeeded()).toBe(false)
    stores.newTicket
      .getState()
      .begin({ officeSlug: here.office.slug, lineId: 1, requestId: 'r', declared: false })
    expect(await isNeeded()).toBe(true)
    stores.newTicket.getState().restart(1)
    const reserved = {
      from: time.iso(3_600_000),
      to: time.iso(7_200_000),
      office: { ...reservationOf().office, slug: here.office.slug },
    }
    const reservation = await context.db.reservations.keep(reservationOf(reserved), 1)
    expect(await isNeeded()).toBe(true)
    time.pass(Date.parse(reservation.to) + RESERVATION_HIDDEN_AFTER_MS - time.now())
    expect(await isNeeded()).toBe(true)
    time.pass(1)
    expect(await isNeeded()).toBe(false)
    const wish = {
      officeSlug: here.office.slug,
      lineId: 1,
      from: time.iso(),
      requestId: 'r',
      declared: false,
    }
    stores.reservation.getState().begin(wish)
    expect(await isNeeded()).toBe(true)
  })

  it('[CHAN-04] whose screen is closed is left, unless its ticket is held', async () => {
    const { context } = await withTicket()
    const { slug } = here.office
    const other = await here.openOffice()
    const screens = [other.slug, slug].map(officeSlug => holdOffice(context, officeSlug))
    for (const { joined, release } of screens) {
      await joined
      release()
    }
    await soon(() => context.socket.stateOf(other.slug)).toBeNull()
    expect(context.socket.stateOf(slug)).toBe('joined')
  })

  it('[CHAN-02] that cannot be joined raises one notice, however often it is tried', async () => {
    const { context, notices } = await here.signedIn()
    await holdOffice(context, 'nowhere').joined
    expect(await holdOffice(context, 'nowhere').joined).toMatchObject({
      status: 'failed',
      code: 'channel-join-failed',
    })
    expect(notices()).toMatchObject([{ kind: 'alert', code: 'channel-join-failed', officeSlug: 'nowhere' }])
  })

  it('[CHAN-03] is not joined for a guest, who is told nothing about it', async () => {
    const { context, kinds } = here.device()
    expect(await holdOffice(context, here.office.slug).joined).toMatchObject({
      status: 'failed',
      code: 'user-is-guest',
    })
    expect(kinds()).toEqual([])
  })
})

describe('with a number in the hand', () => {
  it('[TKT-13] it is given up, and the channel left that nothing else needs', async () => {
    const { context, tuid, kept, notices } = await withTicket()
    expect(await giveUp(context, tuid)).toEqual({ status: 'done' })
    expect(notices().at(-1)).toMatchObject({ kind: 'success', subject: tuid, code: 'gave-up' })
    expect(await kept()).toMatchObject({ state: 'given-up' })
    expect(context.socket.stateOf(here.office.slug)).toBeNull()
  })

  it('others are let pass: the order changes, the number does not', async () => {
    const { context, tuid, kept, notices } = await withTicket()
    await here.office.crowd(3)
    const before = await kept()
    expect(await letOthersPass(context, tuid, 3)).toEqual({ status: 'done' })
    expect(notices().at(-1)).toMatchObject({ kind: 'success', code: 'passed' })
    expect(await kept()).toMatchObject({
      ticket: before?.ticket,
      ahead: (before?.ahead ?? 0) + 3,
      passes_left: 1,
    })
  })

  it('others are let pass once, where the answer is lost and it is pressed until it is done', async () => {
    const { context, tuid, kept, kinds, time } = await withTicket()
    await here.office.crowd(3)
    const call = `POST /services/turns/tickets/${tuid}/pass`
    here.door.faults.set(call, 'down')
    expect(await letOthersPass(context, tuid, 1)).toMatchObject({ status: 'failed', code: 'unavailable' })
    expect(kinds()).not.toContain('success')
    here.door.faults.set(call, 'lost')
    const pass = ruleTime(time)
    const passing = letOthersPass(context, tuid, 1)
    await soon(() => here.door.lost).toContain(call)
    await pass(REQUEST_TIMEOUT_MS)
    expect(await passing).toEqual({ status: 'done' })
    freeTime()
    expect(await kept()).toMatchObject({ ahead: 1, passes_left: 1 })
    expect(await here.office.ticket(tuid)).toMatchObject({ passes: 1 })
  })

  it('others are let pass once, where nobody could be asked after a lost answer and it is pressed again', async () => {
    const { context, tuid, kept, time } = await withTicket()
    await here.office.crowd(5)
    const call = `POST /services/turns/tickets/${tuid}/pass`
    here.door.faults.set(call, 'lost')
    here.door.faults.set(`GET /api/v1/user/v2/tickets/${tuid}`, 'down')
    const pass = ruleTime(time)
    const passing = letOthersPass(context, tuid, 2)
    await soon(() => here.door.lost).toContain(call)
    await pass(REQUEST_TIMEOUT_MS)
    expect(await passing).toMatchObject({ status: 'failed' })
    freeTime()
    expect(await kept()).toMatchObject({ passes_left: 2 })
    here.door.mend()
    expect(await letOthersPass(context, tuid, 2)).toEqual({ status: 'done' })
    expect(await here.office.ticket(tuid)).toMatchObject({ passes: 1 })
    expect(await kept()).toMatchObject({ ahead: 2, passes_left: 1 })
    // What is pressed once that is known is a wish of its own.
    expect(await letOthersPass(context, tuid, 2)).toEqual({ status: 'done' })
    expect(await kept()).toMatchObject({ ahead: 4, passes_left: 0 })
  })

  it('[NOTE-02] given up right after others were let pass, both are said', async () => {
    const { context, tuid, notices } = await withTicket()
    await here.office.crowd(1)
    await letOthersPass(context, tuid, 1)
    await giveUp(context, tuid)
    expect(notices().filter(({ kind }) => kind === 'success')).toMatchObject([
      { code: 'passed' },
      { code: 'gave-up' },
    ])
  })

  it('"Voy" is said', async () => {
    const { context, tuid, kept } = await withTicket()
    expect(await sayOnMyWay(context, tuid)).toEqual({ status: 'done' })
    expect(await kept()).toMatchObject({ on_my_way: true })
  })

  it('"Voy" to an office that has done with the number is no fault: it is shown what became of it', async () => {
    const { context, tuid, kept } = await withTicket()
    // Nothing of it is heard here.
    context.socket.leaveAll()
    await here.office.callNext()
    await here.office.absent()
    expect(await sayOnMyWay(context, tuid)).toEqual({ status: 'done' })
    const missed = await kept()
    expect(missed?.state).toBe('skipped')
    const gone = { ...missed!, tuid: '99999999-0000-4000-8000-000000000009', state: 'called' } as const
    await context.db.tickets.keep(gone, context.clock.now())
    expect(await sayOnMyWay(context, gone.tuid)).toMatchObject({ status: 'failed', code: 'not-found' })
    expect((await context.db.tickets.get(gone.tuid))?.state).toBe('expired')
  })

  it.each([
    ['as all are asked after', (context: FlowContext) => loadTickets(context)],
    ['as it alone is', (context: FlowContext, tuid: string) => refreshTicket(context, tuid)],
  ])('[CALL-06] [DESK-04] whose call is found to be missed, %s, hears of the next one', async (how, look) => {
    const { context, session, kinds } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const ticket = await here.office.takeFor(session)
    const { tuid, officeSlug } = ticket
    await context.db.tickets.keep(ticket, context.clock.now())
    await here.office.callNext()
    // Its page was loaded while the call stood.
    if (how === 'as it alone is') await refreshTicket(context, tuid)
    await here.office.absent()
    expect(context.socket.stateOf(officeSlug)).toBeNull()
    await look(context, tuid)
    expect(await context.db.tickets.get(tuid)).toMatchObject({ state: 'skipped' })
    await soon(() => context.socket.stateOf(officeSlug)).toBe('joined')
    const before = kinds().filter(kind => kind === 'call').length
    await here.office.callAgain()
    await soon(() => kinds().filter(kind => kind === 'call').length).toBe(before + 1)
  })

  it('nothing of it is tried without a network; it is said at once', async () => {
    const { context, tuid, fakes, kept } = await withTicket()
    fakes.connectivity.plug(false)
    const asked = here.door.requests.length
    for (const outcome of [
      await giveUp(context, tuid),
      await letOthersPass(context, tuid, 1),
      await sayOnMyWay(context, tuid),
    ])
      expect(outcome).toMatchObject({ status: 'failed', code: 'offline' })
    expect(here.door.requests).toHaveLength(asked)
    expect(await kept()).toMatchObject({ state: 'waiting' })
  })

  it("a refusal gives its code: another's ticket is not there", async () => {
    const { context, kinds } = await withTicket()
    const other = await here.office.takeFor(await here.admit('Beto'))
    expect(await giveUp(context, other.tuid)).toMatchObject({ status: 'failed', code: 'not-found' })
    expect(await here.office.ticket(other.tuid)).toMatchObject({ state: 'waiting' })
    expect(kinds()).not.toContain('success')
  })
})

describe("the waiting room's question", () => {
  it('[WAIT-01] brings people ahead, minutes and the number called last', async () => {
    await here.office.crowd(5)
    const { context, tuid, kept, session } = await withTicket()
    const before = await kept()
    const { ticket, at } = await here.office.callNext()
    const said = await here.server.ask('wait', `/customerwaiting?tuid=${tuid}`, { token: session.token })
    const { wait } = (await said.json()) as { wait: object }
    expect(before).toMatchObject({ ahead: 5, wait: expect.not.objectContaining(wait) })
    expect(await refreshWait(context, tuid)).toEqual({ status: 'done' })
    expect(await kept()).toMatchObject({ ahead: 4, wait, line_now: { waiting: 5, call: ticket, at } })
  })

  it('[WAIT-01] without an answer leaves what is known', async () => {
    const { context, tuid, kept } = await withTicket()
    const before = await kept()
    here.door.faults.set('GET /services/wait/customerwaiting', 'dropped')
    expect(await refreshWait(context, tuid)).toMatchObject({ status: 'failed', code: 'offline' })
    expect(await kept()).toEqual(before)
  })

  it('[WAIT-01] unanswered it says nothing of the network while the socket lives', async () => {
    const { context, fakes, time, tuid } = await withTicket()
    await context.socket.hold(here.office.slug).joined
    here.door.faults.set('GET /services/wait/customerwaiting', 'lost')
    const pass = ruleTime(time)
    const asking = refreshWait(context, tuid)
    await soon(() => here.door.lost).toHaveLength(1)
    await pass(WAIT_SERVICE_TIMEOUT_MS)
    expect(await asking).toMatchObject({ status: 'failed', code: 'timeout' })
    expect(fakes.connectivity.isOnline()).toBe(true)
  })

  it('[CALL-06] that finds the ticket called takes in the call', async () => {
    const { context, tuid, notices } = await withTicket()
    await here.office.callNext()
    await refreshWait(context, tuid)
    expect(notices()).toContainEqual(expect.objectContaining({ kind: 'call', tuid, modulo: MODULO }))
  })
})
