import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RESERVATION_SAGA_TIMEOUT_MS } from '#contract/limits.ts'
import { ApiError } from '#src/api/api-error.ts'
import { answerPoll, sendPolls } from '#src/flows/polls/answer-poll.ts'
import { bookReservation } from '#src/flows/reservations/book-reservation.ts'
import { cancelReservation, sendCancels } from '#src/flows/reservations/cancel-reservation.ts'
import { refreshReservation } from '#src/flows/reservations/refresh-reservation.ts'
import { loadPreferences } from '#src/flows/push/load-preferences.ts'
import { savePreferences } from '#src/flows/push/save-preferences.ts'
import { acceptPolicy } from '#src/flows/session/accept-policy.ts'
import { changePassword } from '#src/flows/session/change-password.ts'
import { correctPerson } from '#src/flows/session/correct-person.ts'
import { expireSession } from '#src/flows/session/expire-session.ts'
import { followPerson } from '#src/flows/session/follow-person.ts'
import { logOut } from '#src/flows/session/log-out.ts'
import { enterSession } from '#src/flows/session/enter-session.ts'
import { eraseMe } from '#src/flows/session/own-data.ts'
import { sendLogOut } from '#src/flows/session/send-log-out.ts'
import { updateUser } from '#src/flows/session/update-user.ts'
import { letOthersPass } from '#src/flows/tickets/let-others-pass.ts'
import { loadTickets } from '#src/flows/tickets/load-tickets.ts'
import { refreshTicket } from '#src/flows/tickets/refresh-ticket.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { readWho } from '#src/handoff/who.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { recordFact } from '#src/flows/watch/record-fact.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'
import { nextRut } from './next-rut.ts'
import { onItsWay } from './on-its-way.ts'
import { PASSWORD, phones } from './phones.ts'

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

async function withReservation() {
  const phone = await here.signedIn()
  const { slug: officeSlug, line } = here.office
  const wish = { officeSlug, lineId: line.id, block: BLOCK, meet: false, meta: { answers: ANSWERS } }
  const booked = await bookReservation(phone.context, wish)
  return { ...phone, id: booked.status === 'confirmed' ? booked.id : expect.fail(booked.status) }
}

const isOpen = async (token: string) =>
  (await here.server.ask('users', '/preferences', { token })).status === 200

/** A cancelling of theirs waits; whoever tells it has no answer for as long as the test likes. */
async function withSlowCancel() {
  const phone = await withReservation()
  const { api, db } = phone.context
  const { user_id } = phone.session
  await db.outbox.put('cancel-reservation', phone.time.now(), { subject: phone.id, user_id })
  const cancelling = onItsWay(api.reservations.cancel.bind(api.reservations))
  return { ...phone, cancelling, slow: () => void (api.reservations.cancel = cancelling.ask) }
}

/** An attention that may be rated, and what they say of it. */
async function withPoll() {
  const phone = await withTicket()
  const { context, tuid } = phone
  await here.office.callNext()
  await here.office.attended()
  await loadTickets(context)
  const { office_id } = here.office
  return { ...phone, answer: { ticket_id: tuid, office_id, rating: 4 as const, description: 'Rápido.' } }
}

const noAnswer = async () => {
  throw new ApiError('timeout', 0, 'no answer in time')
}

/** Leaves while the answer to what they asked for is on its way. @returns how that ends */
async function leavesBefore<Verb extends string>(
  { context }: Phone,
  service: Record<Verb, (...asked: never[]) => Promise<unknown>>,
  verb: Verb,
  begin: () => Promise<unknown>,
): Promise<unknown> {
  const answer = onItsWay<never[], unknown>(service[verb])
  service[verb] = answer.ask
  const errand = begin()
  await soon(answer.isAnswered).toBe(true)
  await logOut(context)
  answer.arrive()
  return await errand
}

