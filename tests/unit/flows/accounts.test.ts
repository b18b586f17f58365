import { afterAll, describe, expect, it, vi } from 'vitest'
import { MAIL_LINK_MS, SIGN_IN_PAUSE_MS, SIGN_UPS_FREE } from '#contract/limits.ts'
import { MAIL_LINKS, type MailLinkKind } from '#contract/rest/accounts.ts'
import { ApiError } from '#src/api/api-error.ts'
import { ownPolicy } from '#server/policies/own-policy.ts'
import { emptyPerson } from '#src/domain/person-draft.ts'
import { bindFlows } from '#src/flows/bind-flows.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { expireSession } from '#src/flows/session/expire-session.ts'
import { loadTickets } from '#src/flows/tickets/load-tickets.ts'
import { cancelReservation } from '#src/flows/reservations/cancel-reservation.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { readWho } from '#src/handoff/who.ts'
import { historyQuery } from '#src/queries/history-query.ts'
import { apiPart } from '#src/queries/parts.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { soon } from '../platform/soon.ts'
import type { Device } from './device.ts'
import { nextRut } from './next-rut.ts'
import { nextEmail, PASSWORD, phones } from './phones.ts'

let mail: MailServer
// A proof of work that costs nothing, but can be seen.
const here = phones(async () => {
  mail = await startMailServer()
  return { captchaDifficulty: { cost: 1, from: 1, to: 5 }, settings: { mail: mail.settings } }
})
afterAll(() => mail.close())

/** What is behind the # of the newest link of this kind that was sent there. */
async function linkSentTo(user: string, kind: MailLinkKind): Promise<string> {
  const newest = () =>
    mail.mails.findLast(sent => sent.to.includes(user) && mail.linkIn(sent, MAIL_LINKS[kind]) !== '')
  await soon(() => newest() !== undefined).toBe(true)
  const found = newest()
  return found ? mail.linkIn(found, MAIL_LINKS[kind]) : ''
}
/** Of which nothing but what was typed is known. */
const OTHER_LINE = 9_999
const POLL = { ticket_id: 'a-ticket', office_id: 1, rating: 2, description: 'Ximena' }
const PLACE = { line_name: 'Cajas', office_name: 'Notaría Norte' }
const BLOCK = { from: '2026-11-24T13:00:00.000Z', to: '2026-11-24T13:15:00.000Z' }

type Phone = Device & { flows: ReturnType<typeof bindFlows> }
const asked = (path: string) => here.door.requests.filter(request => request.path === path)

/** A phone of nobody, or of a temporary user. */
function phone(): Phone {
  const made = here.device()
  // Each phone has a cookie of its own: the door keeps that of the last one who came in.
  here.door.cookie = null
  return { ...made, flows: bindFlows(made.context) }
}
async function temporaryPhone(): Promise<Phone> {
  const made = phone()
  const person = { name: 'Ana Rojas', email: nextEmail(), phone: '+56911111111', rut: nextRut() }
  expect(await made.flows.logInTemporary(person)).toMatchObject({ status: 'logged-in' })
  return made
}
async function registeredPhone(): Promise<Phone & { user: string }> {
  const made = phone()
  const user = nextEmail()
  expect(await made.flows.signUp({ user, password: PASSWORD, name: 'Ana Rojas' })).toEqual({ status: 'done' })
  return { ...made, user }
}
/** The same person on another device. */
async function secondPhone({ user }: { user: string }): Promise<Phone> {
  const made = phone()
  expect(await made.flows.signIn({ user, password: PASSWORD })).toEqual({ status: 'done' })
  return made
}
const sessionOf = ({ stores }: Device) => stores.session.getState()
const idOf = (device: Device) => sessionOf(device).user?.user_id ?? ''

