import { describe, expect, it } from 'vitest'
import { ownPolicy } from '#server/policies/own-policy.ts'
import { bindFlows, type Flows } from '#src/flows/bind-flows.ts'
import { answerPoll } from '#src/flows/polls/answer-poll.ts'
import { declinePoll } from '#src/flows/polls/decline-poll.ts'
import { bookReservation } from '#src/flows/reservations/book-reservation.ts'
import { cancelReservation } from '#src/flows/reservations/cancel-reservation.ts'
import { enterSession } from '#src/flows/session/enter-session.ts'
import { logOut } from '#src/flows/session/log-out.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { tellLanguage } from '#src/flows/session/tell-language.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import { soon } from '../platform/soon.ts'
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

describe('what needs the server’s word that it is they, and is pressed before it has come', () => {
  const PHONE = '+56911111111'
  it.each<[rule: string, what: string, press: (verbs: Flows) => Promise<unknown>]>([
    ['PROF-02', 'a preference', verbs => verbs.savePreferences({ whatsapp: false })],
    ['KEEP-03', 'a policy that is accepted', verbs => verbs.acceptPolicy(ownPolicy.version)],
    ['KEEP-03', 'what is kept of them', verbs => verbs.readOwnData()],
    ['AUTH-09', 'a code for another browser', verbs => verbs.makeHandover()],
    ['PUSH-07', 'the end of notices', verbs => verbs.disablePush()],
    ['MSG-01', 'a number for WhatsApp', verbs => verbs.askWhatsappCode(PHONE)],
  ])('[%s] %s is asked for in their name', async (_rule, _what, press) => {
    const { context, session } = await here.reloaded()
    const id = '99999999-0000-4000-8000-000000000001'
    const push = { id, endpoint: 'https://push.example/1', language: 'es', user_id: session.user_id }
    await context.db.userData.write('push', push)
    const pressed = press(bindFlows(context))
    await startSession(context)
    await pressed
    const nobodys = here.door.requests.filter(({ token }) => token === null)
    expect(nobodys.map(({ path }) => path)).toEqual(['/services/login/session'])
  })

  it('[KEEP-03] that all of it be erased is done', async () => {
    const { context } = await here.reloaded()
    const pressed = bindFlows(context).eraseMe()
    await startSession(context)
    expect(await pressed).toEqual({ status: 'done' })
  })

  it('[KEEP-03] that all be erased erases nobody who turns out to be here instead', async () => {
    const { context } = await here.reloaded()
    await here.admit('Bruno')
    const pressed = bindFlows(context).eraseMe()
    await startSession(context)
    expect(await pressed).toMatchObject({ status: 'failed', code: 'user-is-guest' })
    expect(here.door.asked('DELETE /services/users/v2/me')).toEqual([])
  })
})

describe('what is pressed by whom the device remembers, where the browser is somebody else’s by now', () => {
  it.each<[rule: string, what: string, path: string, press: (verbs: Flows) => Promise<unknown>]>([
    ['KEEP-03', 'what is kept of one', '/services/users/v2/me', verbs => verbs.readOwnData()],
    ['AUTH-09', 'a code for another browser', '/services/login/handover', verbs => verbs.makeHandover()],
    ['MSG-01', 'an end of WhatsApp', '/services/users/v2/whatsapp', verbs => verbs.forgetWhatsapp()],
  ])('[%s] %s is not asked for in their name', async (_rule, _what, path, press) => {
    const { context } = await here.reloaded()
    await here.admit('Bruno')
    const pressed = press(bindFlows(context))
    await startSession(context)
    expect(await pressed).toMatchObject({ status: 'failed', code: 'user-is-guest' })
    expect(here.door.requests.filter(asked => asked.path === path)).toEqual([])
  })
})

describe('a language that is chosen', () => {
  const SAVE = 'POST /services/users/v2/preferences'
  async function languageOf(userId: string): Promise<string | null> {
    const { db } = here.server.database
    const row = db.selectFrom('users').select('language').where('id', '=', userId)
    return (await row.executeTakeFirstOrThrow()).language
  }
  /** As the profile does it. */
  function choose({ context, stores }: Pick<Device, 'context' | 'stores'>, language: 'en' | 'pt') {
    stores.ui.getState().setLanguage(language)
    return tellLanguage(context)
  }

  it('[I18N-01] before it is known who is here is told as soon as it is, and the last one holds', async () => {
    const { session, database, close } = await here.signedIn()
    close()
    const page = await justOpened(database)
    const told = [choose(page, 'en'), choose(page, 'pt')]
    expect(await startSession(page.context)).toBe('signed-in')
    await Promise.all(told)
    expect(await languageOf(session.user_id)).toBe('pt')
    expect(await page.context.db.userData.read('language_untold')).toBeNull()
  })

  it('[I18N-01] also where the browser alone knows who is here, and not the device', async () => {
    const session = await here.admit()
    const page = here.device()
    page.context.session.loading()
    const told = choose(page, 'pt')
    await startSession(page.context)
    await told
    expect(await languageOf(session.user_id)).toBe('pt')
  })

  it('[I18N-01] is kept to be told, though the page is closed before the server has answered', async () => {
    const { session, database, close } = await here.signedIn()
    close()
    const page = await justOpened(database)
    // It never does.
    page.context.api.login.session = () => new Promise(() => {})
    const told = choose(page, 'pt')
    void startSession(page.context)
    await told
    const later = here.device({ database })
    later.stores.ui.getState().setLanguage('pt')
    await startSession(later.context)
    expect(await languageOf(session.user_id)).toBe('pt')
  })

  it('[I18N-01] by a guest is told of nobody who comes in later', async () => {
    const page = here.device()
    page.context.session.loading()
    const told = choose(page, 'pt')
    await startSession(page.context)
    await told
    const bruno = await here.admit('Bruno')
    await enterSession(page.context, bruno)
    expect(here.door.asked(SAVE)).toEqual([])
    expect(await page.context.db.userData.read('language_untold')).toBeNull()
  })

  it('[I18N-01] is told of nobody who comes in while the storage has yet to take it', async () => {
    const { context, stores } = await here.signedIn()
    let letGo = () => {}
    const held = new Promise<void>(resolve => (letGo = resolve))
    const { keepTrying } = context.db
    const db = {
      ...context.db,
      keepTrying: async (name: string, work: () => Promise<unknown>) => {
        await held
        await keepTrying(name, work)
      },
    }
    const told = choose({ context: { ...context, db }, stores }, 'pt')
    await logOut(context)
    await enterSession(context, await here.admit('Bruno'))
    letGo()
    await told
    expect(here.door.asked(SAVE)).toEqual([])
    expect(await context.db.userData.read('language_untold')).toBeNull()
  })

  it('[I18N-01] and could not be told is told when the network is back', async () => {
    const made = await here.signedIn()
    const { context, fakes, session } = made
    here.atTheEnd(keepWatch(context))
    here.door.faults.set(SAVE, 'dropped')
    await choose(made, 'pt')
    expect(await languageOf(session.user_id)).not.toBe('pt')
    here.door.mend()
    fakes.connectivity.plug(false)
    fakes.connectivity.plug(true)
    await soon(() => languageOf(session.user_id)).toBe('pt')
  })
})