/** What this browser knows of anybody. */
const leftHere = async ({ context, notices, stores }: Phone) => ({
  user: stores.session.getState().user,
  greeted: await context.db.userData.read('user'),
  untold: [await context.db.outbox.all('poll'), await context.db.outbox.all('cancel-reservation')].flat(),
  tickets: await context.db.tickets.all(),
  reservations: await context.db.reservations.all(),
  notices: notices(),
  taking: stores.newTicket.getState().tickets,
  booking: stores.reservation.getState().failure ?? stores.reservation.getState().step,
  drafts: stores.reservationDraft.getState().drafts,
})
const NOTHING = {
  user: null,
  greeted: null,
  untold: [],
  tickets: [],
  reservations: [],
  notices: [],
  taking: {},
  booking: null,
  drafts: {},
}
const NOBODY = { status: 'failed', code: 'user-is-guest', message: null }

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

  it('of a time that no answer came for: it is not asked for again in the name of whoever is here next', async () => {
    const phone = await here.signedIn()
    const { context } = phone
    const lost = onItsWay<[], never>(noAnswer)
    const book = vi.spyOn(context.api.reservations, 'book').mockImplementation(lost.ask)
    const mine = vi.spyOn(context.api.reservations, 'mine')
    const { slug: officeSlug, line } = here.office
    const wish = { officeSlug, lineId: line.id, block: BLOCK, meet: false, meta: { answers: ANSWERS } }
    const errand = bookReservation(context, wish)
    await soon(lost.isAnswered).toBe(true)
    await logOut(context)
    await enterSession(context, await here.admit('Bruno'))
    mine.mockClear()
    lost.arrive()
    expect(await errand).toEqual({ ...NOBODY, fields: [] })
    expect(book).toHaveBeenCalledOnce()
    expect(mine).not.toHaveBeenCalled()
    expect(await leftHere(phone)).toMatchObject({ booking: null, drafts: {} })
  })

  it('of a time that was looked for when they left: nor is it asked for again after that', async () => {
    const phone = await here.signedIn()
    const { context } = phone
    const book = vi.spyOn(context.api.reservations, 'book').mockImplementation(noAnswer)
    const looking = onItsWay(async () => [])
    vi.spyOn(context.api.reservations, 'mine').mockImplementationOnce(looking.ask)
    const { slug: officeSlug, line } = here.office
    const wish = { officeSlug, lineId: line.id, block: BLOCK, meet: false, meta: { answers: ANSWERS } }
    const errand = bookReservation(context, wish)
    await soon(looking.isAnswered).toBe(true)
    await logOut(context)
    await enterSession(context, await here.admit('Bruno'))
    looking.arrive()
    expect(await errand).toEqual({ ...NOBODY, fields: [] })
    expect(book).toHaveBeenCalledOnce()
  })

  it('of a time that was not asked for yet when they left: nobody asks for it', async () => {
    const phone = await here.signedIn()
    const { context } = phone
    const { promise: joined, resolve: join } = Promise.withResolvers<void>()
    const hold = vi.spyOn(context.socket, 'hold').mockReturnValue({ joined, release() {} })
    const book = vi.spyOn(context.api.reservations, 'book')
    const { slug: officeSlug, line } = here.office
    const wish = { officeSlug, lineId: line.id, block: BLOCK, meet: false, meta: { answers: ANSWERS } }
    const errand = bookReservation(context, wish)
    await soon(() => hold.mock.calls.length).toBe(1)
    await logOut(context)
    join()
    expect(await errand).toEqual({ ...NOBODY, fields: [] })
    expect(book).not.toHaveBeenCalled()
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
    const phone = await withReservation()
    const { context, id } = phone
    const answer = onItsWay(context.api.reservations.one.bind(context.api.reservations))
    context.api.reservations.one = answer.ask
    const looking = refreshReservation(context, id)
    await soon(answer.isAnswered).toBe(true)
    await logOut(context)
    answer.arrive()
    await looking
    expect(await leftHere(phone)).toEqual(NOTHING)
  })

  it('of what a temporary user corrected of themselves', async () => {
    const phone = await here.signedIn()
    const { context } = phone
    const person = { name: 'Ana María', email: 'ana@example.cl', phone: '+56911111111', rut: nextRut() }
    const correct = () => correctPerson(context, person)
    const outcome = await leavesBefore(phone, context.api.login, 'updateTemporary', correct)
    expect(await leftHere(phone)).toEqual(NOTHING)
    expect(outcome).toEqual(NOBODY)
  })

  it('of what they changed of their account', async () => {
    const phone = await here.signedIn({ temporal: false })
    const { context } = phone
    const update = () => updateUser(context, { name: 'Ana María' })
    const outcome = await leavesBefore(phone, context.api.accounts, 'updateUser', update)
    expect(await leftHere(phone)).toEqual(NOTHING)
    expect(outcome).toEqual(NOBODY)
  })

  it('of their new password', async () => {
    const phone = await here.signedIn({ temporal: false })
    const { context } = phone
    const change = () => changePassword(context, { current: PASSWORD, password: 'barco azul a Ancud' })
    const outcome = await leavesBefore(phone, context.api.accounts, 'changePassword', change)
    expect(await leftHere(phone)).toEqual(NOTHING)
    expect(outcome).toEqual(NOBODY)
  })

  it('of those whom they let pass', async () => {
    const phone = await withTicket()
    const { context, tuid } = phone
    await here.office.crowd(1)
    const letPass = () => letOthersPass(context, tuid, 1)
    const outcome = await leavesBefore(phone, context.api.turns, 'letPass', letPass)
    expect(await leftHere(phone)).toEqual(NOTHING)
    expect(outcome).toEqual(NOBODY)
  })

  it('of how an attention was', async () => {
    const phone = await withPoll()
    const { context, answer } = phone
    const say = () => answerPoll(context, answer)
    const outcome = await leavesBefore(phone, context.api.polls, 'answer', say)
    expect(await leftHere(phone)).toEqual(NOTHING)
    expect(outcome).toEqual(NOBODY)
  })

  it('of how an attention was, where nobody answers', async () => {
    const phone = await withPoll()
    const { context, answer } = phone
    context.api.polls.answer = noAnswer
    const say = () => answerPoll(context, answer)
    const outcome = await leavesBefore(phone, context.api.polls, 'answer', say)
    expect(await leftHere(phone)).toEqual(NOTHING)
    expect(outcome).toEqual(NOBODY)
  })

  it.each([
    { how: 'taken', said: null },
    { how: 'refused', said: new ApiError('bad-request', 400, 'no') },
  ])('of how an attention was, told when the network was back and $how', async ({ said }) => {
    const phone = await withPoll()
    const { context, answer } = phone
    phone.fakes.connectivity.plug(false)
    await answerPoll(context, answer)
    phone.fakes.connectivity.plug(true)
    if (said) context.api.polls.answer = () => Promise.reject(said)
    await leavesBefore(phone, context.api.polls, 'answer', () => sendPolls(context))
    expect(await leftHere(phone)).toEqual(NOTHING)
  })

  it.each([
    { how: 'done', said: null },
    { how: 'refused', said: new ApiError('bad-request', 400, 'no') },
  ])('of a time that they gave back, told when the network was back and $how', async ({ said }) => {
    const phone = await withReservation()
    const { context, id } = phone
    phone.fakes.connectivity.plug(false)
    await cancelReservation(context, id)
    phone.fakes.connectivity.plug(true)
    if (said) context.api.reservations.cancel = () => Promise.reject(said)
    await leavesBefore(phone, context.api.reservations, 'cancel', () => sendCancels(context))
    expect(await leftHere(phone)).toEqual(NOTHING)
  })

  it.each([
    { how: 'done', said: null },
    { how: 'refused', said: new ApiError('bad-request', 400, 'no') },
    { how: 'never answered', said: new ApiError('timeout', 0, 'no answer in time') },
  ])('of a time that they gave back, $how', async ({ said }) => {
    const phone = await withReservation()
    const { context, id } = phone
    if (said) context.api.reservations.cancel = () => Promise.reject(said)
    const cancel = () => cancelReservation(context, id)
    const outcome = await leavesBefore(phone, context.api.reservations, 'cancel', cancel)
    expect(await leftHere(phone)).toEqual(NOTHING)
    expect(outcome).toMatchObject({ status: 'failed' })
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
    const event = { event: 'ticket:created', payload: fact } as Parameters<typeof recordFact>[2]
    await recordFact(context, here.office.slug, event, () => {})
    expect(await context.db.tickets.all()).toEqual([])
  })
})

