import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import { confirmByOffice } from '#server/reservations/confirm-by-office.ts'
import { bookReservation } from '#src/flows/reservations/book-reservation.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import type { Device } from './device.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'
import { memorySettings } from '../platform/fakes.ts'
import { nextRut } from './next-rut.ts'
import { phones } from './phones.ts'

const BLOCK = { from: '2026-11-24T13:00:00.000Z', to: '2026-11-24T13:15:00.000Z' }
const POST = 'POST /services/reservations/v2'
const MINE = 'GET /services/reservations/v2/user'
// As the specification has them, and not as the code does.
const LOOK_MS = 3_000
const CONFIRM_MS = 20_000
const IN_ALL_MS = 25_000
const LONG_POLL_AFTER_MS = 4_000
const here = phones()

afterEach(freeTime)

const asked = (call: string) => here.door.asked(call)
const bookings = () => here.office.live(here.office.line.id)
const wish = () => ({
  officeSlug: here.office.slug,
  lineId: here.office.line.id,
  block: BLOCK,
  meet: false,
  meta: { answers: ANSWERS },
})

/** It is booked, and no word of it comes. */
function loseAnswer(): void {
  here.door.faults.set(POST, 'lost')
  here.door.silent.add('reserve:updated')
}

/**
 * Nobody hears what became of it, and nobody can be asked.
 * @returns lets time pass
 */
async function bookUnheard({ context, time }: Pick<Device, 'context' | 'time'>) {
  loseAnswer()
  here.door.faults.set(MINE, 'down')
  const pass = ruleTime(time)
  const booking = bookReservation(context, wish())
  await soon(() => here.door.lost).toEqual([POST])
  await pass(REQUEST_TIMEOUT_MS)
  expect(await booking).toMatchObject({ status: 'unknown' })
  return pass
}

/** What is booked waits until the office has confirmed it. */
const leaveToOffice = () => here.office.planLine(here.office.line.id, { confirm_minutes: 30 })

