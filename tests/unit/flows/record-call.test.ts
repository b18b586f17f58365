import { describe, expect, it } from 'vitest'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { drainInbox } from '#src/flows/tickets/drain-inbox.ts'
import { classifyTickets } from '#src/domain/classify-tickets.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { loadTickets } from '#src/flows/tickets/load-tickets.ts'
import { GuestCallError, recordCall } from '#src/flows/tickets/record-call.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { recordTicket } from '#src/flows/tickets/refresh-ticket.ts'
import { putInInbox } from '#src/handoff/inbox.ts'
import { isOvertaken, markSeen } from '#src/handoff/seen.ts'
import { historyQuery } from '#src/queries/history-query.ts'
import { apiPart } from '#src/queries/parts.ts'
import { pushAbout } from './push-messages.ts'
import { MODULO } from './office-at-work.ts'
import { phones } from './phones.ts'
import { inThatMoment } from './in-that-moment.ts'
import { soon } from '../platform/soon.ts'

const here = phones()

/** A phone that waits in a line, its page watching the socket. */
async function waiting() {
  const phone = await here.signedIn()
  const { context } = phone
  here.atTheEnd(keepWatch(context))
  const ticket = await here.office.takeFor(phone.session)
  await context.db.tickets.keep(ticket, context.clock.now())
  await context.socket.hold(here.office.slug).joined
  const kept = () => context.db.tickets.get(ticket.tuid)
  return { ...phone, ticket, kept }
}

