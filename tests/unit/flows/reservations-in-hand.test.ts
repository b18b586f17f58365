import { afterEach, describe, expect, it, vi } from 'vitest'
import { REQUEST_TIMEOUT_MS, RESERVATION_HIDDEN_AFTER_MS } from '#contract/limits.ts'
import { cancelReservation as cancelAtServer } from '#server/reservations/cancel-reservation.ts'
import { expireReservations } from '#server/reservations/expire-reservations.ts'
import { removeReservation } from '#server/reservations/remove-reservation.ts'
import { bookReservation } from '#src/flows/reservations/book-reservation.ts'
import { cancelReservation, sendCancels } from '#src/flows/reservations/cancel-reservation.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { loadReservations } from '#src/flows/reservations/load-reservations.ts'
import { moveReservation } from '#src/flows/reservations/move-reservation.ts'
import { recordReservation, refreshReservation } from '#src/flows/reservations/refresh-reservation.ts'
import { refreshTicket } from '#src/flows/tickets/refresh-ticket.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { proxysOwn } from '#tests/support/door.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import { reservationOf } from '../db/reservation-of.ts'
import type { HandTime } from '../platform/fakes.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'
import { inThatMoment } from './in-that-moment.ts'
import { phones } from './phones.ts'

const BLOCK = { from: '2026-11-24T13:00:00.000Z', to: '2026-11-24T13:15:00.000Z' }
const LATER = { from: '2026-11-24T15:00:00.000Z', to: '2026-11-24T15:15:00.000Z' }
/** Soon enough that the desk may call it. */
const SOONEST = { from: '2026-11-21T15:15:00.000Z', to: '2026-11-21T15:30:00.000Z' }
const BASE = '/services/reservations/v2'
const MINUTE_MS = 60_000
const here = phones()

afterEach(freeTime)

const asked = (call: string) => here.door.asked(call)

async function withReservation(block = BLOCK) {
  const made = await here.signedIn()
  const { slug: officeSlug, line } = here.office
  const wish = { officeSlug, lineId: line.id, block, meet: false, meta: { answers: ANSWERS } }
  const outcome = await bookReservation(made.context, wish)
  const id = outcome.status === 'confirmed' ? outcome.id : expect.fail(outcome.status)
  return { ...made, id, kept: () => made.context.db.reservations.get(id) }
}

/** Lets a request that is never answered be over without waiting for it. */
async function withoutAnswer<Outcome>(
  time: HandTime,
  call: string,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  const pass = ruleTime(time)
  const acting = act()
  await soon(() => asked(call).length).toBe(1)
  if (here.door.faults.get(call) === 'lost') await soon(() => here.door.lost).toContain(call)
  await pass(REQUEST_TIMEOUT_MS)
  const outcome = await acting
  freeTime()
  return outcome
}

it('[DESK-03] a reservation whose call was taken back unheard is called no more on the screen, and that is said', async () => {
  const { context, id, notices, kinds } = await withReservation(SOONEST)
  here.atTheEnd(keepWatch(context))
  await context.socket.hold(here.office.slug).joined
  await here.office.callReservation(id)
  await soon(kinds).toContain('call')
  // The call is said first, and the number that it was given looked up behind it.
  await soon(() => context.db.tickets.all()).toMatchObject([{ state: 'called', reserve: id }])
  // Nothing of it is heard here.
  for (const event of ['call:taken_back', 'reserve:updated']) here.door.silent.add(event)
  await here.office.takeBack()
  const [called] = await context.db.tickets.all()
  expect(await refreshTicket(context, called!.tuid)).toMatchObject({ code: 'not-found' })
  expect(kinds()).not.toContain('call')
  expect(notices()).toContainEqual(expect.objectContaining({ code: 'call-taken-back' }))
  expect(await context.db.tickets.all()).toEqual([])
})

it('an answer that is overtaken in the moment in which it is kept says nothing', async () => {
  const { context, id, kept, notices } = await withReservation()
  const told = await context.api.reservations.one(id)
  inThatMoment(context, () => context.db.reservations.change(id, told.seq + 2, { state: 'cancelled' }))
  const before = notices()
  await recordReservation(context, { ...told, state: 'removed', seq: told.seq + 1 })
  expect(notices()).toEqual(before)
  expect((await kept())?.state).toBe('cancelled')
})

it.each([
  [false, 'reservation-removed'],
  [true, 'meeting-removed'],
])('that the office took away is said as fits where it is attended (by video: %s)', async (meet, code) => {
  const { context, id, notices } = await withReservation()
  const told = await context.api.reservations.one(id)
  await recordReservation(context, { ...told, meet, state: 'removed', seq: told.seq + 1 })
  expect(notices().at(-1)).toMatchObject({ kind: 'generic-error', subject: id, code })
})