describe('[AUTH-02] an answer that comes once somebody else is here', () => {
  /** The next person comes in, and does what they do, while the answer to the one before is on its way. */
  async function nextIsHere<Verb extends string>(
    phone: Phone,
    service: Record<Verb, (...asked: never[]) => Promise<unknown>>,
    verb: Verb,
    begin: () => Promise<unknown>,
    doTheirs: () => Promise<unknown> = async () => {},
  ) {
    const { context } = phone
    const answer = onItsWay<never[], unknown>(service[verb])
    const ask = service[verb]
    service[verb] = answer.ask
    const errand = begin()
    await soon(answer.isAnswered).toBe(true)
    service[verb] = ask
    await logOut(context)
    const { session } = await here.signedIn()
    await enterSession(context, session)
    await doTheirs()
    answer.arrive()
    return { outcome: await errand, next: session }
  }

  it('[KEEP-03] of having been erased takes nothing of theirs, and signs nobody out', async () => {
    const phone = await here.signedIn()
    const { context, stores } = phone
    const { outcome, next } = await nextIsHere(
      phone,
      context.api.ownData,
      'erase',
      () => eraseMe(context),
      () => takeTicket(context, here.wish),
    )
    expect(outcome).toEqual(NOBODY)
    expect(stores.session.getState().user).toMatchObject({ user_id: next.user_id })
    expect(await context.db.tickets.all()).toMatchObject([{ user_id: next.user_id }])
  })

  it('[KEEP-03] of a policy that was accepted is no word of theirs', async () => {
    const phone = await here.signedIn()
    const { context, stores } = phone
    const { version } = await context.api.policies.inForce(here.office.office_id)
    const accept = () => acceptPolicy(context, version)
    const acceptNone = async () => context.session.accepted([])
    const { outcome } = await nextIsHere(phone, context.api.policies, 'accept', accept, acceptNone)
    expect(outcome).toEqual(NOBODY)
    expect(stores.session.getState().user?.accepted_policies).toEqual([])
  })

  it.each([
    { how: 'saved', said: null },
    { how: 'refused', said: new ApiError('unavailable', 503, 'no') },
  ])('[PROF-02] of how one is told, $how, leaves how they are told', async ({ said }) => {
    const phone = await here.signedIn()
    const { context, stores } = phone
    await savePreferences(context, { push: false })
    await loadPreferences(context)
    const { save } = context.api.preferences
    if (said) context.api.preferences.save = () => Promise.reject(said)
    const change = () => savePreferences(context, { push: false })
    await nextIsHere(phone, context.api.preferences, 'save', change, async () => {
      context.api.preferences.save = save
      await savePreferences(context, { push: true })
      await loadPreferences(context)
    })
    expect(stores.preferences.getState().preferences).toMatchObject({ push: true })
  })

  it.each([
    { how: 'read', said: null },
    { how: 'not read', said: new ApiError('unavailable', 503, 'no') },
  ])('[PROF-02] of how one is told, $how, is not taken for theirs', async ({ said }) => {
    const phone = await here.signedIn()
    const { context, stores } = phone
    stores.preferences.getState().reset()
    if (said) context.api.preferences.read = () => Promise.reject(said)
    await nextIsHere(phone, context.api.preferences, 'read', () => loadPreferences(context))
    expect(stores.preferences.getState().status).toBe('idle')
  })
})

