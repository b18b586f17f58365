import { describe, expect, it } from 'vitest'
import { RESERVATION_HIDDEN_AFTER_MS, TICKET_RECENCY_MS } from '#contract/limits.ts'
import { giveUp } from '#src/flows/tickets/give-up.ts'
import { isOfficeNeeded } from '#src/flows/office/is-office-needed.ts'
import { holdOffice } from '#src/flows/office/hold-office.ts'
import { letOthersPass } from '#src/flows/tickets/let-others-pass.ts'
import { loadTickets } from '#src/flows/tickets/load-tickets.ts'
import { refreshWait } from '#src/flows/tickets/refresh-wait.ts'
import { sayOnMyWay } from '#src/flows/tickets/say-on-my-way.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { streets } from './streets.ts'
import { CENTRO, LINE } from './town.ts'
import { reservationOf } from '../db/reservation-of.ts'
import { soon } from '../platform/soon.ts'

const here = streets()
const WISH = { officeSlug: CENTRO, line: LINE }

async function withTicket() {
  const phone = await here.signedIn()
  await takeTicket(phone.context, WISH)
  const [ticket] = here.town.tickets.values()
  const tuid = ticket?.tuid ?? ''
  return { ...phone, tuid, kept: () => phone.context.db.tickets.get(tuid) }
}

describe('after tickets load', () => {
  it('[CHAN-05] the channel of each recent uncalled ticket is joined; of older or called ones it is not', async () => {
    const { context, session, time } = await here.signedIn()
    here.town.take(session, LINE.id)
    here.town.take(session, 8, { officeSlug: 'norte' })
    const called = here.town.take(session, 9, { officeSlug: 'sur' })
    here.town.tickets.set(called.tuid, { ...called, state: 'called', called: true, called_at: time.iso() })
    here.town.take(session, 10, { officeSlug: 'viejo', inserted_at: time.iso(-TICKET_RECENCY_MS - 1) })
    expect(await loadTickets(context)).toEqual({ status: 'done' })
    const joined = () => here.town.office.joins.map(({ officeSlug }) => officeSlug).sort()
    await soon(joined).toEqual([CENTRO, 'norte'])
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(joined()).toHaveLength(2)
  })

  it('[CHAN-07] the join asks for what came after the answer', async () => {
    const { context, session } = await here.signedIn()
    here.town.take(session, LINE.id)
    here.town.take(session, 8)
    await loadTickets(context)
    await soon(() => here.town.office.joins).toMatchObject([{ payload: { last_seq: 2 } }])
  })

  it('what has become of those that are no longer active is asked for', async () => {
    const { context, tuid, kept, kinds } = await withTicket()
    here.town.tickets.set(tuid, { ...here.town.ticket(tuid), state: 'attended', called: true, seq: 40 })
    await loadTickets(context)
    expect(await kept()).toMatchObject({ state: 'attended' })
    expect(kinds()).toEqual(['isTemporary'])
    here.town.tickets.delete(tuid)
    await context.db.tickets.change(tuid, null, { state: 'waiting', called: false })
    await loadTickets(context)
    expect(await kept()).toMatchObject({ state: 'expired' })
  })

  it('a failure says its code, and changes nothing', async () => {
    const { context, kept } = await withTicket()
    here.town.faults.set('GET /api/v1/tickets', 'down')
    expect(await loadTickets(context)).toMatchObject({ status: 'failed', code: 'unavailable' })
    expect(await kept()).toMatchObject({ state: 'waiting' })
  })
})