describe('a cancel', () => {
  it('[RES-08] without an answer waits, and is found done when it is told once more', async () => {
    const { context, id, kept, time } = await withReservation()
    here.door.faults.set(`DELETE ${BASE}/${id}`, 'lost')
    here.door.silent.add('reserve:updated')
    const call = `DELETE ${BASE}/${id}`
    expect(await withoutAnswer(time, call, () => cancelReservation(context, id))).toEqual({
      status: 'waiting',
    })
    expect(await kept()).toMatchObject({ state: 'confirmed', cancel_waits: true })
    here.door.mend()
    await here.office.db.deleteFrom('reservations').where('id', '=', id).execute()
    expect(await sendCancels(context)).toBe('empty')
    expect(await kept()).toMatchObject({ state: 'cancelled', deleted: true, cancel_waits: false })
  })

  it('[RES-08] that is refused for good says so, and the receipt promises it no longer', async () => {
    const { context, id, kept, fakes, notices } = await withReservation(SOONEST)
    fakes.connectivity.plug(false)
    await cancelReservation(context, id)
    await here.office.callReservation(id)
    fakes.connectivity.plug(true)
    expect(await sendCancels(context)).toBe('empty')
    expect(await kept()).toMatchObject({ state: 'called', cancel_waits: false })
    expect(notices()).toContainEqual(
      expect.objectContaining({ kind: 'generic-error', code: 'reserve-delete-failed' }),
    )
    expect(await cancelReservation(context, id)).toMatchObject({ status: 'failed', code: 'reserve-invalid' })
  })

  it('[RES-08] stays while the server stumbles, and is told when the page is seen again', async () => {
    const { context, id, kept, fakes } = await withReservation()
    here.atTheEnd(keepWatch(context))
    here.door.faults.set(`DELETE ${BASE}/${id}`, 'down')
    expect(await cancelReservation(context, id)).toEqual({ status: 'waiting' })
    expect(await sendCancels(context)).toBe('waiting')
    here.door.mend()
    fakes.visibility.show(true)
    await soon(kept).toMatchObject({ state: 'cancelled' })
  })

  it('[RES-08] [KEEP-07] waits, and is not said to be done, where a proxy alone says that there is nothing', async () => {
    const { context, id, kept, kinds } = await withReservation()
    for (const verb of ['GET', 'DELETE']) here.door.answers.set(`${verb} ${BASE}/${id}`, proxysOwn(404))
    expect(await cancelReservation(context, id)).toEqual({ status: 'waiting' })
    expect(await sendCancels(context)).toBe('waiting')
    expect(await refreshReservation(context, id)).toMatchObject({ code: 'unavailable' })
    expect(await kept()).toMatchObject({ state: 'confirmed', deleted: false, cancel_waits: true })
    here.door.answers.set(`DELETE ${BASE}/${id}`, proxysOwn(403))
    expect(await sendCancels(context)).toBe('waiting')
    expect(kinds()).not.toContain('success')
    expect(kinds()).not.toContain('generic-error')
    here.door.mend()
    expect(await sendCancels(context)).toBe('empty')
    expect(await here.office.reservation(id)).toMatchObject({ state: 'cancelled' })
  })

  it('[RES-08] is sent by one of two windows', async () => {
    const { context, id, database, session, fakes } = await withReservation()
    fakes.connectivity.plug(false)
    await cancelReservation(context, id)
    const other = here.device({ database })
    other.context.session.signedIn(session)
    await Promise.all([sendCancels(context), sendCancels(other.context)])
    expect(asked(`DELETE ${BASE}/${id}`)).toHaveLength(1)
    expect(await context.db.outbox.all('cancel-reservation')).toEqual([])
  })

  it('[RES-08] is sent at the next start, and by nobody else’s hand', async () => {
    const { context, id, database, fakes } = await withReservation()
    const { cookie } = here.door
    fakes.connectivity.plug(false)
    await cancelReservation(context, id)
    const somebody = here.device({ database })
    somebody.context.session.signedIn(await here.admit('Benito'))
    await sendCancels(somebody.context)
    expect(asked(`DELETE ${BASE}/${id}`)).toEqual([])

    here.door.cookie = cookie
    const later = here.device({ database })
    expect(await startSession(later.context)).toBe('signed-in')
    expect(asked(`DELETE ${BASE}/${id}`)).toHaveLength(1)
    expect(await here.office.reservation(id)).toMatchObject({ state: 'cancelled' })
  })
})

it('[RES-08] of whoever was here before is not said to be cancelled, nor to be gone, for its server tells nobody else', async () => {
  const { context, id, kept, kinds } = await withReservation()
  context.session.expired()
  expect(await cancelReservation(context, id)).toMatchObject({ code: 'user-is-guest' })
  context.session.signedIn(await here.admit('Benito'))
  expect(await cancelReservation(context, id)).toMatchObject({ code: 'session-expired' })
  expect(await refreshReservation(context, id)).toMatchObject({ code: 'not-found' })
  expect(await kept()).toMatchObject({ state: 'confirmed', deleted: false, cancel_waits: false })
  expect(await context.db.outbox.all('cancel-reservation')).toEqual([])
  expect(kinds()).not.toContain('success')
})