it('[AUTH-02] a log-out that is answered late takes nothing of whoever came in by another page meanwhile', async () => {
  const phone = await here.signedIn()
  const { context } = phone
  const ending = onItsWay(context.api.login.end.bind(context.api.login))
  context.api.login.end = ending.ask
  const leaving = logOut(context)
  await soon(ending.isAnswered).toBe(true)
  const page = here.device({ beside: phone })
  const next = await here.admit('Bruno')
  await enterSession(page.context, next)
  expect(await takeTicket(page.context, here.wish)).toMatchObject({ status: 'taken' })
  ending.arrive()
  await leaving
  expect(await context.db.tickets.all()).toMatchObject([{ user_id: next.user_id }])
  expect(await context.db.userData.read('user')).toMatchObject({ user_id: next.user_id })
  // The worker tells them of their calls.
  expect(await readWho()).toMatchObject({ user_id: next.user_id })
  expect(page.stores.session.getState().user).toMatchObject({ user_id: next.user_id })
  expect(phone.stores.session.getState().user).toBeNull()
})

it.each([
  { how: 'follows them', follows: true },
  { how: 'has not heard of them', follows: false },
])(
  '[AUTH-02] [AUTH-10] a log-out that is told slowly ends no session of whoever comes in meanwhile; its page $how',
  async ({ follows }) => {
    const phone = await withSlowCancel()
    const { context, session, cancelling } = phone
    phone.slow()
    if (follows) here.atTheEnd(keepWatch(context))
    const leaving = logOut(context)
    await soon(cancelling.isAnswered).toBe(true)
    const next = await here.admit('Bruno')
    await enterSession(here.device({ beside: phone }).context, next)
    if (follows) await soon(() => phone.stores.session.getState().user?.user_id).toBe(next.user_id)
    cancelling.arrive()
    await leaving
    const sessionBy = (asked: { cookie?: string; token?: string }) =>
      here.server.ask('login', '/session', asked)
    expect((await sessionBy({ cookie: here.door.cookie ?? '' })).status).toBe(200)
    expect(await isOpen(next.token)).toBe(true)
    expect(await isOpen(session.token)).toBe(false)
  },
)