describe('an account', () => {
  it('[AUTH-01] [AUTH-03] is made by name, e-mail and password, and is who is here, also for a start with no network', async () => {
    const { flows, stores, notices, database, close } = phone()
    const user = nextEmail()
    stores.ui.getState().setLanguage('pt')
    const outcome = await flows.signUp({ user, password: PASSWORD, name: 'Ana Rojas' })
    expect(outcome).toEqual({ status: 'done' })
    const session = stores.session.getState()
    expect(session).toMatchObject({
      status: 'registered',
      isLoading: false,
      user: { name: 'Ana Rojas', email: user, temporal: false },
    })
    expect(notices()).toMatchObject([{ kind: 'success', code: 'account-made' }])
    expect(asked('/services/login/signup')[0]?.body).toMatchObject({ language: 'pt' })
    expect(await readWho()).toEqual({ user_id: session.user?.user_id, language: 'pt' })
    await flows.takeTicket(here.wish)
    close()

    const later = here.device({ database, origin: 'http://127.0.0.1:9' })
    expect(await bindFlows(later.context).startSession()).toBe('remembered')
    expect(later.stores.session.getState()).toMatchObject({
      status: 'registered',
      user: { name: 'Ana Rojas' },
      token: null,
    })
    expect(await later.context.db.tickets.all()).toHaveLength(1)
  })

  it('[KEEP-03] keeps the policy that was accepted with it, also where its text had not come yet', async () => {
    const { flows, stores } = phone()
    const eva = { user: nextEmail(), password: PASSWORD, name: 'Eva Soto' }
    expect(await flows.signUp(eva, { accepts: { officeId: null } })).toEqual({ status: 'done' })
    expect(stores.session.getState().user?.accepted_policies).toEqual([ownPolicy.version])
  })

  it('[AUTH-07] a wrong password fails with the server’s own words, in the language of the page', async () => {
    const { user } = await registeredPhone()
    const other = phone()
    const fail = () => other.flows.signIn({ user, password: 'otra cosa larga' })
    expect(await fail()).toMatchObject({
      code: 'wrong-credentials',
      message: 'El usuario o la contraseña no coinciden',
    })
    other.stores.ui.getState().setLanguage('en')
    expect(await fail()).toMatchObject({ message: 'User or password do not match' })
    expect(sessionOf(other)).toMatchObject({ status: 'guest', isLoading: false, error: 'wrong-credentials' })
  })

  it('[AUTH-07] an e-mail that has one, and a password that everybody knows, are refused in the server’s words', async () => {
    const { user } = await registeredPhone()
    const { flows } = phone()
    expect(await flows.signUp({ user, password: 'otra cosa larga', name: 'Eva' })).toMatchObject({
      code: 'account-exists',
      message: 'Ya hay una cuenta con este correo. Inicia sesión con ella.',
    })
    expect(await flows.signUp({ user: nextEmail(), password: 'password1', name: 'Eva' })).toMatchObject({
      code: 'password-too-common',
      message: 'Esta contraseña es demasiado conocida. Elige otra.',
    })
  })

  it('[AUTH-01] is made by some work where many were made from here within the hour, and no patience is asked for', async () => {
    for (let time = 0; time < SIGN_UPS_FREE; time++) await registeredPhone()
    here.server.clock.advance(SIGN_IN_PAUSE_MS.max)
    here.door.requests.length = 0
    const { stores } = await registeredPhone()
    expect(asked('/services/login/captcha')).toHaveLength(1)
    expect(asked('/services/login/signup')).toHaveLength(2)
    expect(stores.ui.getState().tooManyRequests).toBeNull()
  })

  it('says at once that there is no network', async () => {
    const { flows, fakes, stores } = phone()
    fakes.connectivity.plug(false)
    expect(await flows.signIn({ user: 'a@b.cl', password: PASSWORD })).toMatchObject({ code: 'offline' })
    expect(stores.session.getState().error).toBe('offline')
    expect(asked('/services/login/password')).toEqual([])
  })

  it('proves some work where somebody guesses nearby, and blocks no screen for it', async () => {
    const { user } = await registeredPhone()
    const guesser = phone()
    for (let tries = 0; tries < 6; tries++) await guesser.flows.signIn({ user, password: 'esto no es nada' })
    const right = phone()
    let proved = 0
    const outcome = await right.flows.signIn({ user, password: PASSWORD }, { onProving: () => void proved++ })
    expect(outcome).toEqual({ status: 'done' })
    expect(proved).toBe(1)
    expect(right.stores.ui.getState().tooManyRequests).toBeNull()
  })
})