describe('a move', () => {
  it('without an answer is looked for: done, not done, or unknown', async () => {
    const { context, id, kept, time } = await withReservation()
    const call = `PATCH ${BASE}/${id}`
    here.door.silent.add('reserve:updated')
    here.door.faults.set(call, 'unheard')
    const notDone = await withoutAnswer(time, call, () => moveReservation(context, id, LATER))
    expect(notDone).toMatchObject({ status: 'failed', code: 'timeout' })
    expect(await kept()).toMatchObject(BLOCK)

    here.door.requests.length = 0
    here.door.lost.length = 0
    here.door.faults.set(call, 'lost')
    expect(await withoutAnswer(time, call, () => moveReservation(context, id, LATER))).toEqual({
      status: 'done',
    })
    expect(await kept()).toMatchObject(LATER)

    here.door.requests.length = 0
    here.door.lost.length = 0
    here.door.faults.set(`GET ${BASE}/${id}`, 'down')
    const unknown = await withoutAnswer(time, call, () => moveReservation(context, id, BLOCK))
    expect(unknown).toEqual({ status: 'unknown' })
  })
})

describe('what is held', () => {
  it('is asked after where the server no longer lists it, and is over where it knows it no more', async () => {
    const { context, id, kept, session, stores } = await withReservation()
    here.door.silent.add('reserve:updated')
    const { user_id } = session
    const gone = reservationOf({ id: '66666666-6666-4666-8666-666666666666', user_id, ...BLOCK })
    await context.db.reservations.keep(gone, 1)
    await cancelAtServer(here.server.queue, { id, user_id })
    expect(await loadReservations(context)).toEqual({ status: 'done' })
    expect(await kept()).toMatchObject({ state: 'cancelled' })
    expect(await context.db.reservations.get(gone.id)).toMatchObject({ state: 'cancelled', deleted: true })
    expect(stores.reservation.getState().confirmed).toEqual([])
  })

  it('that the office did not confirm in time is said to be gone', async () => {
    const { context, session, notices } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    await here.office.planLine(here.office.line.id, { confirm_minutes: 30 })
    const { id } = await here.office.book(here.office.line.id, BLOCK, session.user_id)
    await loadReservations(context)
    expect(await context.db.reservations.get(id)).toMatchObject({ state: 'pending' })
    await context.socket.hold(here.office.slug).joined
    here.server.clock.advance(30 * 60_000)
    await expireReservations(here.server.queue)
    await soon(() => context.db.reservations.get(id)).toMatchObject({ state: 'expired', deleted: true })
    expect(notices()).toContainEqual(
      expect.objectContaining({ kind: 'generic-error', subject: id, code: 'reservation-expired' }),
    )
  })

  it('does not hide from a ticket of the same office what it has missed', async () => {
    const { context, session } = await here.signedIn()
    const ticket = await here.office.takeFor(session)
    await context.db.tickets.keep(ticket, context.clock.now())
    const { id } = await here.office.book(await here.office.newLine(), BLOCK, session.user_id)
    const know = vi.spyOn(context.socket, 'know')
    await loadReservations(context)
    expect(know).not.toHaveBeenCalled()
    expect(await context.db.reservations.get(id)).not.toBeNull()
    await soon(() => context.socket.stateOf(here.office.slug)).toBe('joined')
  })

  it('[TEMP-03] goes when it is stale, and not before its time is over', async () => {
    const { context } = await here.signedIn()
    const { db } = context
    const DAY_MS = 86_400_000
    await db.reservations.keep(reservationOf({ to: '2027-01-20T12:00:00.000Z' }), context.clock.now())
    expect(await db.reservations.removeStale(Date.parse('2027-01-20T12:00:00.000Z') + 15 * DAY_MS)).toBe(0)
    expect(await db.reservations.removeStale(Date.parse('2027-01-20T12:00:00.000Z') + 15 * DAY_MS + 1)).toBe(
      1,
    )
  })
})

describe('what ended while nobody looked', () => {
  // A day each, for the server's time is one: the office attends on all of them.
  it.each([
    ['missed', '24', 0],
    ['removed', '25', 0],
    ['missed', '26', 3 * 24 * 60],
  ] as const)('is learnt though it is listed no more: %s on the %s', async (state, day, minutesLater) => {
    const block = { from: `2026-11-${day}T13:00:00.000Z`, to: `2026-11-${day}T13:15:00.000Z` }
    const { context, id, kept } = await withReservation(block)
    context.socket.leaveAll()
    const { clock, queue } = here.server
    if (state === 'removed') await removeReservation(queue, { office_id: here.office.office_id, id })
    const hidden = Date.parse(block.to) + RESERVATION_HIDDEN_AFTER_MS
    clock.advance(hidden + MINUTE_MS - clock.now().getTime())
    await expireReservations(queue)
    context.clock = { ...context.clock, now: () => clock.now().getTime() + minutesLater * MINUTE_MS }
    expect(await kept()).toMatchObject({ state: 'confirmed' })
    expect(await loadReservations(context)).toEqual({ status: 'done' })
    expect(await kept()).toMatchObject({ state })
    // Nothing more becomes of it, and it is asked after no more.
    const one = vi.spyOn(context.api.reservations, 'one')
    await loadReservations(context)
    expect(one).not.toHaveBeenCalled()
  })
})