it('[AUTH-02] [AUTH-10] nor does one that could not be told at first, and is told while the next one comes in', async () => {
  const phone = await withSlowCancel()
  const { context, session, cancelling } = phone
  here.door.faults.set(`DELETE /services/reservations/v2/${phone.id}`, 'down')
  await logOut(context)
  here.door.mend()
  expect(await context.db.outbox.has('log-out')).toBe(true)
  phone.slow()
  const telling = sendLogOut(context)
  await soon(cancelling.isAnswered).toBe(true)
  const next = await here.admit('Bruno')
  await enterSession(here.device({ beside: phone }).context, next)
  cancelling.arrive()
  await telling
  expect(await isOpen(next.token)).toBe(true)
  expect(await isOpen(session.token)).toBe(false)
})

it.each([
  [
    'hears late that they left',
    (context: Phone['context'], user_id: string) => followPerson(context, { kind: 'left', user_id }),
  ],
  ['lets them leave', (context: Phone['context']) => logOut(context)],
])(
  '[AUTH-02] [AUTH-10] a page that slept, still of whoever was here before, takes nothing of the next person’s when it %s',
  async (_what, leave) => {
    const phone = await here.signedIn()
    const page = here.device({ beside: phone })
    const next = await here.admit('Bruno')
    await enterSession(page.context, next)
    expect(await takeTicket(page.context, here.wish)).toMatchObject({ status: 'taken' })
    await leave(phone.context, phone.session.user_id)
    expect(await phone.context.db.tickets.all()).toMatchObject([{ user_id: next.user_id }])
    expect(phone.stores.session.getState().user).toBeNull()
  },
)

it('[AUTH-09] [AUTH-10] a session that is over is not that of whoever came in by another page meanwhile', async () => {
  const phone = await here.signedIn()
  const next = await here.admit('Bruno')
  await enterSession(here.device({ beside: phone }).context, next)
  await expireSession(phone.context)
  expect(await phone.context.db.userData.read('user')).toMatchObject({ user_id: next.user_id })
  expect(await phone.context.db.userData.read('ended')).toBeNull()
  expect(await readWho()).toMatchObject({ user_id: next.user_id })
  expect(phone.stores.session.getState().status).toBe('expired')
})

it('[AUTH-02] [AUTH-10] a page that follows them meanwhile stays theirs when its own log-out is answered', async () => {
  const phone = await here.signedIn()
  const { context, stores } = phone
  here.atTheEnd(keepWatch(context))
  const ending = onItsWay(context.api.login.end.bind(context.api.login))
  context.api.login.end = ending.ask
  const leaving = logOut(context)
  await soon(ending.isAnswered).toBe(true)
  const next = await here.admit('Bruno')
  await enterSession(here.device({ beside: phone }).context, next)
  await soon(() => stores.session.getState().user?.user_id).toBe(next.user_id)
  ending.arrive()
  await leaving
  expect(stores.session.getState().user).toMatchObject({ user_id: next.user_id })
})

it('[AUTH-09] a number that is given while a session ends by itself is theirs still', async () => {
  const phone = await here.signedIn()
  const { errand, tuid, arrive } = await taking(phone)
  await expireSession(phone.context)
  arrive()
  expect(await errand).toEqual({ status: 'taken', tuid })
  expect(await phone.context.db.tickets.all()).toMatchObject([{ tuid }])
})

it('[AUTH-02] [OFFL-03] a time whose cancelling nobody answered is given back by the log-out that waits', async () => {
  const phone = await withReservation()
  const { context, id } = phone
  const { cancel } = context.api.reservations
  context.api.reservations.cancel = noAnswer
  here.door.faults.set('DELETE /services/login/session', 'down')
  await leavesBefore(phone, context.api.reservations, 'cancel', () => cancelReservation(context, id))
  here.door.mend()
  context.api.reservations.cancel = cancel
  expect(await here.office.live(here.office.line.id)).toHaveLength(1)
  expect(await sendLogOut(context)).toBe('empty')
  expect(await here.office.live(here.office.line.id)).toEqual([])
  expect(await leftHere(phone)).toEqual(NOTHING)
})
