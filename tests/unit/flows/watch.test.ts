import { afterEach, describe, expect, it, vi } from 'vitest'
import { FLAGS_REFRESH_MS } from '#contract/limits.ts'
import type { OfficeState } from '#contract/rest/offices.ts'
import type { Dated } from '#src/api/client.ts'
import type { OutboxKind } from '#src/db/outbox.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { bindFlows } from '#src/flows/bind-flows.ts'
import { findPosition } from '#src/flows/office/find-position.ts'
import { bookReservation } from '#src/flows/reservations/book-reservation.ts'
import { logOut } from '#src/flows/session/log-out.ts'
import { noticeTag } from '#src/flows/tickets/notice-tag.ts'
import { recordTicket } from '#src/flows/tickets/refresh-ticket.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import type { PageNews } from '#src/platform/other-pages.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { keepFlagsFresh, refreshFlags } from '#src/flows/watch/refresh-flags.ts'
import { putInInbox } from '#src/handoff/inbox.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { HandTime } from '../platform/fakes.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import { pushAbout } from './push-messages.ts'
import { phones } from './phones.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'

const here = phones()

afterEach(freeTime)
const setFlag = (name: string, enabled = true) =>
  here.server.database.db
    .insertInto('flags')
    .values({ name, enabled, variant: null })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ enabled }))
    .execute()
const asked = (path: string) => here.door.requests.filter(request => request.path === path).length

describe('feature flags', () => {
  it('[SHELL-08] are fetched at the start and every 60 s', async () => {
    const time = new HandTime()
    const { context, stores } = here.device({ timers: time })
    await setFlag('a')
    const stop = keepFlagsFresh(context)
    await soon(() => stores.flags.getState().flags).toMatchObject({ a: { enabled: true } })
    await setFlag('a', false)
    await setFlag('b')
    time.pass(FLAGS_REFRESH_MS - 1)
    expect(asked('/services/flags')).toBe(1)
    time.pass(1)
    await soon(() => stores.flags.getState().flags).toMatchObject({ a: { enabled: false }, b: {} })
    stop()
    time.pass(10 * FLAGS_REFRESH_MS)
    expect(asked('/services/flags')).toBe(2)
  })

  it('[SHELL-08] a refresh that fails keeps the last known, and a start without a network those of the last visit', async () => {
    const { context, stores, database } = here.device()
    await setFlag('a')
    await refreshFlags(context)
    here.door.faults.set('GET /services/flags', 'down')
    const later = here.device({ database })
    await refreshFlags(later.context)
    expect(later.stores.flags.getState().flags).toMatchObject({ a: { enabled: true } })
    // What this page knows is newer than what another has kept.
    const data = [{ name: 'a', enabled: false, variant: null }]
    await context.db.cachedData.write({ key: 'flags', data, inserted_at: 0 })
    await refreshFlags(context)
    expect(stores.flags.getState().flags).toMatchObject({ a: { enabled: true } })
  })
})

it('[SHELL-04] [SHELL-05] a 429 blocks the screens with the modal and raises the cookie', async () => {
  const { context, stores, fakes } = here.device()
  // The server of the tests limits nobody.
  here.door.answers.set(
    'GET /services/flags',
    response => void response.writeHead(429, { 'retry-after': '20' }).end(),
  )
  await context.api.flags.list().catch(() => undefined)
  expect(stores.ui.getState().tooManyRequests).toEqual({ count: 1, retryAfterMs: 20_000 })
  await context.api.flags.list().catch(() => undefined)
  expect(fakes.cookies.read('zq_number_of_try_webapp')).toBe('2')
})