describe('what somebody without an account holds', () => {
  it('[AUTH-03] stays when they make one: the number, its receipt, the reservation', async () => {
    const made = await temporaryPhone()
    const { context, flows, stores } = made
    const before = idOf(made)
    expect(await flows.takeTicket(here.wish)).toMatchObject({ status: 'taken' })
    const { id } = await here.office.book(await here.office.newLine(), BLOCK, before)
    await flows.loadReservations()
    const [ticket] = await context.db.tickets.all()
    const oldToken = sessionOf(made).token
    stores.visitAnswers.getState().typed({ ...emptyPerson, name: 'Ana Rojas' })
    const outcome = await flows.signUp({ user: nextEmail(), password: PASSWORD, name: 'Ana Rojas' })
    expect(outcome).toEqual({ status: 'done' })
    expect(stores.session.getState()).toMatchObject({
      status: 'registered',
      user: { user_id: before, phone: '+56911111111', identity_type: 'rut' },
    })
    expect(sessionOf(made).token).not.toBe(oldToken)
    expect(stores.visitAnswers.getState().person).toBeNull()
    expect(await context.db.tickets.all()).toMatchObject([{ tuid: ticket?.tuid, state: 'waiting' }])
    expect(await context.db.reservations.get(id)).toMatchObject({ state: 'confirmed' })
    // The socket speaks for the account from now on.
    await soon(() => context.socket.stateOf(here.office.slug)).toBe('joined')
  })

  describe('in one of two pages', () => {
    /** The account is made in one page, and the server ends the session that the other one has still. */
    async function pages() {
      const page = await temporaryPhone()
      const beside = here.device({ beside: page })
      expect(await startSession(beside.context)).toBe('signed-in')
      here.server.clock.advance(1_000)
      const signUp = () => page.flows.signUp({ user: nextEmail(), password: PASSWORD, name: 'Ana Rojas' })
      return { page, beside, signUp }
    }

    it('[AUTH-03] the other one goes on in the new session by itself, and neither draws the other on', async () => {
      const { page, beside, signUp } = await pages()
      for (const { context } of [page, beside]) here.atTheEnd(keepWatch(context))
      expect(await signUp()).toEqual({ status: 'done' })
      await soon(() => sessionOf(beside).token).toBe(sessionOf(page).token)
      expect(sessionOf(beside)).toMatchObject({ status: 'registered', user: { user_id: idOf(page) } })
      const asked = here.door.asked('GET /services/login/session').length
      page.fakes.visibility.show(true)
      beside.fakes.visibility.show(true)
      await loadTickets(beside.context)
      expect(beside.kinds()).not.toContain('generic-error')
      expect(here.door.asked('GET /services/login/session')).toHaveLength(asked)
    })

    it('[AUTH-03] [AUTH-09] the other one, cut off before the new session is known here, asks by the cookie that both share', async () => {
      const { beside, page } = await pages()
      here.atTheEnd(keepWatch(beside.context))
      await beside.context.socket.hold(here.office.slug).joined
      const { token } = sessionOf(beside)
      // The browser has the answer, and its page has not read it yet.
      await page.context.api.accounts.signUp({ user: nextEmail(), password: PASSWORD, name: 'Ana Rojas' })
      await soon(() => sessionOf(beside).status).toBe('registered')
      expect(sessionOf(beside).token).not.toBe(token)
      expect(beside.kinds()).not.toContain('generic-error')
      expect(await readWho()).toMatchObject({ user_id: idOf(page) })
    })

    it('[AUTH-09] [PUSH-02] one that has not heard of it takes nothing of the session that began', async () => {
      const { page, beside, signUp } = await pages()
      expect(await signUp()).toEqual({ status: 'done' })
      await loadTickets(beside.context)
      await soon(() => sessionOf(beside).status).toBe('expired')
      // The worker shows their calls as theirs, and the page that is signed in stays so when it is looked at.
      const { user } = sessionOf(page)
      expect(await readWho()).toMatchObject({ user_id: user?.user_id })
      const { user_id, expires_at } = user ?? expect.fail('nobody')
      expect(await beside.context.db.userData.read('user')).toMatchObject({ user_id, expires_at })
      expect(await beside.context.db.userData.read('ended')).toBeNull()
    })

    it('[AUTH-09] [PUSH-07] the worker knows them, too, where the other one says last that the session before is over', async () => {
      const { page, beside, signUp } = await pages()
      const { context } = beside
      const lastOfAll: typeof context.db.keepTrying = async (name, work) => {
        expect(await signUp()).toEqual({ status: 'done' })
        await context.db.keepTrying(name, work)
      }
      await expireSession({ ...context, db: { ...context.db, keepTrying: lastOfAll } })
      expect(await readWho()).toMatchObject({ user_id: idOf(page) })
    })
  })

  it('[AUTH-01] [TKT-06] is on the other device as soon as they sign in there', async () => {
    const first = await registeredPhone()
    await first.flows.takeTicket(here.wish)
    const { id } = await here.office.book(await here.office.newLine(), BLOCK, idOf(first))
    const second = await secondPhone(first)
    expect(idOf(second)).toBe(idOf(first))
    expect(await second.context.db.tickets.all()).toMatchObject([{ state: 'waiting' }])
    expect(await second.context.db.reservations.get(id)).not.toBeNull()
  })

  it('[AUTH-01] what is taken there meanwhile appears when this page is seen again', async () => {
    const first = await registeredPhone()
    here.atTheEnd(keepWatch(first.context))
    const cookie = here.door.cookie
    const second = await secondPhone(first)
    here.door.cookie = cookie
    first.fakes.visibility.show(false)
    await second.flows.takeTicket(here.wish)
    expect(await first.context.db.tickets.all()).toEqual([])
    first.fakes.visibility.show(true)
    await soon(() => first.context.db.tickets.all()).toMatchObject([{ state: 'waiting' }])
  })

  it('comes along when they sign in to the account that they have, and is its own from then on', async () => {
    const { user } = await registeredPhone()
    const made = await temporaryPhone()
    const { context, flows, queryClient, stores } = made
    const before = idOf(made)
    await flows.takeTicket(here.wish)
    const { id } = await here.office.book(await here.office.newLine(), BLOCK, before)
    await flows.loadReservations()
    apiPart.provide(async () => context.api)
    await queryClient.fetchInfiniteQuery(historyQuery())
    expect(await flows.signIn({ user, password: PASSWORD })).toEqual({ status: 'done' })
    const account = stores.session.getState().user?.user_id ?? ''
    expect(account).not.toBe(before)
    expect(await context.db.tickets.all()).toMatchObject([{ user_id: account, state: 'waiting' }])
    expect(await context.db.reservations.get(id)).toMatchObject({ user_id: account })
    // What was listed for the one before is not the account's.
    expect(queryClient.getQueryData(historyQuery().queryKey)).toBeUndefined()
    expect(await cancelReservation(context, id)).toEqual({ status: 'done' })
  })

  it('[AUTH-07] a wrong password on the way does not end who they are', async () => {
    const { user } = await registeredPhone()
    const made = await temporaryPhone()
    await made.flows.takeTicket(here.wish)
    expect(await made.flows.signIn({ user, password: 'no es ninguna' })).toMatchObject({
      code: 'wrong-credentials',
    })
    expect(sessionOf(made)).toMatchObject({ status: 'temporary', isLoading: false })
    expect(await made.flows.loadTickets()).toEqual({ status: 'done' })
    expect(sessionOf(made).status).toBe('temporary')
  })

  it('that the account holds as well is said, and given up only where they say so', async () => {
    const first = await registeredPhone()
    await first.flows.takeTicket(here.wish)
    const made = await temporaryPhone()
    await made.flows.takeTicket(here.wish)
    const refused = await made.flows.signIn({ user: first.user, password: PASSWORD })
    expect(refused).toMatchObject({
      code: 'holds-the-same',
      message: expect.stringContaining('En tu cuenta'),
    })
    expect(sessionOf(made).status).toBe('temporary')
    expect(await made.flows.signIn({ user: first.user, password: PASSWORD, let_go: true })).toEqual({
      status: 'done',
    })
    const waiting = (await made.context.db.tickets.all()).filter(({ state }) => state === 'waiting')
    expect(waiting).toMatchObject([{ user_id: idOf(first) }])
  })

  it('[RES-08] what they cancelled with no network is told while they are still themselves', async () => {
    const { user } = await registeredPhone()
    const made = await temporaryPhone()
    const { context, fakes, flows } = made
    const { id } = await here.office.book(here.office.line.id, BLOCK, idOf(made))
    await flows.loadReservations()
    fakes.connectivity.plug(false)
    expect(await flows.cancelReservation(id)).toEqual({ status: 'waiting' })
    fakes.connectivity.plug(true)
    await flows.signIn({ user, password: PASSWORD })
    expect(await context.db.outbox.all('cancel-reservation')).toEqual([])
    expect(await context.db.reservations.get(id)).toMatchObject({ state: 'cancelled' })
  })

  it('[RES-08] [POLL-01] what could not be told by then either is told as the account’s', async () => {
    const { user } = await registeredPhone()
    const made = await temporaryPhone()
    const { context, fakes, flows } = made
    const { id } = await here.office.book(here.office.line.id, BLOCK, idOf(made))
    await flows.loadReservations()
    const taken = await flows.takeTicket(here.wish)
    const tuid = taken.status === 'taken' ? taken.tuid : expect.fail(taken.status)
    await here.office.callNext()
    await here.office.attended()
    await flows.loadTickets()
    fakes.connectivity.plug(false)
    expect(await flows.cancelReservation(id)).toEqual({ status: 'waiting' })
    const answer = { ticket_id: tuid, office_id: here.office.office_id, rating: 4 as const, description: '' }
    expect(await flows.answerPoll(answer)).toEqual({ status: 'waiting' })
    fakes.connectivity.plug(true)
    // The service stumbles as they sign in, and the login does not.
    const stumbled = vi
      .spyOn(context.api.reservations, 'cancel')
      .mockRejectedValueOnce(new ApiError('internal', 503, 'no'))
    expect(await flows.signIn({ user, password: PASSWORD })).toEqual({ status: 'done' })
    expect(stumbled).toHaveBeenCalledTimes(2)
    expect(await context.db.outbox.all('cancel-reservation')).toEqual([])
    expect(await context.db.outbox.all('poll')).toEqual([])
    expect(await context.db.reservations.get(id)).toMatchObject({ state: 'cancelled', cancel_waits: false })
    expect(await context.db.tickets.get(tuid)).toMatchObject({ poll: 'answered' })
    expect(await here.office.live(here.office.line.id)).toEqual([])
  })

  it('[AUTH-03] also where the page was just opened and the server had not yet said who they are', async () => {
    const { user } = await registeredPhone()
    const made = await temporaryPhone()
    await made.flows.takeTicket(here.wish)
    const { database } = made
    made.close()
    const reloaded = here.device({ database })
    const known = await reloaded.context.db.userData.read('user')
    if (!known) throw new Error('nobody is known')
    reloaded.context.session.remembered(known)
    expect(await bindFlows(reloaded.context).signIn({ user, password: PASSWORD })).toEqual({ status: 'done' })
    expect(await reloaded.context.db.tickets.all()).toMatchObject([
      { state: 'waiting', user_id: reloaded.stores.session.getState().user?.user_id },
    ])
  })

  it('[AUTH-10] where somebody without an account was here, the next one is not told where they went', async () => {
    const made = await temporaryPhone()
    await made.flows.takeTicket(here.wish)
    await expireSession(made.context)
    here.door.cookie = null
    const person = { name: 'Luis Soto', email: nextEmail(), phone: '+56911111111', rut: nextRut() }
    expect(await made.flows.logInTemporary(person)).toMatchObject({ status: 'logged-in' })
    expect(made.fakes.storage.forgotten).toBe(1)
    // A number that is kept nowhere else stays.
    expect(await made.context.db.tickets.all()).toHaveLength(1)
  })
})