describe('a call', () => {
  it('[CALL-01] moves the ticket from active to called, to page 1 of the history, and raises its notice', async () => {
    const { context, ticket, kept, notices, queryClient } = await waiting()
    apiPart.provide(async () => context.api)
    await queryClient.fetchInfiniteQuery(historyQuery())
    const { at } = await here.office.callNext()
    await soon(notices).toMatchObject([
      {
        kind: 'call',
        tuid: ticket.tuid,
        ticket: ticket.ticket,
        line_id: here.office.line.id,
        line_name: ticket.line_name,
        modulo: MODULO,
        ticket_time: at,
      },
    ])
    expect(await kept()).toMatchObject({
      state: 'called',
      called: true,
      modulo: MODULO,
      called_at: at,
      ahead: null,
    })
    const history = queryClient.getQueryData(historyQuery().queryKey)
    expect(history?.pages[0]).toMatchObject({ total: 1, tickets: [{ tuid: ticket.tuid, state: 'called' }] })
  })

  it('[CALL-01] [TKT-05] reaches a phone whose clock is a day ahead, where the number waits as anywhere', async () => {
    const { context, kinds, time } = await here.signedIn({
      serverClock: { now: () => here.server.clock.now().getTime() },
    })
    time.pass(86_400_000)
    await startSession(context)
    here.atTheEnd(keepWatch(context))
    await takeTicket(context, here.wish)
    const { active } = classifyTickets(await context.db.tickets.all(), context.clock.now())
    expect(active).toHaveLength(1)
    await here.office.callNext()
    await soon(kinds).toContain('call')
  })

  it('[CALL-01] whose line is not known says so by null, for which the screens have their words', async () => {
    const { context, notices, time } = await here.signedIn()
    await recordCall(context, {
      tuid: '77777777-0000-4000-8000-000000000001',
      ticket: 'B001',
      line_id: null,
      line_name: null,
      office_slug: null,
      office_name: null,
      modulo: '1',
      at: time.iso(),
      seq: null,
    })
    expect(notices()).toMatchObject([{ kind: 'call', line_name: null }])
  })

  it('[CALL-02] throws for a guest', async () => {
    const { context, kinds, time } = here.device()
    const { tuid, ticket, line_id, line_name } = await here.office.takeFor(await here.admit())
    const call = {
      tuid,
      ticket,
      line_id,
      line_name,
      office_slug: here.office.slug,
      office_name: null,
      modulo: '1',
      at: time.iso(),
      seq: 2,
    }
    await expect(recordCall(context, call)).rejects.toBeInstanceOf(GuestCallError)
    expect(kinds()).toEqual([])
  })

  it('[CALL-05] rings once, as the person allows it, whoever brings it and however often', async () => {
    const { context, ticket, fakes, stores, kinds } = await waiting()
    stores.ui.getState().setSound(false)
    const { seq, at } = await here.office.callNext()
    await soon(() => fakes.alarm.rings).toEqual([{ sound: false, vibration: true }])
    await putInInbox({ message: pushAbout(ticket, { seq, at }), received_at: 1, user_id: null })
    await drainInbox(context)
    await loadTickets(context)
    expect(fakes.alarm.rings).toHaveLength(1)
    expect(kinds()).toEqual(['call'])
  })

  it.each([
    ['skipped', () => here.office.absent()],
    ['parked', () => here.office.park()],
    ['waiting', () => here.office.takeBack()],
  ] as const)(
    '[CALL-05] that comes once the server has said what became of it rings no more, and is not shown: %s',
    async (state, then) => {
      const { context, fakes, kinds, session } = await here.signedIn()
      const ticket = await here.office.takeFor(session)
      await context.db.tickets.keep(ticket, context.clock.now())
      const { seq, at } = await here.office.callNext()
      await then()
      // The phone is unlocked: the server answers sooner than the socket comes back with what it missed.
      await loadTickets(context)
      const { tuid, line_id, line_name, office_name, officeSlug: office_slug } = ticket
      const about = { tuid, ticket: ticket.ticket, line_id, line_name, office_name, office_slug }
      expect(await recordCall(context, { ...about, modulo: MODULO, at, seq })).toBe(false)
      expect(await context.db.tickets.get(tuid)).toMatchObject({ state })
      expect(fakes.alarm.rings).toEqual([])
      expect(kinds()).not.toContain('call')
    },
  )

  it('that is made again rings again', async () => {
    const { fakes, notices } = await waiting()
    await here.office.callNext()
    await soon(() => fakes.alarm.rings).toHaveLength(1)
    const { at } = await here.office.callAgain()
    await soon(() => fakes.alarm.rings).toHaveLength(2)
    expect(notices().at(-1)).toMatchObject({ modulo: MODULO, ticket_time: at })
  })

  it("of somebody else's number is nothing to this phone", async () => {
    const { context, session, kinds } = await waiting()
    const other = await here.office.newLine()
    await here.office.takeFor(await here.admit('Beto'), other)
    await here.office.callNext([other])
    const stranger = await here.office.takeFor(await here.admit('Cata'))
    // What is said last is heard last.
    const last = await here.office.takeFor(session, await here.office.newLine())
    await soon(() => context.db.tickets.get(last.tuid)).not.toBeNull()
    expect(await context.db.tickets.get(stranger.tuid)).toBeNull()
    expect(kinds()).toEqual([])
  })

  it('[PUSH-04] seen in the page, its notice is taken from the phone and its push need not ring', async () => {
    const { ticket, fakes } = await waiting()
    const { seq, at } = await here.office.callNext()
    await soon(() => fakes.pushDoor.closed).toEqual([`ticket-${ticket.tuid}`])
    await soon(() => isOvertaken({ kind: 'almost_there', tuid: ticket.tuid, seq: seq - 1 })).toBe(true)
    expect(await markSeen(`${ticket.tuid}:${seq}`, Date.parse(at))).toBe(false)
  })

  it('[PUSH-04] not seen, because the page is hidden, it is the push that rings', async () => {
    const { ticket, fakes, kinds } = await waiting()
    fakes.visibility.visible = false
    const { seq, at } = await here.office.callNext()
    await soon(kinds).toEqual(['call'])
    expect(fakes.pushDoor.closed).toEqual([])
    expect(await markSeen(`${ticket.tuid}:${seq}`, Date.parse(at))).toBe(true)
  })

  it('that comes late does not bring back a ticket that was attended', async () => {
    const { context, ticket, kept, kinds } = await waiting()
    const { seq } = await here.office.callNext()
    await soon(kinds).toEqual(['call'])
    await here.office.attended()
    await soon(async () => (await kept())?.state).toBe('attended')
    await putInInbox({
      message: pushAbout(ticket, { seq: seq + 5 }),
      received_at: 1,
      user_id: null,
    })
    await drainInbox(context)
    expect((await kept())?.state).toBe('attended')
    expect(kinds()).toEqual([])
  })
})