describe('the watch', () => {
  it('[AUTH-09] finds a session over that was closed elsewhere, though nothing is pressed or asked', async () => {
    const { context, stores, session } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    await context.socket.hold(here.office.slug).joined
    await here.server.ask('login', '/session', { method: 'DELETE', token: session.token })
    await soon(() => stores.session.getState().user).toBeNull()
    expect(stores.notices.getState().notices).toMatchObject([{ code: 'session-expired' }])
  })

  it('[AUTH-02] is left without a word where another page of theirs has left, whichever is heard first', async () => {
    const { context, stores, session } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    await context.socket.hold(here.office.slug).joined
    await context.db.forgetPerson(session.user_id)
    await here.server.ask('login', '/session', { method: 'DELETE', token: session.token })
    await soon(() => stores.session.getState().user).toBeNull()
    expect(stores.notices.getState().notices).toEqual([])
  })

  it('[CHAN-01] tells the store how channels are', async () => {
    const { context, stores } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const states: unknown[] = []
    stores.connection.subscribe(({ channels }) => void states.push(channels[here.office.slug]))
    const screen = context.socket.hold(here.office.slug)
    await screen.joined
    expect(stores.connection.getState().channels).toEqual({ [here.office.slug]: 'joined' })
    expect(states).toContain('locked')
    screen.release()
    await soon(() => stores.connection.getState().channels).toEqual({})
  })

  it('[CHAN-08] [OFF-08] time:estimate moves the figures of the lines that are shown', async () => {
    const { context, queryClient } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const { line, office_id, slug } = here.office
    queryClient.setQueryData(queryKeys.officeState(slug), {
      ...(await context.api.offices.state(slug)),
      inserted_at: 1,
    })
    await context.socket.hold(slug).joined
    await here.office.crowd(6)
    const { at, ticket: call } = await here.office.callNext()
    const now = () => queryClient.getQueryData<Dated<OfficeState>>(queryKeys.officeState(slug))
    await soon(() => now()?.data.lines[0]).toMatchObject({ slug: line.slug, waiting: 5, call })
    expect(now()?.inserted_at).toBe(Date.parse(at))
    // The figures say it as well.
    here.door.silent.add('time:estimate')
    await freezeLine(here.server.queue, { office_id, line_id: line.id, frozen: true })
    await soon(() => now()?.data.lines[0]).toMatchObject({ frozen: true, stopped: { why: 'frozen' } })
  })

  it('[CHAN-07] fetches anew when too much was missed', async () => {
    const { context, session } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const ticket = await here.office.takeFor(session)
    await here.office.crowd(1)
    const { tuid, passes_left } = ticket
    await letOthersPass(here.server.queue, { tuid, user_id: session.user_id, places: 1 })
    await context.db.tickets.keep({ ...ticket, seq: 900 }, 1)
    context.socket.know(here.office.slug, 900)
    await context.socket.hold(here.office.slug).joined
    await soon(() => context.db.tickets.get(tuid)).toMatchObject({ passes_left: passes_left - 1 })
  })

  it('signs in when the network is back, and fetches when it already is', async () => {
    const { context, stores, fakes } = here.device()
    here.atTheEnd(keepWatch(context))
    fakes.connectivity.plug(false)
    expect(stores.connection.getState().online).toBe(false)
    await here.admit()
    fakes.connectivity.plug(true)
    await soon(() => stores.session.getState().status).toBe('temporary')
    const before = asked('/api/v1/tickets')
    fakes.connectivity.plug(false)
    fakes.connectivity.plug(true)
    await soon(() => asked('/api/v1/tickets')).toBeGreaterThan(before)
    expect(stores.connection.getState().online).toBe(true)
  })

  it('[CALL-01] hears a call though the server is slow to answer what it is asked', async () => {
    const { context, fakes, kinds, time } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    await takeTicket(context, here.wish)
    here.door.faults.set('GET /api/v1/tickets', 'lost')
    ruleTime(time)
    fakes.connectivity.plug(false)
    fakes.connectivity.plug(true)
    await soon(() => here.door.lost).toEqual(['GET /api/v1/tickets'])
    await here.office.callNext()
    await soon(kinds).toContain('call')
  })

  it('[CALL-01] [CHAN-07] hears a call though what it must fetch anew is not answered', async () => {
    const { context, kinds, session, time } = await here.signedIn()
    const ticket = await here.office.takeFor(session)
    await context.db.tickets.keep(ticket, context.clock.now())
    here.door.faults.set('GET /api/v1/tickets', 'lost')
    here.atTheEnd(keepWatch(context))
    context.socket.know(here.office.slug, 900)
    await context.socket.hold(here.office.slug).joined
    ruleTime(time)
    await soon(() => here.door.lost).toEqual(['GET /api/v1/tickets'])
    await here.office.callNext()
    await soon(kinds).toContain('call')
  })

  it('[CALL-01] hears a call though what a fact left open is not answered', async () => {
    const { context, notices, time } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const taken = await takeTicket(context, here.wish)
    if (taken.status !== 'taken') throw new Error('no number was taken')
    const asking = `GET /api/v1/user/v2/tickets/${taken.tuid}`
    here.door.faults.set(asking, 'lost')
    ruleTime(time)
    await here.office.callNext()
    await here.office.takeBack()
    await soon(() => here.door.lost).toEqual([asking])
    const { at } = await here.office.callNext()
    await soon(notices).toContainEqual(expect.objectContaining({ kind: 'call', ticket_time: at }))
  })

  it('[CALL-06] empties the inbox when the page is seen again', async () => {
    const { context, fakes, kinds, session } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const ticket = await here.office.takeFor(session)
    await context.db.tickets.keep(ticket, context.clock.now())
    fakes.visibility.show(false)
    await putInInbox({ message: pushAbout(ticket, {}), received_at: 1, user_id: null })
    fakes.visibility.show(true)
    await soon(kinds).toEqual(['call'])
  })

  it('[TEMP-04] finds a session over when the page is seen again after its time', async () => {
    const { context, fakes, session, stores, time } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    fakes.visibility.show(false)
    time.pass(Date.parse(session.expires_at) - time.now() + 1)
    fakes.visibility.show(true)
    await soon(() => stores.session.getState().status).toBe('expired')
  })
})