describe('booking a time', () => {
  it('[RES-04] that is past by a clock that stands ahead, until the server is heard, is booked', async () => {
    const toBlock = Date.parse(BLOCK.from) - here.server.clock.now().getTime()
    const { context } = await here.reloaded(toBlock + 3_600_000)
    const booking = bookReservation(context, wish())
    await startSession(context)
    expect(await booking).toMatchObject({ status: 'confirmed' })
  })

  it('[RES-05] whose answer is lost is confirmed by the channel all the same', async () => {
    const { context, stores } = await here.signedIn()
    here.door.faults.set(POST, 'lost')
    const outcome = await bookReservation(context, wish())
    const [made] = await bookings()
    expect(outcome).toEqual({ status: 'confirmed', id: made?.id })
    expect(stores.reservation.getState()).toMatchObject({ confirmed: [made?.id], current: made?.id })
    expect(asked(MINE)).toEqual([])
  })

  it('[RES-06] whose answer is lost, with no word on the channel, is found among what is held', async () => {
    const { context, time, stores } = await here.signedIn()
    loseAnswer()
    const pass = ruleTime(time)
    const booking = bookReservation(context, wish())
    await soon(() => here.door.lost).toEqual([POST])
    await pass(REQUEST_TIMEOUT_MS)
    await soon(() => asked(MINE).length).toBe(1)
    await soon(() => stores.reservation.getState().step).toBe('confirming')
    await pass(LOOK_MS)
    const [made] = await bookings()
    expect(await booking).toEqual({ status: 'confirmed', id: made?.id })
    expect(asked(`GET /services/reservations/v2/${made?.id}`)).toHaveLength(1)
    expect(asked(POST)).toHaveLength(1)
  })

  it('[RES-06] that the answer says is made is looked at 3 s later, neither sooner nor later', async () => {
    const { context, time, stores } = await here.signedIn()
    await leaveToOffice()
    const pass = ruleTime(time)
    const booking = bookReservation(context, wish())
    await soon(() => stores.reservation.getState().step).toBe('confirming')
    const [made] = await bookings()
    const looks = () => asked(`GET /services/reservations/v2/${made?.id}`).length
    await pass(LOOK_MS - 500)
    // What is asked later is answered later: a look would have come before it.
    await context.api.reservations.mine()
    expect(looks()).toBe(0)
    await pass(500)
    await soon(looks).toBe(1)
    expect(await booking).toMatchObject({ status: 'pending', id: made?.id })
  })

  it.each([
    ['as it should', 0],
    ['10 minutes behind', -600_000],
    ['3 hours ahead', 3 * 3_600_000],
  ])(
    '[RES-05] of which nobody heard is unknown after 25 s in all, however slow the office was to join; the clock stands %s until the server is heard',
    async (_, wrongBy) => {
      const { context, time, stores, kinds } = await here.reloaded(wrongBy)
      const slowJoin = 10_000
      const letIn = here.door.sockets.holdJoins()
      here.door.faults.set(POST, 'unheard')
      const pass = ruleTime(time)
      const over = vi.fn<(outcome: unknown) => void>()
      const booking = bookReservation(context, wish()).then(over)
      await startSession(context)
      await soon(() => here.door.joins.length).toBe(1)
      // Before the WebSocket has passed its health check, time that goes by would drive it to long poll.
      await soon(() => time.isDueIn(LONG_POLL_AFTER_MS)).toBe(false)
      await pass(slowJoin)
      letIn()
      await soon(() => asked(POST).length).toBe(1)
      await pass(REQUEST_TIMEOUT_MS)
      // Nothing is held, so the same request is made once more.
      await soon(() => asked(POST).length).toBe(2)
      await pass(IN_ALL_MS - slowJoin - REQUEST_TIMEOUT_MS - 1_000)
      expect(over).not.toHaveBeenCalled()
      await pass(1_000)
      await soon(() => over.mock.calls.length).toBe(1)
      await booking
      const [first, second] = asked(POST).map(({ body }) => (body as { request_id: string }).request_id)
      expect(second).toBe(first)
      expect(over).toHaveBeenCalledWith({ status: 'unknown', requestId: first })
      expect(stores.reservation.getState()).toMatchObject({
        queued: { requestId: first },
        step: null,
        failure: { code: 'unknown' },
      })
      expect(stores.reservationDraft.getState().drafts[here.office.line.id]?.requestId).toBe(first)
      expect(kinds()).toEqual([])

      freeTime()
      here.door.mend()
      const again = await bookReservation(context, { ...wish(), requestId: first })
      expect(again).toEqual({ status: 'confirmed', id: (await bookings())[0]?.id })
      expect(await bookings()).toHaveLength(1)
    },
  )

  it('[RES-05] [RES-16] that is unknown comes to light with what is held, without being asked for again', async () => {
    const device = await here.signedIn()
    const { context, time, stores } = device
    stores.reservationDraft.getState().change(here.office.line.id, { answers: { name: 'Ana' } })
    const pass = await bookUnheard(device)
    expect(stores.reservationDraft.getState().drafts[here.office.line.id]?.answers).toEqual({ name: 'Ana' })
    const looks = asked(MINE).length
    await pass(LOOK_MS)
    await soon(() => asked(MINE).length).toBe(looks + 1)
    expect(stores.reservation.getState()).toMatchObject({ failure: { code: 'unknown' } })
    // Until the next look is planned, no time that goes by would bring it.
    await soon(() => (time.nextAt ?? Infinity) - time.now()).toBeLessThanOrEqual(2 * LOOK_MS)
    here.door.mend()
    const lookedForChannel = vi.spyOn(context.socket, 'stateOf')
    // Twice as long as the first time.
    await pass(2 * LOOK_MS)
    const [made] = await bookings()
    await soon(() => stores.reservation.getState()).toMatchObject({
      queued: null,
      failure: null,
      confirmed: [made?.id],
      current: made?.id,
    })
    expect(stores.reservationDraft.getState().drafts).toEqual({})
    expect(asked(POST)).toHaveLength(1)
    // The last thing that a look does.
    await soon(() => lookedForChannel.mock.calls).toContainEqual([here.office.slug])
  })

  it('[RES-05] [RES-16] whose page was loaded anew in the middle comes to light there, and is said to be unknown until then', async () => {
    const tab = memorySettings()
    const pass = await bookUnheard(await here.signedIn({ tab }))
    const reloaded = here.device({ tab })
    const { stores } = reloaded
    expect(await startSession(reloaded.context)).toBe('signed-in')
    expect(stores.reservation.getState()).toMatchObject({
      queued: { lineId: here.office.line.id },
      failure: { code: 'unknown' },
    })
    here.door.mend()
    await pass(2 * LOOK_MS)
    const [made] = await bookings()
    await soon(() => stores.reservation.getState()).toMatchObject({ queued: null, current: made?.id })
    expect(asked(POST)).toHaveLength(1)
  })

  it.each(['without a network', 'turned away by a busy server'])(
    '[RES-05] [RES-16] that is unknown stays so after a press %s, and comes to light all the same',
    async how => {
      const device = await here.signedIn()
      const { context, fakes, stores } = device
      const pass = await bookUnheard(device)
      const { requestId } = stores.reservation.getState().queued ?? expect.fail('nothing is asked for')
      here.door.mend()
      const patience = (response: ServerResponse) => void response.writeHead(429).end()
      here.door.answers.set(POST, patience)
      fakes.connectivity.cable = how !== 'without a network'
      expect(await bookReservation(context, { ...wish(), requestId })).toEqual({
        status: 'unknown',
        requestId,
      })
      expect(stores.reservation.getState()).toMatchObject({
        queued: { requestId },
        failure: { code: 'unknown' },
      })
      fakes.connectivity.cable = true
      const lookedForChannel = vi.spyOn(context.socket, 'stateOf')
      await pass(LOOK_MS)
      const [made] = await bookings()
      await soon(() => stores.reservation.getState()).toMatchObject({ queued: null, current: made?.id })
      // The last thing that a look does.
      await soon(() => lookedForChannel.mock.calls).toContainEqual([here.office.slug])
    },
  )

  it('[RES-05] whose answer is lost, and whose repeat is turned away by a busy server, is unknown', async () => {
    const { context, time } = await here.signedIn()
    here.door.faults.set(POST, 'unheard')
    const pass = ruleTime(time)
    const booking = bookReservation(context, wish())
    await soon(() => asked(POST).length).toBe(1)
    // Not before the first has been asked, whose answer does not come.
    here.door.faults.delete(POST)
    here.door.answers.set(POST, response => void response.writeHead(429).end())
    await pass(REQUEST_TIMEOUT_MS)
    expect(await booking).toMatchObject({ status: 'unknown' })
    expect(asked(POST)).toHaveLength(2)
  })

  it('[RES-05] that nobody confirms within 20 s is pending as far as anybody knows, and no failure', async () => {
    const { context, time, stores } = await here.signedIn()
    await leaveToOffice()
    const pass = ruleTime(time)
    const over = vi.fn<(outcome: unknown) => void>()
    const booking = bookReservation(context, wish()).then(over)
    await soon(() => stores.reservation.getState().step).toBe('confirming')
    const [made] = await bookings()
    here.door.faults.set(`GET /services/reservations/v2/${made?.id}`, 'down')
    await pass(LOOK_MS)
    await soon(() => asked(`GET /services/reservations/v2/${made?.id}`).length).toBe(1)
    await pass(CONFIRM_MS - LOOK_MS - 1_000)
    expect(over).not.toHaveBeenCalled()
    await pass(1_000)
    await soon(() => over.mock.calls.length).toBe(1)
    await booking
    expect(over).toHaveBeenCalledWith({
      status: 'pending',
      id: made?.id,
      confirm_by: made?.confirm_by?.toISOString(),
    })
    expect(stores.reservation.getState()).toMatchObject({ created: [made?.id], failure: null })
  })

  it('[RES-05] is confirmed the moment the office says so, before the look', async () => {
    const { context, time, stores } = await here.signedIn()
    await leaveToOffice()
    const pass = ruleTime(time)
    const booking = bookReservation(context, wish())
    await soon(() => stores.reservation.getState().step).toBe('confirming')
    const id = (await bookings())[0]?.id ?? ''
    await confirmByOffice(here.server.queue, { id, office_id: here.office.office_id })
    expect(await booking).toEqual({ status: 'confirmed', id })
    await pass(LOOK_MS)
    // What is asked later is answered later: a look would have come before it.
    await context.api.reservations.mine()
    expect(asked(`GET /services/reservations/v2/${id}`)).toEqual([])
  })

  it('[SHELL-07] tells the office by which poster the person came, beside what the form asked', async () => {
    const { context, stores } = await here.signedIn()
    stores.ui.getState().readAddress('?utm_source=poster&fbclid=x1')
    expect(await bookReservation(context, wish())).toMatchObject({
      status: 'confirmed',
    })
    const params = { utm_source: 'poster', fbclid: 'x1' }
    expect(asked(POST)[0]?.body).toMatchObject({ meta: { answers: ANSWERS, params } })
  })

  it('[DOC-01] is refused for another person’s under the same document, and made where it is declared', async () => {
    const rut = nextRut()
    await here.office.limit('line')
    const stranger = await here.server.signInTemporary({ rut })
    const earlier = { from: '2026-11-24T12:00:00.000Z', to: '2026-11-24T12:15:00.000Z' }
    await here.office.book(here.office.line.id, earlier, stranger.user_id)
    const { context, fakes, session, stores, notices } = await here.signedIn({ rut })
    const refusal = { status: 'failed', code: '1005', declarable: true }
    expect(await bookReservation(context, wish())).toMatchObject(refusal)

    const { requestId } = stores.reservationDraft.getState().drafts[here.office.line.id] ?? {}
    const declared = {
      ...wish(),
      declared: true,
      requestId: requestId ?? expect.fail('nothing was asked for'),
    }
    fakes.connectivity.cable = false
    // What was refused has its answer: nobody has to look for it.
    expect(await bookReservation(context, declared)).toMatchObject({ status: 'failed', code: 'offline' })
    fakes.connectivity.cable = true
    const outcome = await bookReservation(context, declared)
    const [theirs, mine] = await bookings()
    expect(outcome).toEqual({ status: 'confirmed', id: mine?.id })
    expect(theirs).toMatchObject({ user_id: stranger.user_id, disputed: false })
    expect(mine).toMatchObject({ user_id: session.user_id, disputed: true })
    // What is said to them next: to bring the card.
    const said = { kind: 'success', subject: mine?.id, code: 'declared' }
    expect(notices()).toContainEqual(expect.objectContaining(said))
  })

  it('[CHAN-04] fails with the server’s own word once it is not among what is held, and leaves the channel', async () => {
    const { context, stores } = await here.signedIn()
    here.door.faults.set(POST, 'down')
    expect(await bookReservation(context, wish())).toMatchObject({ status: 'failed', code: 'unavailable' })
    expect(asked(MINE)).toHaveLength(1)
    expect(stores.reservation.getState()).toMatchObject({ queued: null, failure: { code: 'unavailable' } })
    expect(context.socket.stateOf(here.office.slug)).toBeNull()
  })

  it('asks for one slot however often it is pressed; a guest is led to say who they are', async () => {
    const { context } = await here.signedIn()
    const first = bookReservation(context, wish())
    expect(await bookReservation(context, wish())).toEqual({ status: 'under-way' })
    expect(await first).toMatchObject({ status: 'confirmed' })
    expect(asked(POST)).toHaveLength(1)

    const guest = here.device()
    expect(await bookReservation(guest.context, wish())).toMatchObject({ code: 'user-is-guest' })
    expect(guest.notices()).toMatchObject([{ kind: 'needRegistry', about: 'reservation' }])
  })

  it('without a network fails at once, and keeps what was typed', async () => {
    const { context, fakes, stores } = await here.signedIn()
    stores.reservationDraft.getState().change(here.office.line.id, { answers: { name: 'Ana' } })
    fakes.connectivity.plug(false)
    expect(await bookReservation(context, wish())).toMatchObject({ status: 'failed', code: 'offline' })
    expect(stores.reservationDraft.getState().drafts[here.office.line.id]?.answers).toEqual({ name: 'Ana' })
    expect(here.door.joins).toEqual([])
  })
})