describe('an account that is open on two devices', () => {
  it('[AUTH-09] is closed on one from the other: ‘Sesion Expirada’, the receipts stay, and one comes back', async () => {
    const first = await registeredPhone()
    await first.flows.takeTicket(here.wish)
    const second = await secondPhone(first)
    const { sessions } = await second.context.api.accounts.account()
    expect(sessions.map(({ current }) => current)).toEqual([true, false])
    expect(await second.flows.endOtherSession(sessions[1]?.id ?? '')).toEqual({ status: 'done' })
    expect((await second.context.api.accounts.account()).sessions).toHaveLength(1)

    await first.flows.loadTickets()
    await soon(() => sessionOf(first).status).toBe('expired')
    expect(sessionOf(first)).toMatchObject({ ended: 'registered', user: null })
    expect(first.notices()).toContainEqual(
      expect.objectContaining({ kind: 'generic-error', code: 'session-expired' }),
    )
    expect(await first.context.db.tickets.all()).toHaveLength(1)
    expect(await first.flows.signIn({ user: first.user, password: PASSWORD })).toEqual({ status: 'done' })
    expect(sessionOf(first)).toMatchObject({ status: 'registered', ended: null })
    // They are back: what the worker kept of the lines is theirs.
    expect(first.fakes.storage.forgotten).toBe(0)
  })

  it('[AUTH-09] [AUTH-10] whose session ended finds their receipts when they are back, and nobody else does', async () => {
    const first = await registeredPhone()
    await first.flows.takeTicket(here.wish)
    const { id } = await here.office.book(await here.office.newLine(), BLOCK, idOf(first))
    await first.flows.loadReservations()
    expect(await first.context.db.reservations.all()).toMatchObject([{ id }])
    const { pollDraft, reservation, reservationDraft } = first.stores
    const drafts = () => reservationDraft.getState().drafts
    reservationDraft.getState().change(here.wish.line.id, { answers: { name: 'Ana Rojas' } })
    pollDraft.getState().change('a-ticket', { description: 'Me atendieron bien' })
    const { officeSlug, line } = here.wish
    const asked = { officeSlug, lineId: line.id, from: BLOCK.from, requestId: 'r', declared: false }
    reservation.getState().begin(asked)
    reservation.getState().failed(line.id, { code: 'unknown', message: null })
    const mine = idOf(first)
    const second = await secondPhone(first)
    const [, other] = (await second.context.api.accounts.account()).sessions
    await second.flows.endOtherSession(other?.id ?? '')
    await first.flows.loadTickets()
    await soon(() => sessionOf(first).status).toBe('expired')
    // What was typed waits for whoever typed it.
    expect(drafts()[here.wish.line.id]).toMatchObject({ answers: { name: 'Ana Rojas' } })
    expect(pollDraft.getState().drafts).toMatchObject({ 'a-ticket': { description: 'Me atendieron bien' } })
    const waits = { subject: 'a-ticket', user_id: mine, poll: POLL }
    await first.context.db.outbox.put('poll', 1, waits)
    await first.context.db.outbox.put('poll', 1, { ...waits, subject: 'another', user_id: 'another' })
    first.context.notices.raise({ kind: 'poll', subject: 'a-ticket', tuid: 'a-ticket', ...PLACE })
    // Whoever comes by that phone now, and begins before they say who they are.
    here.door.cookie = null
    reservationDraft.getState().change(OTHER_LINE, { answers: { name: 'Luis Soto' } })
    const person = { name: 'Luis Soto', email: nextEmail(), phone: '+56911111111', rut: nextRut() }
    expect(await first.flows.logInTemporary(person)).toMatchObject({ status: 'logged-in' })
    expect(await first.context.db.tickets.all()).toEqual([])
    expect(await first.context.db.reservations.all()).toEqual([])
    expect(first.fakes.storage.forgotten).toBe(1)
    expect(pollDraft.getState().drafts).toEqual({})
    expect(await first.context.db.outbox.all('poll')).toMatchObject([{ user_id: 'another' }])
    expect(first.kinds()).not.toContain('poll')
    expect(reservation.getState()).toMatchObject({ queued: null, failure: null })
    expect(Object.keys(drafts())).toEqual([String(OTHER_LINE)])
    // And the first one has them, wherever they are.
    expect(await second.context.db.tickets.all()).toMatchObject([{ state: 'waiting' }])
  })

  it('[AUTH-02] leaving it leaves nothing here, and everything in the account', async () => {
    const first = await registeredPhone()
    await first.flows.takeTicket(here.wish)
    await first.flows.logOut()
    expect(sessionOf(first)).toMatchObject({ status: 'guest', ended: null })
    expect(await first.context.db.tickets.all()).toEqual([])
    expect(await first.context.db.userData.read('user')).toBeNull()
    const second = await secondPhone(first)
    expect(await second.context.db.tickets.all()).toMatchObject([{ state: 'waiting' }])
  })

  it('another password closes the others, and says so; the present one must be right', async () => {
    const first = await registeredPhone()
    await secondPhone(first)
    const current = 'no es esta, no'
    expect(await first.flows.changePassword({ current, password: 'barco azul a Ancud' })).toMatchObject({
      code: 'wrong-credentials',
    })
    // Which says nothing of the session by which it was asked.
    expect(sessionOf(first).status).toBe('registered')
    const outcome = await first.flows.changePassword({ current: PASSWORD, password: 'barco azul a Ancud' })
    expect(outcome).toEqual({ status: 'done' })
    expect(first.notices().at(-1)).toMatchObject({ kind: 'success', code: 'password-changed' })
    expect((await first.context.api.accounts.account()).sessions).toHaveLength(1)
    const third = phone()
    expect(await third.flows.signIn({ user: first.user, password: PASSWORD })).toMatchObject({
      code: 'wrong-credentials',
    })
  })
})