describe('a call that happened while the app was closed', () => {
  it('[CALL-06] is shown when it opens, by the inbox, with no network at all', async () => {
    const { context, ticket, kept, notices, fakes } = await waiting()
    context.socket.leaveAll()
    fakes.connectivity.plug(false)
    const message = pushAbout(ticket, { seq: 15, modulo: '7' })
    await putInInbox({ message, received_at: 1, user_id: null })
    expect(await drainInbox(context)).toBe(1)
    const { at } = message.notification.data
    expect(notices()).toMatchObject([{ kind: 'call', modulo: '7', ticket_time: at }])
    expect(await kept()).toMatchObject({ state: 'called', modulo: '7' })
    expect(await drainInbox(context)).toBe(0)
  })

  it('[CALL-06] is shown when it opens, by refetch, once, also in a page opened after', async () => {
    const { context, ticket, notices, session, database } = await waiting()
    context.socket.leaveAll()
    const { at } = await here.office.callNext()
    await loadTickets(context)
    expect(notices()).toMatchObject([{ kind: 'call', tuid: ticket.tuid, ticket_time: at }])
    await loadTickets(context)
    expect(notices()).toHaveLength(1)

    const later = here.device({ database })
    later.stores.session.getState().apply({ type: 'signed-in', session })
    await loadTickets(later.context)
    await putInInbox({
      message: pushAbout(ticket, { seq: null, at }),
      received_at: 1,
      user_id: null,
    })
    await drainInbox(later.context)
    expect(later.kinds()).toEqual([])
    expect(await later.context.db.tickets.get(ticket.tuid)).toMatchObject({ state: 'called' })
  })

  it('[CALL-06] comes with the rejoin, for a page that was only away', async () => {
    const { context, kinds } = await waiting()
    const before = here.door.joins.length
    here.door.sockets.cut()
    await here.office.callNext()
    here.door.sockets.join()
    context.socket.wake()
    await soon(() => here.door.joins.length).toBeGreaterThan(before)
    await soon(kinds).toEqual(['call'])
  })

  it('is not shown after six hours', async () => {
    const { context, ticket, time, kinds } = await waiting()
    time.pass(7 * 3_600_000)
    await putInInbox({ message: pushAbout(ticket, {}), received_at: 1, user_id: null })
    await drainInbox(context)
    expect(kinds()).toEqual([])
  })

  it('of a ticket that this browser does not keep is shown, and the ticket fetched', async () => {
    const { context, session, kinds } = await here.signedIn()
    const ticket = await here.office.takeFor(session)
    const { seq, at } = await here.office.callNext()
    await putInInbox({ message: pushAbout(ticket, { seq, at }), received_at: 1, user_id: null })
    await drainInbox(context)
    expect(kinds()).toEqual(['call'])
    expect(await context.db.tickets.get(ticket.tuid)).toMatchObject({ state: 'called' })
  })

  it('of a ticket that this browser does not keep, and that was attended meanwhile, is nobody’s turn', async () => {
    const { context, session, kinds } = await here.signedIn()
    const ticket = await here.office.takeFor(session)
    const { seq, at } = await here.office.callNext()
    await here.office.attended()
    await putInInbox({ message: pushAbout(ticket, { seq, at }), received_at: 1, user_id: null })
    await drainInbox(context)
    expect(kinds()).toEqual([])
    expect(await context.db.tickets.get(ticket.tuid)).toMatchObject({ state: 'attended' })
  })

  it('[CALL-06] waits in the inbox until it is known who is here', async () => {
    const { context, kinds, stores } = here.device()
    const session = await here.admit()
    const ticket = await here.office.takeFor(session)
    await putInInbox({ message: pushAbout(ticket, {}), received_at: 1, user_id: session.user_id })
    expect(await drainInbox(context)).toBe(0)
    stores.session.getState().apply({ type: 'signed-in', session })
    expect(await drainInbox(context)).toBe(1)
    expect(kinds()).toEqual(['call'])
  })

  it("of somebody who was here before is thrown away, and so is another version's", async () => {
    const { context, kinds } = await here.signedIn()
    const before = await here.admit('Beto')
    const ticket = await here.office.takeFor(before)
    await putInInbox({ message: pushAbout(ticket, {}), received_at: 1, user_id: before.user_id })
    await putInInbox({ message: { of: 'another version' }, received_at: 2, user_id: null })
    expect(await drainInbox(context)).toBe(2)
    expect(kinds()).toEqual([])
  })

  it('[PUSH-04] heard while the page was hidden, its notice is taken from the phone once the page is seen', async () => {
    const { context, ticket, fakes, kinds } = await waiting()
    fakes.visibility.visible = false
    const { seq, at } = await here.office.callNext()
    await soon(kinds).toEqual(['call'])
    await putInInbox({ message: pushAbout(ticket, { seq, at }), received_at: 1, user_id: null })
    await drainInbox(context)
    expect(fakes.pushDoor.closed).toEqual([])
    fakes.visibility.visible = true
    await drainInbox(context)
    await soon(() => fakes.pushDoor.closed).toEqual([`ticket-${ticket.tuid}`])
  })
})