describe('[OFFL-03] what waits to be told', () => {
  /** A page that watches, whose time is the test's. */
  async function watching() {
    const timers = new HandTime()
    const made = await here.signedIn({ timers })
    here.atTheEnd(keepWatch(made.context))
    // It has looked once at what waits: whatever comes then it is told.
    const { promise, resolve } = Promise.withResolvers<boolean>()
    here.atTheEnd(
      made.context.db.watch(
        ({ outbox }) => outbox.has('poll'),
        resolve,
        fail => expect.fail(String(fail)),
      ),
    )
    await promise
    return { ...made, timers, waits: (kind: OutboxKind) => made.context.db.outbox.has(kind) }
  }

  it('[AUTH-02] a log-out over which the server stumbled is told by itself while the page stands', async () => {
    const { context, timers, waits } = await watching()
    here.door.faults.set('DELETE /services/login/session', 'down')
    await logOut(context)
    expect(await waits('log-out')).toBe(true)
    await soon(() => timers.pending).toBe(1)
    timers.pass(30_000)
    await soon(() => here.door.asked('DELETE /services/login/session').length).toBe(2)
    await soon(() => timers.pending).toBe(1)
    here.door.mend()
    timers.pass(30_000)
    await soon(() => waits('log-out')).toBe(false)
    expect(here.door.cookie).toBeNull()
    await soon(() => timers.pending).toBe(0)
  })

  it('[AUTH-02] a log-out is not told while somebody is here, whose session it would end', async () => {
    const { context, time, timers, waits } = await watching()
    await context.db.outbox.put('log-out', time.now())
    await soon(() => timers.pending).toBe(1)
    timers.pass(30_000)
    await soon(() => timers.pending).toBe(1)
    expect(await waits('log-out')).toBe(true)
    expect(here.door.asked('DELETE /services/login/session')).toEqual([])
  })

  it('is told again after a fault of ours, which keeps nothing else from its turn', async () => {
    const { context, time, timers, waits, session } = await watching()
    const pass = () => {
      time.pass(30_000)
      timers.pass(30_000)
    }
    const reported = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', reported)
    const { cancel } = context.api.reservations
    context.api.reservations.cancel = async () => {
      throw new Error('a fault of ours')
    }
    const { user_id } = session
    await context.db.outbox.put('cancel-reservation', time.now(), { subject: crypto.randomUUID(), user_id })
    await context.db.outbox.put('poll', time.now(), { subject: crypto.randomUUID(), user_id })
    await soon(() => timers.pending).toBe(1)
    pass()
    await soon(() => waits('poll')).toBe(false)
    expect(await waits('cancel-reservation')).toBe(true)
    context.api.reservations.cancel = cancel
    await soon(() => timers.pending).toBe(1)
    pass()
    await soon(() => waits('cancel-reservation')).toBe(false)
    expect(reported).toHaveBeenCalledOnce()
  })
})

it('"Cerca de mí" keeps the place, or why it is not known', async () => {
  const { context, stores } = here.device()
  expect(await findPosition(context)).toEqual({ status: 'done' })
  expect(stores.ui.getState().position).toEqual({ latitude: -33.4, longitude: -70.6 })
  const refused = {
    ...context,
    positionFinder: { locate: async () => ({ errorMessage: 'denied' as const }) },
  }
  expect(await findPosition(refused)).toEqual({ status: 'unknown' })
  expect(stores.ui.getState().position).toEqual({ errorMessage: 'denied' })
})

