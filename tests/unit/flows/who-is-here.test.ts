import { describe, expect, it } from 'vitest'
import { answerPoll } from '#src/flows/polls/answer-poll.ts'
import { declinePoll } from '#src/flows/polls/decline-poll.ts'
import { bookReservation } from '#src/flows/reservations/book-reservation.ts'
import { cancelReservation } from '#src/flows/reservations/cancel-reservation.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import type { Device } from './device.ts'
import { phones } from './phones.ts'

const BLOCK = { from: '2026-11-24T13:00:00.000Z', to: '2026-11-24T13:15:00.000Z' }
const here = phones()

/**
 * The page of somebody who was here before, loaded anew: its storage has not said so yet, nor has the server.
 */
async function justOpened(database?: Device['database']) {
  if (database === undefined) await here.admit()
  const page = here.device({ ...(database && { database }) })
  page.context.session.loading()
  return page
}

const booking = () => {
  const { slug: officeSlug, line } = here.office
  return { officeSlug, lineId: line.id, block: BLOCK, meet: false, meta: { answers: ANSWERS } }
}

describe('what is pressed before it is known who is here', () => {
  it('[TKT-01] a number is taken, by the very request that nobody knew the end of', async () => {
    const { context, stores, kinds } = await justOpened()
    const requestId = '99999999-9999-4999-8999-999999999999'
    const taking = takeTicket(context, { ...here.wish, requestId })
    await startSession(context)
    expect(await taking).toMatchObject({ status: 'taken' })
    expect(stores.newTicket.getState().tickets[here.office.line.id]).toMatchObject({ failure: null })
    expect(kinds()).not.toContain('needRegistry')
    expect(here.door.said('ticket:new')).toMatchObject([{ request_id: requestId }])
  })

  it('[RES-05] a time is booked', async () => {
    const { context, kinds } = await justOpened()
    const booked = bookReservation(context, booking())
    await startSession(context)
    expect(await booked).toMatchObject({ status: 'confirmed' })
    expect(kinds()).not.toContain('needRegistry')
  })

  it('[RES-08] a reservation is cancelled', async () => {
    const { context, database } = await here.signedIn()
    const outcome = await bookReservation(context, booking())
    const id = outcome.status === 'confirmed' ? outcome.id : expect.fail(outcome.status)
    const page = await justOpened(database)
    const cancelled = cancelReservation(page.context, id)
    await startSession(page.context)
    expect((await cancelled).status).not.toBe('failed')
    expect(await here.office.reservation(id)).toMatchObject({ state: 'cancelled' })
  })

  it.each([
    [
      'said',
      (context: Device['context'], ticket_id: string) =>
        answerPoll(context, { office_id: here.office.office_id, ticket_id, rating: 4, description: '' }),
    ],
    ['declined', declinePoll],
  ])('[POLL-01] how it was is %s', async (_how, press) => {
    const { context, database, session } = await here.signedIn()
    const { tuid } = await here.office.takeFor(session)
    await here.office.callNext()
    await here.office.attended()
    await startSession(context)
    const page = await justOpened(database)
    const pressed = press(page.context, tuid)
    await startSession(page.context)
    expect((await pressed).status).not.toBe('failed')
  })
})
