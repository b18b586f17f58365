import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { RESERVATION_SAGA_TIMEOUT_MS } from '#contract/limits.ts'
import { bookReservation } from '#src/flows/reservations/book-reservation.ts'
import { refreshReservation } from '#src/flows/reservations/refresh-reservation.ts'
import { expireSession } from '#src/flows/session/expire-session.ts'
import { logOut } from '#src/flows/session/log-out.ts'
import { refreshTicket } from '#src/flows/tickets/refresh-ticket.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { recordFact } from '#src/flows/watch/record-fact.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'
import { onItsWay } from './on-its-way.ts'
import { phones } from './phones.ts'

const BLOCK = { from: '2026-11-24T13:00:00.000Z', to: '2026-11-24T13:15:00.000Z' }
const here = phones()

afterEach(freeTime)

type Phone = Awaited<ReturnType<typeof here.signedIn>>

/** A number that another page of theirs took is asked for again, and the answer is on its way. */
async function taking({ context, session }: Phone) {
  const requestId = randomUUID()
  const other = here.device()
  other.context.session.signedIn(session)
  const taken = await takeTicket(other.context, { ...here.wish, requestId })
  const tuid = taken.status === 'taken' ? taken.tuid : expect.fail(taken.status)
  const answer = onItsWay(context.socket.askForTicket.bind(context.socket))
  context.socket.askForTicket = answer.ask
  const errand = takeTicket(context, { ...here.wish, requestId })
  await soon(answer.isAnswered).toBe(true)
  return { errand, tuid, ...answer }
}

async function withTicket() {
  const phone = await here.signedIn()
  const outcome = await takeTicket(phone.context, here.wish)
  return { ...phone, tuid: outcome.status === 'taken' ? outcome.tuid : expect.fail(outcome.status) }
}

/** What this browser knows of anybody. */
const leftHere = async ({ context, notices, stores }: Phone) => ({
  tickets: await context.db.tickets.all(),
  reservations: await context.db.reservations.all(),
  notices: notices(),
  taking: stores.newTicket.getState().tickets,
  booking: stores.reservation.getState().failure,
})
const NOTHING = { tickets: [], reservations: [], notices: [], taking: {}, booking: null }

describe('[AUTH-02] an answer that comes once somebody has left leaves nothing of theirs', () => {
  it('of the number that they asked for', async () => {
    const phone = await here.signedIn()
    const { errand, arrive } = await taking(phone)
    await logOut(phone.context)
    arrive()
    expect(await errand).toMatchObject({ status: 'failed' })
    expect(await here.office.tickets()).toHaveLength(1)
    expect(await leftHere(phone)).toEqual(NOTHING)
  })

  it('of a number that was refused', async () => {
    const phone = await here.signedIn()
    await here.office.takeFor(phone.session)
    const looking = onItsWay(phone.context.api.tickets.active.bind(phone.context.api.tickets))
    phone.context.api.tickets.active = looking.ask
    const errand = takeTicket(phone.context, here.wish)
    await soon(looking.isAnswered).toBe(true)
    await logOut(phone.context)
    looking.arrive()
    expect(await errand).toMatchObject({ status: 'failed' })
    expect(await leftHere(phone)).toEqual(NOTHING)
  })

  it('of the time that they asked for', async () => {
    const phone = await here.signedIn()
    const { context } = phone
    here.door.silent.add('reserve:updated')
    const pass = ruleTime(phone.time)
    const answer = onItsWay(context.api.reservations.book.bind(context.api.reservations))
    context.api.reservations.book = answer.ask
    const { slug: officeSlug, line } = here.office
    const wish = { officeSlug, lineId: line.id, block: BLOCK, meet: false, meta: { answers: ANSWERS } }
    const errand = bookReservation(context, wish)
    await soon(answer.isAnswered).toBe(true)
    await logOut(context)
    answer.arrive()
    // Nobody confirms it here any more.
    await pass(RESERVATION_SAGA_TIMEOUT_MS)
    expect(await errand).not.toMatchObject({ status: 'confirmed' })
    expect(await here.office.live(line.id)).toHaveLength(1)
    expect(await leftHere(phone)).toEqual(NOTHING)
  })

  it('of a number that was looked at, and called meanwhile', async () => {
    const phone = await withTicket()
    const { context, tuid } = phone
    context.socket.leaveAll()
    await here.office.callNext()
    const answer = onItsWay(context.api.tickets.one.bind(context.api.tickets))
    context.api.tickets.one = answer.ask
    const looking = refreshTicket(context, tuid)
    await soon(answer.isAnswered).toBe(true)
    await logOut(context)
    answer.arrive()
    await looking
    expect(await leftHere(phone)).toEqual(NOTHING)
  })

  it('of a reservation that was looked at', async () => {
    const phone = await here.signedIn()
    const { context } = phone
    const { slug: officeSlug, line } = here.office
    const wish = { officeSlug, lineId: line.id, block: BLOCK, meet: false, meta: { answers: ANSWERS } }
    const booked = await bookReservation(context, wish)
    const id = booked.status === 'confirmed' ? booked.id : expect.fail(booked.status)
    const answer = onItsWay(context.api.reservations.one.bind(context.api.reservations))
    context.api.reservations.one = answer.ask
    const looking = refreshReservation(context, id)
    await soon(answer.isAnswered).toBe(true)
    await logOut(context)
    answer.arrive()
    await looking
    expect(await leftHere(phone)).toEqual(NOTHING)
  })

  it('where somebody else is here by then, nor does the channel tell them of it', async () => {
    const phone = await withTicket()
    const { context, tuid } = phone
    const theirs = await context.api.tickets.one(tuid)
    const answer = onItsWay(context.api.tickets.one.bind(context.api.tickets))
    context.api.tickets.one = answer.ask
    const looking = refreshTicket(context, tuid)
    await soon(answer.isAnswered).toBe(true)
    await logOut(context)
    context.session.signedIn((await here.signedIn()).session)
    answer.arrive()
    await looking
    const { line_id, seq } = theirs
    const fact = { line_id, seq, at: new Date().toISOString(), owned: theirs }
    await recordFact(context, here.office.slug, { event: 'ticket:created', payload: fact } as Parameters<
      typeof recordFact
    >[2])
    expect(await context.db.tickets.all()).toEqual([])
  })
})

it('[AUTH-09] a number that is given while a session ends by itself is theirs still', async () => {
  const phone = await here.signedIn()
  const { errand, tuid, arrive } = await taking(phone)
  await expireSession(phone.context)
  arrive()
  expect(await errand).toEqual({ status: 'taken', tuid })
  expect(await phone.context.db.tickets.all()).toMatchObject([{ tuid }])
})