it('[OFF-05] "Cerca de mí" pressed again where no fix comes keeps the place, unless it may not be known', async () => {
  const { context, stores } = here.device()
  const findAgain = (errorMessage: 'timeout' | 'unavailable' | 'denied') =>
    findPosition({ ...context, positionFinder: { locate: async () => ({ errorMessage }) } })
  expect(await findAgain('timeout')).toEqual({ status: 'unknown' })
  expect(stores.ui.getState().position).toEqual({ errorMessage: 'timeout' })
  await findPosition(context)
  for (const why of ['timeout', 'unavailable'] as const) {
    expect(await findAgain(why)).toEqual({ status: 'unknown' })
    expect(stores.ui.getState().position).toEqual({ latitude: -33.4, longitude: -70.6 })
  }
  await findAgain('denied')
  expect(stores.ui.getState().position).toEqual({ errorMessage: 'denied' })
})

it('screens get the verbs without the context', async () => {
  const { context } = await here.signedIn()
  const { takeTicket, holdOffice } = bindFlows(context)
  expect(await holdOffice(here.office.slug).joined).toEqual({ status: 'done' })
  expect(await takeTicket(here.wish)).toMatchObject({ status: 'taken' })
})

describe('[CALL-01] a number or a time that was taken in another page of this browser', () => {
  /** A page that was open before, and another of the same person in which it is taken. */
  async function twoPages() {
    const one = await here.signedIn()
    here.atTheEnd(keepWatch(one.context))
    const two = here.device({ beside: one })
    two.context.session.signedIn(one.session)
    return { one, two, isJoined: () => one.context.socket.stateOf(here.office.slug) }
  }
  const take = async ({ context }: { context: Parameters<typeof takeTicket>[0] }) => {
    const outcome = await takeTicket(context, here.wish)
    return outcome.status === 'taken' ? outcome.tuid : expect.fail(outcome.status)
  }

  it('is called here as well, though that one is closed by then', async () => {
    const { one, two, isJoined } = await twoPages()
    const tuid = await take(two)
    await soon(isJoined).toBe('joined')
    two.context.socket.leaveAll()
    await here.office.callNext()
    await soon(async () => (await one.context.db.tickets.get(tuid))?.state).toBe('called')
    expect(one.notices()).toContainEqual(expect.objectContaining({ kind: 'call', tuid }))
  })

  it('of a time the office is heard from then on', async () => {
    const { two, isJoined } = await twoPages()
    const { slug: officeSlug, line } = here.office
    const block = { from: '2026-11-24T13:00:00.000Z', to: '2026-11-24T13:15:00.000Z' }
    const meta = { answers: ANSWERS }
    const booked = await bookReservation(two.context, {
      officeSlug,
      lineId: line.id,
      block,
      meet: false,
      meta,
    })
    expect(booked.status).toBe('confirmed')
    await soon(isJoined).toBe('joined')
  })

  it('while this one slept it is heard of when this one is looked at', async () => {
    const { one, two, isJoined } = await twoPages()
    // Its page was frozen: nobody tells it anything.
    two.context.otherPages = { tell() {}, subscribe: () => () => {} }
    await take(two)
    expect(isJoined()).toBeNull()
    one.fakes.visibility.show(false)
    one.fakes.visibility.show(true)
    await soon(isJoined).toBe('joined')
  })

  /** Two pages of one person that hear the same office, of which nobody looks at the first. */
  async function twoThatHear() {
    const { one, two } = await twoPages()
    here.atTheEnd(keepWatch(two.context))
    one.fakes.visibility.show(false)
    const tuid = await take(two)
    await soon(() => one.context.socket.stateOf(here.office.slug)).toBe('joined')
    const toldOf = ({ notices }: typeof two) =>
      notices().filter(notice => 'tuid' in notice && notice.tuid === tuid)
    return { one, two, tuid, toldOf }
  }
  /** The first hears by itself alone: nothing reaches the other by its own socket. */
  const deafen = ({ context }: { context: Parameters<typeof takeTicket>[0] }) => context.socket.leaveAll()

  it('and is taken in by the page at which nobody looks is said, and rings, in the one that is looked at', async () => {
    const { one, two, tuid, toldOf } = await twoThatHear()
    deafen(two)
    await here.office.callNext()
    await soon(() => toldOf(two)).toMatchObject([{ kind: 'call', tuid }])
    expect(two.fakes.alarm.rings).toHaveLength(1)
    expect(two.fakes.pushDoor.closed).toContain(noticeTag(tuid))
    expect(toldOf(one)).toMatchObject([{ kind: 'call', tuid }])
    await here.office.absent()
    await soon(() => toldOf(two)).toMatchObject([{ kind: 'skipped', tuid }])
  })

  it('is said once in each, whichever takes it in', async () => {
    const { two, tuid, toldOf } = await twoThatHear()
    await here.office.callNext()
    await soon(() => toldOf(two)).toMatchObject([{ kind: 'call', tuid }])
    expect(two.fakes.alarm.rings).toHaveLength(1)
  })

  it('rings once where both are looked at, in two windows side by side', async () => {
    const { one, two, tuid, toldOf } = await twoThatHear()
    one.fakes.visibility.show(true)
    deafen(two)
    await here.office.callNext()
    await soon(() => toldOf(one)).toMatchObject([{ kind: 'call', tuid }])
    await here.office.absent()
    await soon(() => toldOf(one)).toMatchObject([{ kind: 'skipped', tuid }])
    expect(toldOf(two)).toEqual([])
    expect(two.fakes.alarm.rings).toEqual([])
  })

  it('is said no more once it is over, though another page was the first to take that in', async () => {
    const { one, two, tuid, toldOf } = await twoThatHear()
    deafen(two)
    await here.office.callNext()
    await soon(() => toldOf(two)).toMatchObject([{ kind: 'call', tuid }])
    await here.office.attended()
    await soon(async () => (await two.context.db.tickets.get(tuid))?.state).toBe('attended')
    await recordTicket(two.context, await here.office.ticketAs(one.session, tuid))
    expect(toldOf(two)).toEqual([])
  })

  it('is taken away where another page was told that it was taken back', async () => {
    const { two, tuid, toldOf } = await twoThatHear()
    deafen(two)
    await here.office.callNext()
    await soon(() => toldOf(two)).toMatchObject([{ kind: 'call', tuid }])
    await here.office.takeBack()
    await soon(two.kinds).toContain('success')
    expect(toldOf(two)).toEqual([])
  })

  it('is shown, and rings no more, in the page that is looked at next, where nobody looked at either', async () => {
    const { one, two, tuid, toldOf } = await twoThatHear()
    two.fakes.visibility.show(false)
    deafen(two)
    await here.office.callNext()
    await soon(() => toldOf(one)).toMatchObject([{ kind: 'call', tuid }])
    expect(toldOf(two)).toEqual([])
    two.fakes.visibility.show(true)
    await soon(() => toldOf(two)).toMatchObject([{ kind: 'call', tuid }])
    expect(two.fakes.alarm.rings).toEqual([])
  })

  it('is not said here by a page that slept, where it is over by then, nor to whoever is somebody else', async () => {
    const { one, two, tuid, toldOf } = await twoThatHear()
    const heard: PageNews[] = []
    const third = one.fakes.otherPages.another()
    third.subscribe(news => heard.push(news))
    deafen(two)
    await here.office.callNext()
    await soon(() => toldOf(two)).toMatchObject([{ kind: 'call', tuid }])
    const [news = expect.fail('told nobody')] = heard.filter(({ kind }) => kind === 'told')
    two.stores.notices.getState().clear()
    // What is told after something is taken in after it.
    const tellLast = (subject: string) => {
      const notice = { kind: 'success', subject, code: 'passed' }
      third.tell({ kind: 'told', user_id: one.session.user_id, told: { notice, seq: null } })
    }
    third.tell({ ...news, user_id: '99999999-0000-4000-8000-000000000009' })
    tellLast('first')
    await soon(two.kinds).toEqual(['success'])
    await two.context.db.tickets.change(tuid, null, { state: 'attended' })
    third.tell(news)
    tellLast('second')
    await soon(two.kinds).toEqual(['success', 'success'])
  })

  it('of whoever was here before is nothing to this one', async () => {
    const { one } = await twoPages()
    const active = vi.spyOn(one.context.api.tickets, 'active')
    const page = one.fakes.otherPages.another()
    page.tell({ kind: 'took', user_id: '99999999-0000-4000-8000-000000000009' })
    // What is told after it is taken in after it.
    page.tell({ kind: 'left', user_id: one.session.user_id })
    await soon(() => one.stores.session.getState().user).toBeNull()
    expect(active).not.toHaveBeenCalled()
  })
})
