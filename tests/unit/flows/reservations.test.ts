import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Line } from '#contract/rest/offices.ts'
import type { TimeBlock } from '#contract/rest/reservations.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { confirmByOffice } from '#server/reservations/confirm-by-office.ts'
import type { BookingOutcome } from '#src/flows/reservations/booking-outcome.ts'
import { bindFlows } from '#src/flows/bind-flows.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { timeBlocksQuery } from '#src/queries/reservation-queries.ts'
import { apiPart } from '#src/queries/parts.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { ANSWERS, blockAt, type LinePlanOptions } from '#tests/support/reservation-office.ts'
import { fillDisk, noSpace } from '../db/failing-disk.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'
import type { Device } from './device.ts'
import { nextRut } from './next-rut.ts'
import { phones } from './phones.ts'

const ANA = { name: 'Ana Soto', email: 'ana@correo.example', phone: '+56912345678', rut: '12345678-5' }
/** Nobody else books on it. */
const DAY = '2026-11-24'

const here = phones()

type Phone = Device & { flows: ReturnType<typeof bindFlows> }

/** A phone of nobody yet, with the application open on it. */
function emptyPhone(): Phone {
  const made = here.device()
  here.atTheEnd(keepWatch(made.context))
  return { ...made, flows: bindFlows(made.context) }
}

/** A phone on which somebody is signed in, as a temporary user does it. */
async function phone(): Promise<Phone> {
  const made = emptyPhone()
  const { flows } = made
  expect(await flows.logInTemporary({ ...ANA, rut: nextRut() })).toMatchObject({ status: 'logged-in' })
  return made
}

/** A line that takes reservations, and what is free in it that day. */
async function bookableLine({ context }: Device, plan: LinePlanOptions = {}, of = here.office) {
  const id = await of.reserveLine(plan)
  const { lines } = await context.api.reservations.settings(of.slug)
  const found = lines.find(({ line_id }) => line_id === id)
  if (!found) throw new Error('the line takes no reservations')
  const line: Pick<Line, 'id' | 'slug'> = { id, slug: found.slug }
  return { line, blocks: await context.api.reservations.timeBlocks(of.slug, line.slug, DAY) }
}

const wishFor = (line: { id: number }, block: TimeBlock, of = here.office) => ({
  officeSlug: of.slug,
  lineId: line.id,
  block: { from: block.from, to: block.to },
  meet: false,
  meta: { answers: ANSWERS },
})

const idOf = (outcome: BookingOutcome): string =>
  'id' in outcome ? outcome.id : expect.fail(JSON.stringify(outcome))

async function booked(at: Phone, plan: LinePlanOptions = {}) {
  const { line, blocks } = await bookableLine(at, plan)
  const outcome = await at.flows.bookReservation(wishFor(line, blockAt(blocks, 40)))
  const id = idOf(outcome)
  return { line, blocks, id, outcome, kept: () => at.context.db.reservations.get(id) }
}

/** Soon enough that the desk may call it. */
async function bookedForSoon(at: Phone) {
  const { line } = await bookableLine(at)
  const today = await at.context.api.reservations.timeBlocks(here.office.slug, line.slug, '2026-11-21')
  const soonest = today.find(({ from }) => Date.parse(from) > NOON.getTime())
  const id = idOf(await at.flows.bookReservation(wishFor(line, soonest ?? expect.fail('nothing is free'))))
  return { id, kept: () => at.context.db.reservations.get(id) }
}