describe('other news of a ticket', () => {
  it('[CALL-03] almost there is said once for each threshold, by socket or push', async () => {
    here.door.silent.add('time:estimate')
    await here.office.crowd(11)
    const { context, ticket, notices, kinds } = await waiting()
    await here.office.callNext()
    await soon(kinds).toEqual(['almost_there'])
    expect(notices()).toMatchObject([{ ahead: 10, ticket: ticket.ticket, line_name: ticket.line_name }])
    await putInInbox({
      message: pushAbout(ticket, { kind: 'almost_there', ahead: 10 }),
      received_at: 1,
      user_id: null,
    })
    await drainInbox(context)
    expect(kinds()).toHaveLength(1)
    for (let ahead = 10; ahead > 5; ahead--) await here.office.callNext()
    // The nearer takes the farther's place, and is the second that was raised.
    await soon(notices).toMatchObject([{ ahead: 5, id: 2 }])
  })

  it('[CALL-03] almost there is noticed in the moving figures as well, and not said a second time', async () => {
    here.door.silent.add('ticket:almost_there')
    await here.office.crowd(12)
    const { context, ticket, notices, kept } = await waiting()
    await here.office.callNext()
    await soon(async () => (await kept())?.ahead).toBe(11)
    expect(notices()).toEqual([])
    for (let ahead = 11; ahead > 9; ahead--) await here.office.callNext()
    await soon(notices).toMatchObject([{ kind: 'almost_there', ahead: 10 }])
    await putInInbox({
      message: pushAbout(ticket, { kind: 'almost_there', ahead: 10 }),
      received_at: 1,
      user_id: null,
    })
    await drainInbox(context)
    for (let ahead = 9; ahead > 4; ahead--) await here.office.callNext()
    await soon(notices).toMatchObject([{ ahead: 5, id: 2 }])
    const { ticket: call } = await here.office.lastFact('call:created')
    await soon(kept).toMatchObject({ ahead: 4, line_now: { waiting: 5, call } })
    expect(notices()).toMatchObject([{ ahead: 5, id: 2 }])
  })

  it('[CALL-04] a skipped call gives its notice, once', async () => {
    const { context, ticket, kept, kinds } = await waiting()
    await here.office.callNext()
    await here.office.absent()
    const { seq } = await here.office.lastFact('ticket:skipped')
    // To which module is said no more.
    await soon(kinds).toEqual(['skipped'])
    expect((await kept())?.state).toBe('skipped')
    await putInInbox({ message: pushAbout(ticket, { kind: 'skipped', seq }), received_at: 1, user_id: null })
    await drainInbox(context)
    expect(kinds()).toEqual(['skipped'])
  })

  it('[DESK-07] whoever is parked after a call is told of that, and no more to which module', async () => {
    const { context, notices, ticket } = await waiting()
    await here.office.callNext()
    await soon(notices).toMatchObject([{ kind: 'call' }])
    await here.office.park()
    await soon(notices).toMatchObject([{ code: 'parked' }])
    const { seq } = await here.office.lastFact('ticket:parked')
    // A push of the earlier call, late, is none.
    await putInInbox({ message: pushAbout(ticket, { seq: seq - 1 }), received_at: 1, user_id: null })
    await drainInbox(context)
    expect(notices()).toMatchObject([{ code: 'parked' }])
  })

  it.each([
    ['removed', 'removed'],
    ['sent_home', 'sent-home'],
    ['parked', 'parked'],
  ] as const)('[OFFL-02] that it was %s is known by the push alone, with no network', async (kind, state) => {
    const { context, ticket, kept, kinds, fakes } = await waiting()
    await here.office.callNext()
    await soon(kinds).toEqual(['call'])
    context.socket.leaveAll()
    fakes.connectivity.plug(false)
    const seq = ((await kept())?.seq ?? 0) + 1
    await putInInbox({ message: pushAbout(ticket, { kind, seq }), received_at: 1, user_id: null })
    await drainInbox(context)
    expect(await kept()).toMatchObject({ state, ahead: null, wait: null })
    expect(kinds()).toEqual([])
  })

  it('[CALL-04] who was skipped and comes after all is called again', async () => {
    const { kept, kinds } = await waiting()
    await here.office.callNext()
    await here.office.absent()
    await soon(kinds).toEqual(['skipped'])
    await here.office.callAgain()
    await soon(kinds).toEqual(['call'])
    expect((await kept())?.state).toBe('called')
  })

  it('[DESK-03] one whose call is taken back waits where it stood, and its notice makes way for that, once', async () => {
    const { context, ticket, kept, kinds, notices } = await waiting()
    await here.office.callNext()
    await soon(kinds).toEqual(['call'])
    await here.office.takeBack()
    await soon(kinds).toEqual(['success'])
    expect(notices()).toMatchObject([{ code: 'call-taken-back' }])
    expect(await kept()).toMatchObject({
      state: 'waiting',
      called: false,
      called_at: null,
      modulo: null,
      ahead: 0,
    })
    const { seq } = await here.office.lastFact('call:taken_back')
    const message = pushAbout(ticket, { kind: 'taken_back', seq })
    await putInInbox({ message, received_at: 1, user_id: null })
    await drainInbox(context)
    expect(kinds()).toEqual(['success'])
    // Called anew, it is a call like any other.
    await here.office.callNext()
    await soon(kinds).toEqual(['success', 'call'])
    expect((await kept())?.state).toBe('called')
  })

  it('[DESK-07] who is parked hears where to come back to: a module, or nowhere by video', async () => {
    const { notices, kept } = await waiting()
    const said = () => notices().map(notice => 'code' in notice && notice.code)
    await here.office.callNext()
    await here.office.park()
    await soon(said).toContain('parked')
    expect(await kept()).toMatchObject({ state: 'parked', meet: false })

    await here.office.db
      .updateTable('lines')
      .set({ virtual: true })
      .where('id', '=', here.office.line.id)
      .execute()
    const byVideo = await waiting()
    const saidThere = () => byVideo.notices().map(notice => 'code' in notice && notice.code)
    await here.office.callNext()
    await here.office.park()
    await soon(saidThere).toContain('parked-by-video')
    expect(saidThere()).not.toContain('parked')
  })

  it('an answer that was overtaken by a fact changes nothing', async () => {
    const { context, ticket, kept, kinds } = await waiting()
    await here.office.callNext()
    await here.office.attended()
    await soon(async () => (await kept())?.state).toBe('attended')
    await recordTicket(context, ticket)
    expect((await kept())?.state).toBe('attended')
    expect(kinds()).toEqual([])
  })

  it('an answer that is overtaken in the moment in which it is kept says nothing', async () => {
    const { context, ticket, kept, kinds } = await waiting()
    const { tuid, seq } = ticket
    inThatMoment(context, () => context.db.tickets.change(tuid, seq + 2, { state: 'attended' }))
    await recordTicket(context, { ...ticket, state: 'removed', seq: seq + 1 })
    expect((await kept())?.state).toBe('attended')
    expect(kinds()).toEqual([])
  })

  it.each([
    [false, 'ticket-removed'],
    [true, 'video-ticket-removed'],
  ])(
    '[SEC-03] that the office took away is said as fits where it is attended (by video: %s)',
    async (meet, code) => {
      const { context, ticket, notices } = await waiting()
      await recordTicket(context, { ...ticket, meet, state: 'removed', seq: ticket.seq + 1 })
      expect(notices()).toMatchObject([{ kind: 'generic-error', subject: ticket.tuid, code }])
    },
  )

  it('letting others pass in another window moves this one as well', async () => {
    const { ticket, session, kept } = await waiting()
    await here.office.crowd(3)
    const { tuid } = ticket
    await letOthersPass(here.server.queue, { tuid, user_id: session.user_id, places: 3 })
    await soon(kept).toMatchObject({ ahead: 3, passes_left: ticket.passes_left - 1 })
  })

  it('a ticket taken in another window appears here', async () => {
    const { context, session } = await waiting()
    const line_id = await here.office.newLine()
    const other = await here.office.takeFor(session, line_id)
    await soon(() => context.db.tickets.get(other.tuid)).toMatchObject({ line_id })
  })
})