describe('a provider that is taken away', () => {
  it('[AUTH-05] is so already where the answer to the press before was lost', async () => {
    const { flows } = await registeredPhone()
    // Nothing is linked any more: as by a press that was done, and whose answer nobody heard.
    expect(await flows.unlinkProvider('google')).toEqual({ status: 'done' })
  })
})

describe('a new password whose answer was lost', () => {
  const CHANGE = 'PUT /services/login/password'
  const NEW = 'barco azul a Ancud'
  const OTHER = 'bote gris a Quemchi'
  type Phone = Awaited<ReturnType<typeof registeredPhone>>
  const change = ({ flows }: Phone, password: string, current: string | undefined = PASSWORD) =>
    flows.changePassword({ password, ...(current !== '' && { current }) })
  const isThePassword = async ({ user }: Phone, password: string) =>
    (await phone().flows.signIn({ user, password })).status === 'done'

  /** Asked for, and never answered. */
  async function unheard(made: Phone, fault: 'lost' | 'dropped', current?: string) {
    here.door.faults.set(CHANGE, fault)
    const asking = change(made, NEW, current)
    if (fault === 'lost') {
      await soon(() => here.door.lost).toEqual([CHANGE])
      here.door.hangUp()
    }
    expect(await asking).toMatchObject({ status: 'failed', code: 'offline' })
    here.door.mend()
    made.fakes.connectivity.plug(true)
  }

  it.each(['lost', 'dropped'] as const)('[AUTH-07] stands once it is asked for again (%s)', async fault => {
    const made = await registeredPhone()
    await unheard(made, fault)
    expect(await change(made, NEW)).toEqual({ status: 'done' })
    expect(made.notices().at(-1)).toMatchObject({ kind: 'success', code: 'password-changed' })
    expect(await isThePassword(made, NEW)).toBe(true)
  })

  it('[AUTH-07] gives way to another one that is chosen since', async () => {
    const made = await registeredPhone()
    await unheard(made, 'lost')
    expect(await change(made, OTHER)).toEqual({ status: 'done' })
    expect(await isThePassword(made, OTHER)).toBe(true)
  })

  it('[AUTH-07] helps nobody who does not know the former one', async () => {
    const made = await registeredPhone()
    await unheard(made, 'lost')
    expect(await change(made, OTHER, 'no es esta, no')).toMatchObject({ code: 'wrong-credentials' })
    expect(await change(made, OTHER, '')).toMatchObject({ code: 'password-required' })
    expect(await isThePassword(made, NEW)).toBe(true)
  })

  it('[AUTH-07] stands also where it was the first one, and lets nobody put another in its place', async () => {
    const made = await registeredPhone()
    const { user_id } = sessionOf(made).user ?? expect.fail('nobody is here')
    await here.server.database.db
      .updateTable('accounts')
      .set({ password_hash: null })
      .where('user_id', '=', user_id)
      .execute()
    await unheard(made, 'lost', '')
    expect(await change(made, OTHER, '')).toMatchObject({ code: 'password-required' })
    expect(await change(made, NEW, '')).toEqual({ status: 'done' })
  })
})

