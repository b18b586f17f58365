import { expect, it, onTestFinished } from 'vitest'
import { bookReservation } from '#src/flows/reservations/book-reservation.ts'
import { logOut } from '#src/flows/session/log-out.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { refreshTicket } from '#src/flows/tickets/refresh-ticket.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { openHandoff, HANDOFF_NAME } from '#src/handoff/open-handoff.ts'
import { readWho } from '#src/handoff/who.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import { ticketOf } from '../db/receipts.ts'
import { holdTables } from '../db/silent-disk.ts'
import { HandTime } from '../platform/fakes.ts'
import { soon } from '../platform/soon.ts'
import type { Device } from './device.ts'
import { MODULO } from './office-at-work.ts'
import { phones } from './phones.ts'

const BLOCK = { from: '2026-11-24T13:00:00.000Z', to: '2026-11-24T13:15:00.000Z' }
const here = phones()

/** Lets seconds pass, in which the page is awake, until something has come of it. */
async function until<Value>(times: readonly HandTime[], coming: Promise<Value>): Promise<Value> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  coming.then(over, over)
  await soon(() => {
    for (const time of times) time.pass(1_000)
    return isOver
  }).toBe(true)
  return await coming
}

/** A phone on which somebody is signed in, both of whose stores say nothing any more. */
async function muted(prepare: (phone: Device) => Promise<unknown> = async () => undefined) {
  const timers = new HandTime()
  const before = await here.signedIn()
  await prepare(before)
  before.close()
  await openHandoff()
  const holds = await Promise.all([before.database, HANDOFF_NAME].map(holdTables))
  const letGo = () => holds.forEach(each => each())
  onTestFinished(letGo)
  const phone: Device = here.device({ database: before.database, timers })
  return { ...phone, session: before.session, timers, letGo }
}

it('[OFFL-05] [CALL-06] whose stores say nothing is known, takes a number, and hears each of its calls', async () => {
  const { context, stores, fakes, time, timers, session, notices, database, letGo } = await muted()
  const started = startSession(context)
  here.atTheEnd(keepWatch(context))
  expect(await until([time], started)).toBe('signed-in')
  expect(stores.ui.getState().storageProblem).toBe('broken')
  const taken = await takeTicket(context, here.wish)
  expect(taken).toMatchObject({ status: 'taken' })
  const [ticket] = await context.db.tickets.all()
  expect(ticket).toMatchObject({ user_id: session.user_id, state: 'waiting' })

  await here.office.callNext()
  await soon(() => fakes.alarm.rings.length).toBe(1)
  expect(notices()).toContainEqual(expect.objectContaining({ kind: 'call', modulo: MODULO }))
  // The worker's store says nothing of it, and what becomes of the call is heard all the same.
  await here.office.attended()
  await soon(async () => {
    timers.pass(1_000)
    return (await context.db.tickets.get(ticket?.tuid as string))?.state
  }).toBe('attended')

  letGo()
  await soon(() => {
    time.pass(1_000)
    return stores.ui.getState().storageProblem
  }).toBeNull()
  const later = here.device({ database })
  expect(await later.context.db.tickets.all()).toMatchObject([{ tuid: ticket?.tuid, state: 'attended' }])
  expect(await later.context.db.userData.read('user')).toMatchObject({ user_id: session.user_id })
})

it('[OFFL-05] whose stores say nothing books a time', async () => {
  const { context, time } = await muted()
  await until([time], startSession(context))
  const outcome = await bookReservation(context, {
    officeSlug: here.office.slug,
    lineId: here.office.line.id,
    block: BLOCK,
    meet: false,
    meta: { answers: ANSWERS },
  })
  expect(outcome).toMatchObject({ status: 'confirmed' })
  expect(await context.db.reservations.all()).toHaveLength(1)
})

it('[AUTH-02] whose stores say nothing is left at once, and nobody is known there when they answer', async () => {
  const { context, stores, time, database, letGo } = await muted()
  await until([time], startSession(context))
  await takeTicket(context, here.wish)
  await logOut(context)
  expect(context.session.user()).toBeNull()
  letGo()
  await soon(() => {
    time.pass(1_000)
    return stores.ui.getState().storageProblem
  }).toBeNull()
  const { db } = here.device({ database }).context
  expect(await db.tickets.all()).toEqual([])
  expect(await db.userData.read('user')).toBeNull()
  expect(await db.outbox.all('log-out')).toEqual([])
  expect(await readWho()).toMatchObject({ user_id: null })
})

it('whose stores say nothing calls no receipt over that it could not read', async () => {
  const receipt = ticketOf()
  const { context, stores, time, database, letGo } = await muted(({ context: { db, clock } }) =>
    db.tickets.keep(receipt, clock.now()),
  )
  await until([time], startSession(context))
  // Its screen asks for it: whoever is here has no such number.
  expect(await refreshTicket(context, receipt.tuid)).toMatchObject({ status: 'failed' })
  letGo()
  await soon(() => {
    time.pass(1_000)
    return stores.ui.getState().storageProblem
  }).toBeNull()
  const { db } = here.device({ database }).context
  expect(await db.tickets.get(receipt.tuid)).toMatchObject({ state: 'waiting' })
})