describe('booking', () => {
  it('[RES-05] [RES-16] [TEMP-02] is confirmed by the channel, and keeps what the card shows and no answer', async () => {
    const ana = await phone()
    const { context, stores, kinds } = ana
    const { line, blocks } = await bookableLine(ana)
    const steps: unknown[] = []
    stores.reservation.subscribe(({ step }) => void steps.push(step))
    stores.reservationDraft.getState().change(line.id, { answers: ANSWERS })
    const outcome = await ana.flows.bookReservation(wishFor(line, blockAt(blocks, 40)))
    expect(outcome).toMatchObject({ status: 'confirmed' })
    const id = idOf(outcome)
    expect([...new Set(steps)]).toEqual(['checking', 'joining', 'asking', 'confirming', null])
    expect(stores.reservation.getState()).toMatchObject({
      queued: null,
      created: [],
      confirmed: [id],
      current: id,
    })
    expect(stores.reservationDraft.getState().drafts).toEqual({})
    expect(kinds()).toContain('isTemporary')
    const [kept] = await context.db.reservations.all()
    expect(kept).toMatchObject({
      id,
      code: `RV${id.slice(-3).toUpperCase()}`,
      from: blockAt(blocks, 40).from,
      state: 'confirmed',
      time_zone: 'America/Santiago',
      officeSlug: here.office.slug,
      cancel_waits: false,
    })
    const text = JSON.stringify(kept)
    for (const secret of [...Object.values(ANSWERS), ANA.name, ANA.email, ANA.phone])
      expect(text).not.toContain(secret)
  })

  it('[RES-12] [RES-06] without a channel is confirmed by a look after 3 s', async () => {
    const ana = await phone()
    const { line, blocks } = await bookableLine(ana)
    // The application's own news do not come: as behind a portal that lets no socket through.
    ana.context.socket.subscribe = () => () => undefined
    const pass = ruleTime(ana.time)
    onTestFinished(() => void freeTime())
    const booking = ana.flows.bookReservation(wishFor(line, blockAt(blocks, 3)))
    await soon(() => ana.stores.reservation.getState().step).toBe('confirming')
    const [made] = await here.office.live(line.id)
    const looks = () => here.door.asked(`GET /services/reservations/v2/${made?.id}`)
    await pass(2_999)
    // What is asked later comes later: a look would have come before it.
    await ana.context.api.reservations.mine()
    expect(looks()).toEqual([])
    await pass(1)
    const outcome = await booking
    expect(outcome).toMatchObject({ status: 'confirmed' })
    expect(await ana.context.db.reservations.get(idOf(outcome))).toMatchObject({
      code: `RV${idOf(outcome).slice(-3).toUpperCase()}`,
    })
  })

  it('[RES-07] lowers the free slots that others look at, without their asking; a cancel gives them back', async () => {
    const ana = await phone()
    const { line, blocks } = await bookableLine(ana, { slots: 2 })
    const benito = await phone()
    apiPart.provide(async () => benito.context.api)
    const shown = timeBlocksQuery(here.office.slug, line, DAY)
    await benito.queryClient.fetchQuery(shown)
    await benito.flows.holdOffice(here.office.slug).joined
    const wished = blockAt(blocks, 8)
    const free = () =>
      benito.queryClient.getQueryData(shown.queryKey)?.map(({ from, availables }) => [from, availables])
    const expected = (left: number) => blocks.map(({ from }) => [from, from === wished.from ? left : 2])
    const asked = vi.spyOn(benito.context.api.reservations, 'timeBlocks')
    const id = idOf(await ana.flows.bookReservation(wishFor(line, wished)))
    await soon(free).toEqual(expected(1))
    expect(await ana.flows.cancelReservation(id)).toEqual({ status: 'done' })
    await soon(free).toEqual(expected(2))
    expect(asked).not.toHaveBeenCalled()
  })

  it('[RES-16] is pending where the office confirms by hand, which is no failure, and is confirmed by its word', async () => {
    const ana = await phone()
    const { stores, notices } = ana
    const { id, outcome, kept } = await booked(ana, { confirm_minutes: 30 })
    expect(outcome).toEqual({ status: 'pending', id, confirm_by: (await kept())?.confirm_by })
    expect(stores.reservation.getState()).toMatchObject({ created: [id], confirmed: [], failure: null })
    await confirmByOffice(here.server.queue, { id, office_id: here.office.office_id })
    await soon(async () => (await kept())?.state).toBe('confirmed')
    await soon(() => stores.reservation.getState()).toMatchObject({ created: [], confirmed: [id] })
    expect(notices()).toContainEqual(
      expect.objectContaining({ kind: 'success', subject: id, code: 'reservation-confirmed' }),
    )
  })

  it('is refused with the code and the fields of the server, and queues nothing', async () => {
    const ana = await phone()
    const { line, blocks } = await bookableLine(ana)
    const wish = wishFor(line, blockAt(blocks, 3))
    const refetch = vi.spyOn(ana.context.serverData, 'refetchSettings')
    const outcome = await ana.flows.bookReservation({
      ...wish,
      meta: { answers: { ...ANSWERS, email: 'no' } },
    })
    expect(outcome).toMatchObject({ status: 'failed', code: 'reserve-form-invalid' })
    expect('fields' in outcome && outcome.fields.length).toBeGreaterThan(0)
    expect(ana.stores.reservation.getState()).toMatchObject({ queued: null, step: null, current: null })
    expect(ana.notices()).toContainEqual(
      expect.objectContaining({ kind: 'generic-error', code: 'reserve-form-invalid', about: 'reservation' }),
    )
    expect(await ana.context.db.reservations.all()).toEqual([])
    // The office asks otherwise by now, and attends otherwise.
    expect(refetch).toHaveBeenCalledExactlyOnceWith(here.office.slug)
    expect(await ana.flows.bookReservation({ ...wish, meet: true })).toMatchObject({
      code: 'reserve-invalid',
    })
    expect(refetch).toHaveBeenCalledTimes(2)
  })

  it('[RES-04] by the device itself: a time that is past, and one that is held already', async () => {
    const ana = await phone()
    const { line, blocks } = await bookableLine(ana)
    const asked = vi.spyOn(ana.context.api.reservations, 'book')
    const past = { from: '2026-11-21T14:45:00.000Z', to: '2026-11-21T15:00:00.000Z' }
    expect(
      await ana.flows.bookReservation({ ...wishFor(line, blockAt(blocks, 0)), block: past }),
    ).toMatchObject({
      code: 'reserve-in-the-past',
    })
    await ana.flows.bookReservation(wishFor(line, blockAt(blocks, 0)))
    expect(await ana.flows.bookReservation(wishFor(line, blockAt(blocks, 0)))).toMatchObject({
      code: 'reserve-already-exists',
    })
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('[RES-14] whoever comes second is told that the hour is taken, and sees it so', async () => {
    const ana = await phone()
    const { line, blocks } = await bookableLine(ana)
    await ana.flows.bookReservation(wishFor(line, blockAt(blocks, 3)))
    const benito = await phone()
    apiPart.provide(async () => benito.context.api)
    const shown = timeBlocksQuery(here.office.slug, line, DAY)
    benito.queryClient.setQueryData(shown.queryKey, blocks)
    expect(await benito.flows.bookReservation(wishFor(line, blockAt(blocks, 3)))).toMatchObject({
      status: 'failed',
      code: '1007',
    })
    expect(benito.notices()).toContainEqual(
      expect.objectContaining({ kind: 'block-already-taken-error', code: '1007' }),
    )
    expect(benito.queryClient.getQueryData(shown.queryKey)?.[3]?.availables).toBe(0)
  })

  it('[RES-14] a browser that keeps nothing is told so by the server (1006)', async () => {
    const ana = await phone()
    const { line, blocks } = await bookableLine(ana)
    ana.stores.ui.getState().setStorageProblem('refused')
    expect(await ana.flows.bookReservation(wishFor(line, blockAt(blocks, 3)))).toMatchObject({ code: '1006' })
  })

  it('[OFFL-05] on a full device, which has no more room than a private window, a time is booked and shown all the same', async () => {
    const ana = await phone()
    const { line, blocks } = await bookableLine(ana)
    ana.fakes.storage.room = { usage: 0, quota: 100 * 1024 ** 2 }
    onTestFinished(fillDisk(noSpace))
    await ana.context.db.cachedData.write({ key: 'flags', data: [], inserted_at: 0 })
    expect(await ana.flows.bookReservation(wishFor(line, blockAt(blocks, 3)))).toMatchObject({
      status: 'confirmed',
    })
    expect(await ana.context.db.reservations.all()).toMatchObject([{ confirmed: true }])
    expect(ana.stores.ui.getState().storageProblem).toBe('full')
  })
})

describe('a reservation in the hand', () => {
  it('[RES-08] is cancelled, and said to be; cancelled once more it simply is so', async () => {
    const ana = await phone()
    const { id, kept } = await booked(ana)
    expect(await ana.flows.cancelReservation(id)).toEqual({ status: 'done' })
    expect(await kept()).toMatchObject({ state: 'cancelled', deleted: true, cancel_waits: false })
    expect(ana.notices()).toContainEqual(
      expect.objectContaining({ kind: 'success', code: 'reservation-deleted' }),
    )
    expect(ana.stores.reservation.getState()).toMatchObject({ confirmed: [], current: null })
    await soon(() => ana.context.socket.stateOf(here.office.slug)).toBeNull()
    expect(await ana.flows.cancelReservation(id)).toEqual({ status: 'done' })
  })

  it('[RES-08] cancelled without a network it waits, says so, and is sent once when the network is back', async () => {
    const ana = await phone()
    const { id, kept } = await booked(ana)
    const sent = vi.spyOn(ana.context.api.reservations, 'cancel')
    ana.fakes.connectivity.plug(false)
    expect(await ana.flows.cancelReservation(id)).toEqual({ status: 'waiting' })
    expect(await ana.flows.cancelReservation(id)).toEqual({ status: 'waiting' })
    expect(await kept()).toMatchObject({ state: 'confirmed', cancel_waits: true })
    expect(sent).not.toHaveBeenCalled()
    ana.fakes.connectivity.plug(true)
    await soon(kept).toMatchObject({ state: 'cancelled', cancel_waits: false })
    ana.fakes.visibility.show(true)
    ana.fakes.connectivity.plug(true)
    await soon(() => ana.context.db.outbox.all('cancel-reservation')).toEqual([])
    expect(sent).toHaveBeenCalledTimes(1)
    const row = await here.office.reservation(id)
    expect(row.state).toBe('cancelled')
  })

  it('[AUTH-02] cancelled without a network by whoever then logs out: it is told with the log-out', async () => {
    const ana = await phone()
    const { id } = await booked(ana)
    ana.fakes.connectivity.plug(false)
    here.door.sockets.cut()
    await ana.flows.cancelReservation(id)
    await ana.flows.logOut()
    expect(await ana.context.db.reservations.all()).toEqual([])
    expect((await here.office.reservation(id)).state).toBe('confirmed')
    here.door.sockets.join()
    expect(await ana.flows.startSession()).toBe('guest')
    expect((await here.office.reservation(id)).state).toBe('cancelled')
    expect(await ana.context.db.outbox.all('cancel-reservation')).toEqual([])
    // Whoever comes after her sees nothing of it.
    expect(await ana.context.db.reservations.all()).toEqual([])
    expect(ana.notices()).toEqual([])
  })

  it('[AUTH-02] a cancel that cannot be told when its owner logs out is told with the log-out, which waits for it', async () => {
    const ana = await phone()
    const { id } = await booked(ana)
    const call = `DELETE /services/reservations/v2/${id}`
    here.door.faults.set(call, 'down')
    expect(await ana.flows.cancelReservation(id)).toEqual({ status: 'waiting' })
    await ana.flows.logOut()
    expect(ana.stores.session.getState().status).toBe('guest')
    expect(await ana.context.db.reservations.all()).toEqual([])
    here.door.mend()
    expect(await ana.flows.startSession()).toBe('guest')
    expect((await here.office.reservation(id)).state).toBe('cancelled')
    expect(await ana.context.db.outbox.all('cancel-reservation')).toEqual([])
    expect(here.door.cookie).toBeNull()
  })

  it('is moved to another block, and never loses the first before the second is held', async () => {
    const ana = await phone()
    const { id, blocks, kept } = await booked(ana)
    const target = blockAt(blocks, 60)
    expect(await ana.flows.moveReservation(id, target)).toEqual({ status: 'done' })
    expect(await kept()).toMatchObject({ from: target.from, to: target.to, state: 'confirmed' })
    const benito = await phone()
    const other = await booked(benito)
    expect(await ana.flows.moveReservation(other.id, target)).toMatchObject({ code: 'not-found' })
    expect(await other.kept()).toMatchObject({ from: blockAt(other.blocks, 40).from })
  })

  it('[RES-11] is confirmed by its owner', async () => {
    const ana = await phone()
    const { id, kept } = await booked(ana)
    expect(await ana.flows.confirmComing(id)).toEqual({ status: 'done' })
    expect(await kept()).toMatchObject({ state: 'user-confirmed', confirmed: true })
    ana.fakes.connectivity.plug(false)
    expect(await ana.flows.confirmComing(id)).toMatchObject({ code: 'offline' })
  })

  it('[CALL-01] [CALL-06] is called as a ticket is, by the one way in, and attended', async () => {
    const ana = await phone()
    const { id, kept } = await bookedForSoon(ana)
    const clerk = await here.office.clerk()
    await callReservation(here.server.queue, { ...clerk, id })
    await soon(kept).toMatchObject({ state: 'called', modulo: expect.any(String) })
    const calls = () => ana.notices().filter(({ kind }) => kind === 'call')
    await soon(calls).toMatchObject([{ ticket: (await kept())?.code, modulo: (await kept())?.modulo }])
    const ticket = () => ana.context.db.tickets.all()
    await soon(ticket).toMatchObject([{ reserve: id, number: null, state: 'called' }])
    await ana.flows.loadReservations()
    expect(calls()).toHaveLength(1)
    await markAttended(here.server.queue, clerk)
    await soon(kept).toMatchObject({ state: 'attended', attended: true })
    await soon(ticket).toMatchObject([{ state: 'attended' }])
  })
})

it('[CALL-06] a call that was missed is told when what is held is asked for, once', async () => {
  const ana = await phone()
  const { id, kept } = await bookedForSoon(ana)
  ana.context.socket.leaveAll()
  await callReservation(here.server.queue, { ...(await here.office.clerk()), id })
  const calls = () => ana.notices().filter(({ kind }) => kind === 'call')
  await ana.flows.loadReservations()
  expect(await kept()).toMatchObject({ state: 'called' })
  expect(calls()).toMatchObject([{ ticket: (await kept())?.code, modulo: (await kept())?.modulo }])
  await ana.flows.loadReservations()
  expect(calls()).toHaveLength(1)
})

describe('what is held', () => {
  it('[RES-15] a guest asks for nothing', async () => {
    const guest = emptyPhone()
    const asked = vi.spyOn(guest.context.api.reservations, 'mine')
    expect(await guest.flows.loadReservations()).toEqual({ status: 'done' })
    expect(asked).not.toHaveBeenCalled()
  })

  it('is carried to another browser, and goes with a log-out; what was typed in the wizard as well', async () => {
    const ana = await phone()
    const { id } = await booked(ana)
    const code = await ana.flows.makeHandover()
    const other = emptyPhone()
    expect(await other.flows.redeemHandover('code' in code ? code.code : '')).toEqual({ status: 'done' })
    expect(await other.context.db.reservations.all()).toMatchObject([{ id, state: 'confirmed' }])
    await soon(() => other.context.socket.stateOf(here.office.slug)).toBe('joined')
    other.stores.reservationDraft.getState().change(1, { answers: ANSWERS })
    await other.flows.logOut()
    expect(await other.context.db.reservations.all()).toEqual([])
    expect(other.stores.reservation.getState()).toMatchObject({ confirmed: [], current: null })
    expect(other.stores.reservationDraft.getState().drafts).toEqual({})
  })

  it('[CHAN-04] holds its office’s channel, and learns what happened while it was away', async () => {
    const ana = await phone()
    const { id, kept } = await booked(ana, { confirm_minutes: 30 })
    await ana.context.socket.leave(here.office.slug)
    expect(ana.context.socket.stateOf(here.office.slug)).toBe('joined')
    ana.context.socket.leaveAll()
    await confirmByOffice(here.server.queue, { id, office_id: here.office.office_id })
    expect(await kept()).toMatchObject({ state: 'pending' })
    await ana.flows.loadReservations()
    expect(await kept()).toMatchObject({ state: 'confirmed' })
    await soon(() => ana.context.socket.stateOf(here.office.slug)).toBe('joined')
  })
})