describe('an office', () => {
  it('[CHAN-04] is needed while a ticket of it waits or was just called, while one is taken, and while reserved', async () => {
    const { context, stores, tuid, time } = await withTicket()
    const isNeeded = () => isOfficeNeeded(context, CENTRO)
    expect(await isNeeded()).toBe(true)
    expect(await isOfficeNeeded(context, 'norte')).toBe(false)
    await context.db.tickets.change(tuid, null, { state: 'called', called: true, called_at: time.iso() })
    expect(await isNeeded()).toBe(true)
    await context.db.tickets.change(tuid, null, { state: 'attended' })
    expect(await isNeeded()).toBe(false)
    stores.newTicket.getState().begin({ officeSlug: CENTRO, lineId: 1, requestId: 'r', declared: false })
    expect(await isNeeded()).toBe(true)
    stores.newTicket.getState().restart(1)
    const reservation = await context.db.reservations.keep(reservationOf(), 1)
    expect(await isNeeded()).toBe(true)
    time.pass(Date.parse(reservation.to) + RESERVATION_HIDDEN_AFTER_MS - time.now())
    expect(await isNeeded()).toBe(true)
    time.pass(1)
    expect(await isNeeded()).toBe(false)
    const wish = { officeSlug: CENTRO, lineId: 1, from: time.iso(), requestId: 'r' }
    stores.reservation.getState().begin(wish)
    expect(await isNeeded()).toBe(true)
  })

  it('[CHAN-04] whose screen is closed is left, unless its ticket is held', async () => {
    const { context } = await withTicket()
    const screens = ['norte', CENTRO].map(officeSlug => holdOffice(context, officeSlug))
    for (const { joined, release } of screens) {
      await joined
      release()
    }
    await soon(() => context.socket.stateOf('norte')).toBeNull()
    expect(context.socket.stateOf(CENTRO)).toBe('joined')
  })

  it('[CHAN-02] that cannot be joined raises one notice, however often it is tried', async () => {
    const { context, notices } = await here.signedIn()
    here.town.office.onJoin = () => ({ error: { reason: 'not-found' } })
    await holdOffice(context, 'nowhere').joined
    expect(await holdOffice(context, 'nowhere').joined).toMatchObject({
      status: 'failed',
      code: 'channel-join-failed',
    })
    expect(notices()).toMatchObject([{ kind: 'alert', code: 'channel-join-failed', officeSlug: 'nowhere' }])
  })

  it('[CHAN-03] is not joined for a guest, who is told nothing about it', async () => {
    const { context, kinds } = here.device()
    expect(await holdOffice(context, CENTRO).joined).toMatchObject({
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
    expect(context.socket.stateOf(CENTRO)).toBeNull()
  })

  it('others are let pass: the order changes, the number does not', async () => {
    const { context, tuid, kept, notices } = await withTicket()
    const before = await kept()
    expect(await letOthersPass(context, tuid, 3)).toEqual({ status: 'done' })
    expect(notices().at(-1)).toMatchObject({ kind: 'success', code: 'passed' })
    expect(await kept()).toMatchObject({
      ticket: before?.ticket,
      ahead: (before?.ahead ?? 0) + 3,
      passes_left: 1,
    })
  })

  it('[NOTE-02] given up right after others were let pass, both are said', async () => {
    const { context, tuid, notices } = await withTicket()
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

  it('nothing of it is tried without a network; it is said at once', async () => {
    const { context, tuid, fakes, kept } = await withTicket()
    fakes.connectivity.plug(false)
    const asked = here.town.requests.length
    for (const outcome of [
      await giveUp(context, tuid),
      await letOthersPass(context, tuid, 1),
      await sayOnMyWay(context, tuid),
    ])
      expect(outcome).toMatchObject({ status: 'failed', code: 'offline' })
    expect(here.town.requests).toHaveLength(asked)
    expect(await kept()).toMatchObject({ state: 'waiting' })
  })

  it("a refusal gives its code: another's ticket is not there", async () => {
    const { context, kinds } = await withTicket()
    const other = here.town.take(here.town.admit('Beto'), 8)
    expect(await giveUp(context, other.tuid)).toMatchObject({ status: 'failed', code: 'not-found' })
    expect(here.town.ticket(other.tuid).state).toBe('waiting')
    expect(kinds()).not.toContain('success')
  })
})

describe("the waiting room's question", () => {
  it('[WAIT-01] brings people ahead, minutes and the number called last', async () => {
    const { context, tuid, kept } = await withTicket()
    here.town.tickets.set(tuid, { ...here.town.ticket(tuid), ahead: 4, wait: { from: 8, to: 12 } })
    expect(await refreshWait(context, tuid)).toEqual({ status: 'done' })
    expect(await kept()).toMatchObject({
      ahead: 4,
      wait: { from: 8, to: 12 },
      line_now: { waiting: 9, call: 'A000', at: '2026-11-20T12:05:00.000Z' },
    })
  })

  it('[WAIT-01] without an answer leaves what is known', async () => {
    const { context, tuid, kept } = await withTicket()
    const before = await kept()
    here.town.faults.set('GET /services/wait/customerwaiting', 'dropped')
    expect(await refreshWait(context, tuid)).toMatchObject({ status: 'failed', code: 'offline' })
    expect(await kept()).toEqual(before)
  })

  it('[CALL-06] that finds the ticket called takes in the call', async () => {
    const { context, tuid, notices } = await withTicket()
    here.town.tickets.set(tuid, {
      ...here.town.ticket(tuid),
      state: 'called',
      called: true,
      called_at: '2026-11-20T12:10:00.000Z',
      modulo: '3',
    })
    await refreshWait(context, tuid)
    expect(notices()).toContainEqual(expect.objectContaining({ kind: 'call', tuid, modulo: '3' }))
  })
})