describe('the profile', () => {
  it('[PROF-01] is updated, in the words of §5, and known for the next start', async () => {
    const made = await registeredPhone()
    const { context, flows, notices } = made
    const outcome = await flows.updateUser({
      name: 'Ana María Rojas',
      phone: '+56922222222',
      rut: '-',
      dni: '-',
    })
    expect(outcome).toEqual({ status: 'done' })
    expect(notices().at(-1)).toMatchObject({ kind: 'success', code: 'preferences-saved' })
    const sent = here.door.requests.findLast(({ method }) => method === 'PATCH')
    expect(sent).toMatchObject({
      path: '/services/login/user',
      body: {
        uid: idOf(made),
        token: sessionOf(made).token,
        user: { name: 'Ana María Rojas', phone: '+56922222222' },
        language: 'es',
      },
    })
    // A dash says nothing, and is not even sent.
    const body = sent?.body as { user: object } | undefined
    expect(Object.keys(body?.user ?? {})).toEqual(['name', 'phone'])
    expect(sessionOf(made).user).toMatchObject({ name: 'Ana María Rojas', phone: '+56922222222' })
    expect(await context.db.userData.read('user')).toMatchObject({ name: 'Ana María Rojas', temporal: false })
  })

  it('[PROF-01] a document is added, and the one of another stays as it was where it is refused', async () => {
    const made = await registeredPhone()
    expect(await made.flows.updateUser({ rut: '12.345.678-9' })).toMatchObject({ code: 'invalid-rut' })
    expect(await made.flows.updateUser({ rut: nextRut() })).toEqual({ status: 'done' })
    expect(sessionOf(made).user).toMatchObject({ identity_type: 'rut', name: 'Ana Rojas' })
  })

  it('[PROF-01] of a guest cannot be: ‘User is Guest’', async () => {
    const { flows } = phone()
    expect(await flows.updateUser({ name: 'Nadie' })).toEqual({
      status: 'failed',
      code: 'user-is-guest',
      message: 'User is Guest',
    })
    expect(asked('/services/login/user')).toEqual([])
  })

  it('[PROF-01] an e-mail that another account has is refused in the server’s words', async () => {
    const other = await registeredPhone()
    const made = await registeredPhone()
    expect(await made.flows.updateUser({ email: other.user })).toMatchObject({
      code: 'account-exists',
      message: 'Ya hay una cuenta con este correo. Inicia sesión con ella.',
    })
    expect(sessionOf(made).user?.email).toBe(made.user)
  })
})

describe('an e-mail', () => {
  it('is confirmed by the link that came, also once more, and each link once', async () => {
    const { flows, user, context } = await registeredPhone()
    await linkSentTo(user, 'confirm-email')
    const sent = mail.mails.length
    expect(await flows.sendConfirmation()).toEqual({ status: 'done' })
    await soon(() => mail.mails.length).toBeGreaterThan(sent)
    const token = await linkSentTo(user, 'confirm-email')
    // Whoever reads their e-mail elsewhere is nobody there.
    const elsewhere = phone()
    expect(await elsewhere.flows.confirmEmail(token)).toEqual({ status: 'done' })
    expect(await context.api.accounts.account()).toMatchObject({ email_confirmed: true })
    expect(await elsewhere.flows.confirmEmail('A'.repeat(43))).toMatchObject({
      code: 'link-invalid',
      message: 'Este enlace no sirve o ya venció. Pide otro.',
    })
  })

  it('[HAND-04] is written to, and a link refused, in the language that was chosen here', async () => {
    const { flows, stores, user } = await registeredPhone()
    await linkSentTo(user, 'confirm-email')
    const sent = mail.mails.length
    stores.ui.getState().setLanguage('pt')
    expect(await flows.sendConfirmation()).toEqual({ status: 'done' })
    await soon(() => mail.mails.length).toBeGreaterThan(sent)
    expect(mail.mails.findLast(({ to }) => to.includes(user))?.text).toContain(
      'Para confirmar que este e-mail é seu',
    )
    expect(await flows.confirmEmail('A'.repeat(43))).toMatchObject({
      code: 'link-invalid',
      message: 'Este link não serve ou já venceu. Peça outro.',
    })
  })

  it('that somebody else changed is put back by the link that came there, and a new password ends it', async () => {
    const registered = await registeredPhone()
    const { flows, user, context } = registered
    expect(await flows.confirmEmail(await linkSentTo(user, 'confirm-email'))).toEqual({ status: 'done' })
    // As long ago as a link back into the account is good: one to a younger address does not exist.
    const email_confirmed_at = new Date(here.server.clock.now().getTime() - MAIL_LINK_MS['email-changed'])
    await here.server.database.db
      .updateTable('accounts')
      .set({ email_confirmed_at })
      .where('user_id', '=', idOf(registered))
      .execute()
    expect(await flows.updateUser({ email: nextEmail() })).toMatchObject({ status: 'done' })
    const link = await linkSentTo(user, 'email-changed')
    // Whoever reads their e-mail elsewhere is nobody there.
    const own = phone()
    own.stores.ui.getState().setLanguage('en')
    expect(await own.flows.recoverAccount('A'.repeat(43))).toMatchObject({
      code: 'link-invalid',
      message: 'This link does not work or has expired. Ask for another one.',
    })
    const outcome = await own.flows.recoverAccount(link)
    if (outcome.status !== 'done') expect.fail(outcome.code)
    expect(await own.flows.recoverAccount(link)).toMatchObject({ code: 'link-invalid' })
    await expect(context.api.accounts.account()).rejects.toMatchObject({ status: 401 })
    const reset = { token: outcome.token, password: 'barco azul a Ancud' }
    expect(await own.flows.resetPassword(reset)).toEqual({ status: 'done' })
    expect(sessionOf(own)).toMatchObject({ status: 'registered', user: { email: user } })
  })

  it('is not put back where there is no network, and nothing is asked', async () => {
    const { flows, fakes } = phone()
    const before = asked('/services/login/email/recover').length
    fakes.connectivity.plug(false)
    expect(await flows.recoverAccount('A'.repeat(43))).toMatchObject({ code: 'offline' })
    expect(asked('/services/login/email/recover')).toHaveLength(before)
  })

  it('brings a new password to whoever forgot theirs; it is asked for alike by whoever has no account', async () => {
    const first = await registeredPhone()
    await first.flows.takeTicket(here.wish)
    const second = phone()
    expect(await second.flows.forgetPassword(nextEmail())).toEqual({ status: 'done' })
    expect(await second.flows.forgetPassword(first.user)).toEqual({ status: 'done' })
    const token = await linkSentTo(first.user, 'reset-password')
    const password = 'barco azul a Ancud'
    expect(await second.flows.resetPassword({ token, password: 'corta' })).toMatchObject({
      code: 'password-too-short',
    })
    expect(await second.flows.resetPassword({ token, password })).toEqual({ status: 'done' })
    expect(sessionOf(second)).toMatchObject({ status: 'registered', user: { email: first.user } })
    expect(await second.context.db.tickets.all()).toMatchObject([{ state: 'waiting' }])
    expect(second.notices().at(-1)).toMatchObject({ code: 'password-changed' })
    // On the other device it is over.
    await first.flows.loadTickets()
    await soon(() => sessionOf(first).status).toBe('expired')
    // The link was used: it chooses no other password, and lets in whoever says the one that it chose.
    const other = { token, password: `${password} otra vez` }
    expect(await phone().flows.resetPassword(other)).toMatchObject({ code: 'link-invalid' })
    expect(await phone().flows.resetPassword({ token, password })).toEqual({ status: 'done' })
  })
})
