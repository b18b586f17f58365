import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { SERVICE_BASES } from '#contract/bases.ts'
import type { Session } from '#contract/rest/login.ts'
import { ownPolicy } from '#server/policies/own-policy.ts'
import type { Accepted } from '#src/flows/session/accepted-policy.ts'
import { makeHandover, redeemHandover } from '#src/flows/session/carry-session.ts'
import { cancelReservation } from '#src/flows/reservations/cancel-reservation.ts'
import { checkSessionExpiry } from '#src/flows/session/check-session-expiry.ts'
import { ApiError } from '#src/api/api-error.ts'
import { bindFlows } from '#src/flows/bind-flows.ts'
import { enterSession } from '#src/flows/session/enter-session.ts'
import { expireSession } from '#src/flows/session/expire-session.ts'
import { logInTemporary } from '#src/flows/session/log-in-temporary.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { logOut } from '#src/flows/session/log-out.ts'
import { refreshWait } from '#src/flows/tickets/refresh-wait.ts'
import { sayOnMyWay } from '#src/flows/tickets/say-on-my-way.ts'
import { signIn } from '#src/flows/session/sign-in.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { visitMeet } from '#src/flows/reservations/visit-meet.ts'
import { drainInbox, putInInbox } from '#src/handoff/inbox.ts'
import { readWho } from '#src/handoff/who.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { isGuest } from '#src/stores/session-store.ts'
import { emptyPerson } from '#src/domain/person-draft.ts'
import { pushAbout } from './push-messages.ts'
import { reservationOf } from '../db/reservation-of.ts'
import { fillDisk, noSpace } from '../db/failing-disk.ts'
import { HandTime } from '../platform/fakes.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { onItsWay } from './on-its-way.ts'
import { nextEmail, PASSWORD, phones } from './phones.ts'
import { soon } from '../platform/soon.ts'

// A proof of work that takes its time: as many tries as are told of.
const here = phones(() => ({ captchaDifficulty: { cost: 1, from: 45, to: 45 } }))
const ANA = { name: 'Ana', email: 'ana@example.cl', phone: '+56911111111', rut: '12345678-5' }
const asked = (path: string) => here.door.requests.filter(request => request.path === path)

/** How many sockets the server has open. */
async function openSockets(): Promise<number> {
  const metrics = await (await fetch(`${here.server.origin}/metrics`)).text()
  return Number(/^numerito_sockets (\d+)$/m.exec(metrics)?.[1])
}

/** Whose session the browser's cookie opens. */
async function whoseCookie(): Promise<string> {
  const response = await here.server.ask('login', '/session', { cookie: here.door.cookie ?? '' })
  return ((await response.json()) as Session).user_id
}

const isOpen = async (token: string) =>
  (await here.server.ask('users', '/preferences', { token })).status === 200

/** Ended from elsewhere: this browser keeps its cookie, and knows nothing of it. */
async function endAtServer({ token }: Session): Promise<void> {
  const response = await here.server.ask('login', '/session', { method: 'DELETE', token })
  expect(response.status).toBe(204)
}

describe('the temporary login', () => {
  it('[AUTH-08] [AUTH-03] solves the captcha and signs in as a temporary user, here and in the hand-off', async () => {
    const { context, stores } = here.device()
    stores.ui.getState().setLanguage('pt')
    const tries: number[] = []
    const outcome = await logInTemporary(context, ANA, { onProgress: count => void tries.push(count) })
    expect(outcome).toEqual({ status: 'logged-in', persistence: 'persisted', looksPrivate: false })
    expect(tries).toEqual([20, 40])
    const session = stores.session.getState()
    expect(session).toMatchObject({
      status: 'temporary',
      isLoading: false,
      user: { name: 'Ana', temporal: true },
    })
    expect(session.user?.user_id).toBe(await whoseCookie())
    expect(await readWho()).toEqual({ user_id: session.user?.user_id, language: 'pt' })
    expect(asked('/services/login/temporaryV2')[0]?.body).toMatchObject({ ...ANA, language: 'pt' })
  })

  it('[KEEP-03] keeps what was accepted with it, also where its text had not come yet', async () => {
    const accept = async (accepts?: Accepted) => {
      const { context, stores } = here.device()
      expect(await logInTemporary(context, ANA, accepts && { accepts })).toMatchObject({
        status: 'logged-in',
      })
      return stores.session.getState().user?.accepted_policies
    }
    expect(await accept()).toEqual([])
    here.door.faults.set(`GET ${SERVICE_BASES.v1}/policy`, 'down')
    expect(await accept({ officeId: null })).toEqual([])
    expect(await accept({ version: ownPolicy.version })).toEqual([ownPolicy.version])
    here.door.faults.clear()
    expect(await accept({ officeId: null })).toEqual([ownPolicy.version])
  })

  it('[OFFL-05] asks for a storage that stays, and tells when it is refused or looks like a private window', async () => {
    const { context, fakes } = here.device()
    fakes.storage.answer = 'refused'
    fakes.storage.room = { usage: 0, quota: 100 * 1024 ** 2 }
    expect(await logInTemporary(context, ANA)).toEqual({
      status: 'logged-in',
      persistence: 'refused',
      looksPrivate: true,
    })
    expect(fakes.storage.asked).toBe(1)
  })

  it('[OFFL-05] lets a person in on a full device too, which is no private window, and leaves word when there is room', async () => {
    const { context, fakes, stores, time } = here.device()
    fakes.storage.answer = 'refused'
    fakes.storage.room = { usage: 0, quota: 100 * 1024 ** 2 }
    const makeRoom = fillDisk(noSpace)
    onTestFinished(makeRoom)
    expect(await logInTemporary(context, ANA)).toMatchObject({ status: 'logged-in', looksPrivate: false })
    expect(stores.ui.getState().storageProblem).toBe('full')
    expect(await readWho()).toBeNull()
    makeRoom()
    time.pass(20_000)
    await soon(() => stores.ui.getState().storageProblem).toBeNull()
    expect(await readWho()).toMatchObject({ user_id: stores.session.getState().user?.user_id })
  })

  it('[OFFL-05] does not wait for a person who leaves the browser’s question unanswered', async () => {
    const { context, fakes } = here.device()
    fakes.storage.persist = () => new Promise(() => {})
    expect(await logInTemporary(context, ANA)).toMatchObject({ status: 'logged-in', persistence: 'asking' })
  })

  it("fails with the server's code and fields, and is repeated as the same attempt", async () => {
    const { context, stores } = here.device()
    const failed = await logInTemporary(context, { ...ANA, rut: 'bad' })
    expect(failed).toMatchObject({ status: 'failed', code: 'invalid-rut', fields: [{ path: 'rut' }] })
    expect(stores.session.getState()).toMatchObject({
      status: 'guest',
      isLoading: false,
      error: 'invalid-rut',
    })
    const attemptId = failed.status === 'failed' ? failed.attemptId : ''
    await logInTemporary(context, ANA, { attemptId })
    const attempts = asked('/services/login/temporaryV2').map(
      ({ body }) => (body as { sessionId: string }).sessionId,
    )
    expect(attempts).toEqual([attemptId, attemptId])
  })

  it('that fails by a fault of ours says so, and keeps nobody from signing in', async () => {
    const { context, stores } = here.device()
    const fault = new RangeError('out of memory')
    context.api.login.captcha = () => Promise.reject(fault)
    await expect(logInTemporary(context, ANA)).rejects.toBe(fault)
    expect(stores.session.getState()).toMatchObject({ isLoading: false, error: 'internal' })
  })

  it('says at once that there is no network', async () => {
    const { context, fakes } = here.device()
    fakes.connectivity.plug(false)
    expect(await logInTemporary(context, ANA)).toMatchObject({ status: 'failed', code: 'offline' })
    expect(here.door.requests).toEqual([])
  })
})

describe('a start', () => {
  it('[AUTH-01] without a cookie is a guest’s', async () => {
    const { context, stores } = here.device()
    expect(await startSession(context)).toBe('guest')
    expect(stores.session.getState()).toMatchObject({ status: 'guest', isLoading: false, error: null })
    expect(isGuest(stores.session.getState())).toBe(true)
  })

  it('[AUTH-01] that ends by a fault of ours lets nobody wait to be known', async () => {
    const { context, stores } = await here.reloaded()
    vi.spyOn(context.db.tickets, 'removeStale').mockRejectedValue(new Error('a fault of ours'))
    await expect(startSession(context)).rejects.toThrow('a fault of ours')
    expect(stores.session.getState()).toMatchObject({
      isLoading: false,
      hasLooked: true,
      status: 'temporary',
    })
  })

  it('trades the cookie for the token, and brings in what is the person’s', async () => {
    const { context, stores } = here.device()
    const session = await here.admit()
    const ticket = await here.office.takeFor(session)
    expect(await startSession(context)).toBe('signed-in')
    expect(stores.session.getState()).toMatchObject({ status: 'temporary', token: session.token })
    expect(await context.db.tickets.all()).toMatchObject([{ tuid: ticket.tuid }])
    await soon(() => context.socket.stateOf(here.office.slug)).toBe('joined')
  })

  it('[TEMP-02] without a network the person is who they were, and the receipts are there', async () => {
    const before = await here.signedIn()
    await takeTicket(before.context, here.wish)
    before.close()
    const { context, stores, kinds } = here.device({
      database: before.database,
      origin: 'http://127.0.0.1:9',
    })
    expect(await startSession(context)).toBe('remembered')
    expect(stores.session.getState()).toMatchObject({
      status: 'temporary',
      token: null,
      error: 'offline',
      user: { user_id: before.session.user_id, name: 'Ana', email: null },
    })
    expect(await context.db.tickets.all()).toHaveLength(1)
    expect(kinds()).toEqual([])
  })

  it('[AUTH-07] [AUTH-09] a sign-in that fails as their session is found to be over says why', async () => {
    const { context, stores, session } = await here.reloaded()
    await endAtServer(session)
    const credentials = { user: nextEmail(), password: PASSWORD }
    const { run } = stores.errands.getState()
    const signing = run('signIn ', [credentials], () => signIn(context, credentials))
    void run('giveUp one', [], () => new Promise(() => {}))
    expect(await startSession(context)).toBe('expired')
    expect(await signing).toMatchObject({ code: 'wrong-credentials' })
    // What the former one asked for is gone all the same.
    expect(stores.errands.getState().errands).toEqual({
      'signIn ': expect.objectContaining({ outcome: await signing }),
    })
  })

  it.each([
    'followPaper',
    'followSlip',
    'forgetPassword',
    'resetPassword',
    'confirmEmail',
    'recoverAccount',
    'findPosition',
  ])('[AUTH-09] nor is the answer to %s lost, which needs no session', async verb => {
    const { context, stores } = await here.signedIn()
    expect(bindFlows(context)).toHaveProperty(verb)
    await stores.errands.getState().run(`${verb} one`, [], async () => 'answer')
    await expireSession(context)
    expect(stores.errands.getState().errands).toMatchObject({ [`${verb} one`]: { outcome: 'answer' } })
  })

  it.each([
    'signIn',
    'signUp',
    'logInTemporary',
    'redeemHandover',
    'signInWithProvider',
    'claimAttempt',
    'returnFromProvider',
  ])(
    '[AUTH-09] of %s, a way in, goes how somebody came in by it, and stays what nobody heard yet',
    async verb => {
      const { context, stores } = await here.signedIn()
      expect(bindFlows(context)).toHaveProperty(verb)
      const { run } = stores.errands.getState()
      await run(`${verb} came`, ['a password'], async () => ({ status: 'done' }))
      await run(`${verb} failed`, [], async () => ({ status: 'failed', code: 'offline' }))
      void run(`${verb} runs`, [], () => new Promise(() => {}))
      await expireSession(context)
      expect(Object.keys(stores.errands.getState().errands)).toEqual([`${verb} failed`, `${verb} runs`])
    },
  )

  it('[TEMP-04] whose session is over at the server says so, and loses no receipt', async () => {
    const { context, stores, notices, session } = await here.signedIn()
    await takeTicket(context, here.wish)
    stores.newTicket.getState().failed(here.office.line.id, { code: 'unknown', message: null })
    void stores.errands.getState().run('giveUp one', [], () => new Promise(() => {}))
    await endAtServer(session)
    expect(await startSession(context)).toBe('expired')
    // Whoever says who they are next did not ask for it.
    expect(stores.newTicket.getState().tickets).toEqual({})
    expect(stores.errands.getState().errands).toEqual({})
    expect(stores.session.getState()).toMatchObject({ status: 'expired', user: null, token: null })
    expect(notices()).toContainEqual(
      expect.objectContaining({ kind: 'generic-error', code: 'session-expired' }),
    )
    expect(await context.db.tickets.all()).toHaveLength(1)
    expect(context.socket.stateOf(here.office.slug)).toBeNull()
    expect(await readWho()).toMatchObject({ user_id: null })
    // The cookie is there still: at the next start they are a guest, of whom nothing is said.
    stores.notices.getState().clear()
    expect(await startSession(context)).toBe('guest')
    expect(stores.session.getState()).toMatchObject({ status: 'guest', user: null, token: null })
    expect(notices()).toEqual([])
  })

  it('[TEMP-04] whose time is over is expired without asking anybody', async () => {
    const before = await here.signedIn()
    before.close()
    const { context, stores, time } = here.device({ database: before.database, origin: 'http://127.0.0.1:9' })
    time.pass(Date.parse(before.session.expires_at) + 1_000 - time.now())
    expect(await startSession(context)).toBe('expired')
    expect(stores.session.getState().status).toBe('expired')
    expect(await checkSessionExpiry(context)).toBe(false)
  })

  it('[TEMP-03] removes receipts that are stale', async () => {
    const { context, time } = await here.signedIn()
    await takeTicket(context, here.wish)
    await here.office.remove((await here.office.tickets())[0]?.id ?? '')
    await context.db.reservations.keep(reservationOf({ to: time.iso() }), time.now())
    time.pass(16 * 86_400_000)
    await startSession(context)
    expect(await context.db.tickets.all()).toEqual([])
    expect(await context.db.reservations.all()).toEqual([])
  })

  it.each([
    ['the server says that it is not', {}],
    ['nobody can be asked', { origin: 'http://127.0.0.1:9' }],
  ])('[TEMP-03] removes none by a date of the phone that stands wrong: %s', async (_, reached) => {
    const before = await here.signedIn()
    await takeTicket(before.context, here.wish)
    await here.office.remove((await here.office.tickets())[0]?.id ?? '')
    before.close()
    const at = before.time.now()
    const { context, time } = here.device({
      database: before.database,
      serverClock: { now: () => at },
      ...reached,
    })
    time.pass(16 * 86_400_000)
    await startSession(context)
    expect(await context.db.tickets.all()).toHaveLength(1)
  })
})

it('[TEMP-04] a token that the server no longer knows ends the session in the middle of a visit', async () => {
  const { context, stores, session, kinds } = await here.signedIn()
  await endAtServer(session)
  await context.api.tickets.active().catch(() => undefined)
  await soon(() => stores.session.getState().status).toBe('expired')
  expect(kinds()).toEqual(['generic-error'])
  // Also for the next start, and for the worker.
  await soon(readWho).toMatchObject({ user_id: null })
  expect(await context.db.userData.read('user')).toBeNull()
})

describe('a press before the server has said who is here', () => {
  /** They have a number, and this device knows of it. */
  async function justReloaded() {
    const page = await here.reloaded()
    const ticket = await here.office.takeFor(page.session)
    await page.context.db.tickets.keep(ticket, 0)
    return { ...page, ticket }
  }
  const since = (count: number) => here.door.requests.slice(count).map(({ path, token }) => ({ path, token }))

  it('[CALL-06] [AUTH-03] waits for the answer, and is then the person’s: «Voy» on a called number', async () => {
    const { context, session, ticket } = await justReloaded()
    const before = here.door.requests.length
    const said = sayOnMyWay(context, ticket.tuid)
    await soon(() => here.door.requests.length).toBe(before)
    context.session.signedIn(session)
    expect(await said).toEqual({ status: 'done' })
    expect(since(before)).toEqual([
      { path: `/services/turns/tickets/${ticket.tuid}/on-my-way`, token: session.token },
    ])
  })

  it('[VID-02] waits for the answer before it asks for the way into a video call', async () => {
    vi.stubGlobal('MediaStream', class {})
    const { context, session, ticket } = await justReloaded()
    const visit = await visitMeet(context, { tuid: ticket.tuid })
    const before = here.door.requests.length
    const call = visit.enter()
    await soon(() => call.getState().phase).toBe('joining')
    context.session.signedIn(session)
    await soon(() => since(before)).toEqual([{ path: '/services/video/credentials', token: session.token }])
    visit.close()
    vi.unstubAllGlobals()
  })

  it('[WAIT-01] waits for the answer before it asks where one stands', async () => {
    const { context, session, ticket } = await justReloaded()
    const before = here.door.requests.length
    const asked = refreshWait(context, ticket.tuid)
    context.session.signedIn(session)
    expect(await asked).toEqual({ status: 'done' })
    expect(since(before).map(({ token }) => token)).toEqual([session.token])
  })

  it('[OFFL-03] does not wait for ever: where nobody could be asked, it says so', async () => {
    const { context, ticket } = await justReloaded()
    const said = sayOnMyWay(context, ticket.tuid)
    context.session.failed('timeout')
    expect(await said).toMatchObject({ status: 'failed' })
  })

  it('[TKT-01] takes no number as nobody, and does not call it a lost network', async () => {
    const { context, session } = await justReloaded()
    const id = await here.office.newLine()
    const taken = takeTicket(context, { ...here.wish, line: { ...here.wish.line, id }, meta: {} })
    context.session.signedIn(session)
    expect(await taken).toMatchObject({ status: 'taken' })
  })

  it('[TKT-05] takes one where the number that is held is over by the server’s clock, and by the phone’s is not', async () => {
    const { context, session } = await here.reloaded(-7 * 3_600_000)
    const inserted_at = new Date(here.server.clock.now().getTime() - 7 * 3_600_000).toISOString()
    const other = await here.office.takeFor(session, await here.office.newLine())
    await context.db.tickets.keep({ ...other, line_id: here.office.line.id, inserted_at }, 0)
    const taken = takeTicket(context, here.wish)
    await startSession(context)
    expect(await taken).toMatchObject({ status: 'taken' })
  })

  describe.each([
    ['10 minutes behind', -600_000],
    ['3 hours ahead', 3 * 3_600_000],
  ])('on a phone whose clock stands %s until then', (_, wrongBy) => {
    it('[TKT-01] gives the number its 14 s, neither less nor more', async () => {
      const { context, time } = await here.reloaded(wrongBy)
      here.door.faults.set('ticket:new', 'lost')
      here.door.silent.add('ticket:created')
      const pass = ruleTime(time)
      onTestFinished(() => void freeTime())
      const over = vi.fn<(outcome: unknown) => void>()
      const taking = takeTicket(context, here.wish).then(over)
      await startSession(context)
      await soon(() => here.door.lost).toEqual(['ticket:new'])
      await pass(8_000)
      await pass(5_000)
      expect(over).not.toHaveBeenCalled()
      await pass(1_000)
      await soon(() => over.mock.calls).toMatchObject([[{ status: 'taken' }]])
      await taking
    })
  })
})

describe('what a temporary user types for an account', () => {
  const typed = { ...emptyPerson, name: 'Ana', email: 'ana@example.cl' }

  it('stays before them when the first look finds who they are, also where nothing was kept of them', async () => {
    await here.admit()
    const { context, stores } = here.device()
    stores.session.setState({ isLoading: true, hasLooked: false })
    const started = startSession(context)
    stores.visitAnswers.getState().typed(typed)
    expect(await started).toBe('signed-in')
    expect(stores.visitAnswers.getState().person).toEqual(typed)
  })

  it('stays before them when the network has gone and come', async () => {
    const { context, stores } = await here.signedIn()
    stores.visitAnswers.getState().typed(typed)
    expect(await startSession(context)).toBe('signed-in')
    expect(stores.visitAnswers.getState().person).toEqual(typed)
  })

  it('[AUTH-10] is not there for somebody else who comes in', async () => {
    const { context, stores } = await here.signedIn()
    stores.visitAnswers.getState().typed(typed)
    await here.admit()
    expect(await startSession(context)).toBe('signed-in')
    expect(stores.visitAnswers.getState().person).toBeNull()
  })
})

describe('whom the server could not be asked about', () => {
  /** A page that was opened while the server stumbled; it watches. */
  async function stumbled() {
    const first = await here.signedIn()
    const timers = new HandTime()
    const page = here.device({ database: first.database, timers })
    here.door.faults.set('GET /services/login/session', 'down')
    expect(await startSession(page.context)).toBe('remembered')
    here.atTheEnd(keepWatch(page.context))
    await soon(() => timers.pending).toBe(1)
    const token = () => page.stores.session.getState().token
    const asks = () => asked('/services/login/session').length
    return { ...page, timers, token, asks, expected: first.session.token }
  }

  it('[AUTH-01] it is asked about again by itself, until it has said', async () => {
    const { timers, token, asks, expected } = await stumbled()
    const before = asks()
    timers.pass(30_000)
    await soon(asks).toBe(before + 1)
    await soon(() => timers.pending).toBe(1)
    here.door.mend()
    timers.pass(30_000)
    await soon(token).toBe(expected)
    await soon(() => timers.pending).toBe(0)
  })

  it('is not asked about once more where it has said so meanwhile', async () => {
    const { context, timers, token, expected } = await stumbled()
    here.door.mend()
    await startSession(context)
    expect(token()).toBe(expected)
    const begins = vi.spyOn(context.session, 'loading')
    timers.pass(30_000)
    await new Promise(resolve => void setImmediate(resolve))
    expect(begins).not.toHaveBeenCalled()
  })

  it('is asked about when the network is back, and not before', async () => {
    const { timers, token, fakes, asks, expected } = await stumbled()
    fakes.connectivity.plug(false)
    here.door.mend()
    const before = asks()
    timers.pass(30_000)
    await soon(() => timers.pending).toBe(0)
    expect(asks()).toBe(before)
    fakes.connectivity.plug(true)
    await soon(token).toBe(expected)
  })
})

describe('who comes in while the server is still being asked who is here', () => {
  /** Nobody is here, and the answer that says so is on its way. */
  async function asking() {
    const page = here.device()
    const { context } = page
    const answer = onItsWay(context.api.login.session)
    context.api.login.session = answer.ask
    const starting = startSession(context)
    await soon(answer.isAnswered).toBe(true)
    return { ...page, starting, ...answer }
  }

  it('[AUTH-03] stays in: the answer is of the moment before', async () => {
    const { context, starting, arrive } = await asking()
    expect(await logInTemporary(context, ANA)).toMatchObject({ status: 'logged-in' })
    const token = context.session.token()
    arrive()
    expect(await starting).toBe('signed-in')
    expect(context.session.token()).toBe(token)
    expect(context.session.user()).toMatchObject({ temporal: true })
    expect(await context.db.userData.read('user')).toMatchObject({ temporal: true })
  })

  it.each([
    ['that the server has no answer', 503, 'server'],
    ['that the former session is over', 401, 'session-expired'],
  ])('[AUTH-03] stays in where it says %s', async (_what, status, code) => {
    const page = here.device()
    const { context } = page
    const answer = onItsWay<[], null>(() => Promise.reject(new ApiError(code, status, code)))
    context.api.login.session = answer.ask
    const starting = startSession(context)
    await soon(answer.isAnswered).toBe(true)
    await logInTemporary(context, ANA)
    answer.arrive()
    expect(await starting).toBe('signed-in')
    expect(page.stores.session.getState()).toMatchObject({ status: 'temporary', error: null })
  })

  it('[AUTH-02] stays in where who left before could not be told of', async () => {
    const left = await here.signedIn()
    here.door.faults.set('DELETE /services/login/session', 'down')
    await logOut(left.context)
    const { context } = left
    const answer = onItsWay(context.api.login.end)
    context.api.login.end = answer.ask
    const starting = startSession(context)
    await soon(answer.isAnswered).toBe(true)
    context.session.signedIn((await here.signedIn()).session)
    answer.arrive()
    expect(await starting).toBe('signed-in')
    expect(context.session.user()).not.toBeNull()
  })
})

describe('logging out', () => {
  it('[AUTH-02] clears user, tickets and calls, sets the guest, and ends the session at the server', async () => {
    const { context, stores, fakes, notices, queryClient } = await here.signedIn()
    const cookie = here.door.cookie ?? ''
    await takeTicket(context, here.wish)
    stores.reservationDraft.getState().change(here.office.line.id, { answers: { name: 'Ana' } })
    stores.newTicket.getState().failed(here.office.line.id, { code: 'unknown', message: null })
    void stores.errands.getState().run('giveUp one', [], () => new Promise(() => {}))
    queryClient.setQueryData(['person', 'history'], { pages: [], pageParams: [] })
    queryClient.setQueryData(['offices'], { data: [], inserted_at: 1 })
    await logOut(context)
    // The worker's kept lines say where somebody went, also those that it kept meanwhile.
    expect(fakes.storage.forgotten).toBe(2)
    expect(stores.session.getState()).toMatchObject({ status: 'guest', user: null, token: null })
    expect(await context.db.tickets.all()).toEqual([])
    expect(await context.db.userData.read('user')).toBeNull()
    expect(notices()).toEqual([])
    expect(stores.reservationDraft.getState().drafts).toEqual({})
    expect(stores.newTicket.getState().tickets).toEqual({})
    expect(stores.errands.getState().errands).toEqual({})
    expect(queryClient.getQueryData(['person', 'history'])).toBeUndefined()
    expect(queryClient.getQueryData(['offices'])).toBeDefined()
    expect(here.door.cookie).toBeNull()
    expect((await here.server.ask('login', '/session', { cookie })).status).toBe(401)
  })

  it('[CHAN-06] leaves all office channels, also those that tickets need', async () => {
    const { context, stores } = await here.signedIn()
    await takeTicket(context, here.wish)
    await context.socket.hold((await here.openOffice()).slug).joined
    await logOut(context)
    expect(stores.connection.getState().channels).toEqual({})
    await soon(openSockets).toBe(0)
  })

  it('that somebody else follows closes the socket that spoke for whoever was here', async () => {
    const { context } = await here.signedIn()
    await context.socket.hold(here.office.slug).joined
    await soon(openSockets).toBe(1)
    await enterSession(context, await here.admit('Luis'))
    await soon(openSockets).toBe(0)
  })

  it('[PUSH-07] ends the subscription, here and at the server, and forgets what lay in the inbox', async () => {
    const { context, fakes, session } = await here.signedIn()
    fakes.pushDoor.subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'P', auth: 'A' } }
    const id = '99999999-0000-4000-8000-000000000001'
    const { user_id } = session
    const { db } = here.server.database
    await db
      .insertInto('push_subscriptions')
      .values({
        id,
        user_id,
        endpoint: 'https://push.example/1',
        p256dh: 'P',
        auth: 'A',
        language: 'es',
        created_at: here.server.clock.now(),
      })
      .execute()
    await context.db.userData.write('push', {
      id,
      endpoint: 'https://push.example/1',
      language: 'es',
      user_id: session.user_id,
    })
    await putInInbox({
      message: pushAbout(await here.office.takeFor(session), {}),
      received_at: 1,
      user_id: null,
    })
    await logOut(context)
    expect(fakes.pushDoor.subscription).toBeNull()
    expect(await db.selectFrom('push_subscriptions').select('id').execute()).toEqual([])
    expect(await readWho()).toMatchObject({ user_id: null })
    expect(await context.db.userData.read('push')).toBeNull()
  })

  it('[PUSH-07] takes away every notice that is shown, and what the worker was told while it happened', async () => {
    const { context, fakes, session } = await here.signedIn()
    const mine = await here.office.takeFor(session)
    vi.spyOn(context.api.login, 'end').mockImplementation(async () => {
      // A push that the worker had begun to take in.
      await putInInbox({ message: pushAbout(mine, {}), received_at: 1, user_id: session.user_id })
      fakes.pushDoor.closed.length = 0
    })
    await logOut(context)
    expect(fakes.pushDoor.closed).toEqual(['*'])
    expect(await drainInbox(async () => undefined)).toBe(0)
  })

  it('[PUSH-07] without a network ends the subscription at the server with the session, when there is one again', async () => {
    const { context, session } = await here.signedIn()
    const id = '99999999-0000-4000-8000-000000000002'
    const { db } = here.server.database
    const { user_id } = session
    const endpoint = 'https://push.example/2'
    await db
      .insertInto('push_subscriptions')
      .values({
        id,
        user_id,
        endpoint,
        p256dh: 'P',
        auth: 'A',
        language: 'es',
        created_at: here.server.clock.now(),
      })
      .execute()
    await context.db.userData.write('push', { id, endpoint, language: 'es', user_id })
    here.door.faults.set('DELETE /services/login/session', 'down')
    await logOut(context)
    here.door.mend()
    expect(await startSession(context)).toBe('guest')
    expect(await db.selectFrom('push_subscriptions').select('id').where('id', '=', id).execute()).toEqual([])
    expect(await context.db.outbox.all('end-subscription')).toEqual([])
  })

  it('[AUTH-02] is followed by the other page that is open, which writes nothing back', async () => {
    const one = await here.signedIn()
    await takeTicket(one.context, here.wish)
    const two = here.device({ beside: one })
    await startSession(two.context)
    const stop = keepWatch(two.context)
    here.atTheEnd(stop)
    two.stores.reservationDraft.getState().change(here.office.line.id, { answers: { name: 'Ana' } })
    two.stores.visitAnswers.getState().introduced(one.session.user_id, { rut: ANA.rut })
    await two.context.socket.hold(here.office.slug).joined
    const mine = await here.office.takeFor(one.session, await here.office.newLine())
    vi.spyOn(one.context.api.login, 'end').mockImplementation(async () => {
      // An answer that reached the other page when this one had forgotten everything.
      await two.context.db.tickets.keep(mine, 1)
    })
    await logOut(one.context)
    await soon(() => two.stores.session.getState().status).toBe('guest')
    expect(await two.context.db.tickets.all()).toEqual([])
    expect(two.stores.reservationDraft.getState().drafts).toEqual({})
    expect(two.stores.visitAnswers.getState()).toMatchObject({ user_id: null, document: null })
    await soon(openSockets).toBe(0)
  })

  it('[AUTH-02] that a page did not hear of (it slept) is found when it is looked at', async () => {
    const one = await here.signedIn()
    const two = here.device({ database: one.database })
    await startSession(two.context)
    here.atTheEnd(keepWatch(two.context))
    await logOut(one.context)
    expect(two.stores.session.getState().status).toBe('temporary')
    two.fakes.visibility.show(true)
    await soon(() => two.stores.session.getState().status).toBe('guest')
  })

  it('[AUTH-01] that somebody comes in on one page, the other one, a guest, knows as well', async () => {
    const one = here.device()
    const two = here.device({ beside: one })
    const asleep = here.device({ database: one.database })
    for (const { context } of [two, asleep]) {
      expect(await startSession(context)).toBe('guest')
      here.atTheEnd(keepWatch(context))
    }
    await logInTemporary(one.context, ANA)
    await soon(() => two.stores.session.getState()).toMatchObject({
      status: 'temporary',
      token: expect.any(String),
    })
    expect(asleep.stores.session.getState().status).toBe('guest')
    asleep.fakes.visibility.show(true)
    await soon(() => asleep.stores.session.getState()).toMatchObject({
      status: 'temporary',
      token: expect.any(String),
    })
  })

  it('[AUTH-10] somebody else who comes in on one page is who the other page speaks for', async () => {
    const one = await here.signedIn()
    const two = here.device({ beside: one })
    await startSession(two.context)
    here.atTheEnd(keepWatch(two.context))
    const luis = await here.admit('Luis')
    await enterSession(one.context, luis)
    await soon(() => two.stores.session.getState().user?.user_id).toBe(luis.user_id)
  })

  it('without a network is done here at once, and told to the server before anybody is signed in again', async () => {
    const before = await here.signedIn()
    here.door.faults.set('DELETE /services/login/session', 'down')
    await logOut(before.context)
    expect(before.stores.session.getState().status).toBe('guest')
    expect(here.door.cookie).not.toBeNull()
    // A page of the test before may still be asking who it is.
    here.door.requests.length = 0
    expect(await startSession(before.context)).toBe('guest')
    expect(asked('/services/login/session').filter(({ method }) => method === 'GET')).toEqual([])
    here.door.mend()
    expect(await startSession(before.context)).toBe('guest')
    expect(here.door.cookie).toBeNull()
  })

  it('[AUTH-02] leaves nothing behind for whoever closes the page before the server has answered', async () => {
    const { context, stores } = await here.signedIn()
    await takeTicket(context, here.wish)
    const asking = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    vi.spyOn(context.api.login, 'end').mockImplementation(async () => {
      asking.resolve()
      await answered.promise
    })
    const leaving = logOut(context)
    await asking.promise
    expect(await context.db.tickets.all()).toEqual([])
    expect(await context.db.userData.read('user')).toBeNull()
    answered.resolve()
    await leaving
    expect(stores.session.getState().status).toBe('guest')
  })

  it('[AUTH-02] says that nobody is here once nothing of them is kept', async () => {
    const { context, session, stores } = await here.signedIn()
    const mine = await here.office.takeFor(session)
    vi.spyOn(context.api.login, 'end').mockImplementation(async () => {
      // An answer that was still on its way.
      await context.db.tickets.keep(mine, 1)
    })
    const kept = Promise.withResolvers<TicketReceipt[]>()
    stores.session.subscribe(({ user }) => {
      if (user === null) kept.resolve(context.db.tickets.all())
    })
    await logOut(context)
    expect(await kept.promise).toEqual([])
  })

  it('[AUTH-02] is brought to its end by the next start, where the page was closed in the middle', async () => {
    const { context } = await here.signedIn()
    await takeTicket(context, here.wish)
    await context.db.outbox.put('log-out', 1)
    expect(await startSession(context)).toBe('guest')
    expect(await context.db.tickets.all()).toEqual([])
    expect(here.door.cookie).toBeNull()
    // Of somebody who comes later, and leaves likewise, nothing stays either.
    await logInTemporary(context, ANA)
    await takeTicket(context, here.wish)
    await context.db.outbox.put('log-out', 1)
    expect(await startSession(context)).toBe('guest')
    expect(await context.db.tickets.all()).toEqual([])
  })

  it('[AUTH-02] told late, of an account whose session ended meanwhile with a wish of theirs untold, leaves no mark', async () => {
    const { context, session, fakes } = await here.signedIn({ temporal: false })
    const reservation = '99999999-0000-4000-8000-000000000003'
    fakes.connectivity.plug(false)
    expect(await cancelReservation(context, reservation)).toEqual({ status: 'waiting' })
    here.door.faults.set(`DELETE ${SERVICE_BASES.reservations}/${reservation}`, 'dropped')
    here.door.faults.set('DELETE /services/login/session', 'dropped')
    await logOut(context)
    expect(await context.db.outbox.has('cancel-reservation')).toBe(true)
    expect([...here.door.others.keys()]).toEqual(['numerito-known'])
    here.door.mend()
    fakes.connectivity.plug(true)
    await endAtServer(session)
    expect(await startSession(context)).toBe('guest')
    expect([here.door.cookie, ...here.door.others.keys()]).toEqual([null])
    expect(await context.db.outbox.has('log-out')).toBe(false)
  })

  it('[AUTH-02] told when the browser has thrown the session’s cookie away by itself, leaves no mark either', async () => {
    const { context } = await here.signedIn({ temporal: false })
    here.door.faults.set('DELETE /services/login/session', 'dropped')
    await logOut(context)
    here.door.mend()
    here.door.cookie = null
    expect(await startSession(context)).toBe('guest')
    expect([...here.door.others.keys()]).toEqual([])
  })

  it('that could not be told does not end the session of whoever signs in next', async () => {
    const { context } = await here.signedIn()
    here.door.faults.set('DELETE /services/login/session', 'down')
    await logOut(context)
    const ends = () => asked('/services/login/session').filter(({ method }) => method === 'DELETE').length
    const before = ends()
    here.door.mend()
    await logInTemporary(context, ANA)
    // Told before, when the cookie was still that of whoever left.
    expect(ends()).toBe(before + 1)
    await takeTicket(context, here.wish)
    expect(await startSession(context)).toBe('signed-in')
    expect(await context.db.tickets.all()).toHaveLength(1)
  })

  it('that still cannot be told does not end the session of whoever signs in next', async () => {
    const { context } = await here.signedIn()
    here.door.faults.set('DELETE /services/login/session', 'down')
    await logOut(context)
    await logInTemporary(context, ANA)
    here.door.mend()
    expect(await startSession(context)).toBe('signed-in')
  })

  it('[AUTH-02] that still cannot be told as the next one comes in ends the session left, and that alone', async () => {
    const { context, session, fakes } = await here.signedIn({ temporal: false })
    const timers = new HandTime()
    here.atTheEnd(keepWatch({ ...context, timers }))
    here.door.faults.set('DELETE /services/login/session', 'down')
    here.door.faults.set('POST /services/login/session/left', 'dropped')
    await logOut(context)
    await logInTemporary(context, ANA)
    expect(await context.db.outbox.has('log-out')).toBe(false)
    // Of whoever left it holds what ends their session, and by which account the browser knows them.
    const waiting = await context.db.outbox.all('end-left')
    expect(waiting).toMatchObject([{ user_id: session.user_id }])
    expect(JSON.stringify(waiting)).not.toContain(session.token)
    here.door.mend()
    fakes.connectivity.plug(true)
    timers.pass(30_000)
    await soon(() => context.db.outbox.has('end-left')).toBe(false)
    expect(await isOpen(session.token)).toBe(false)
    expect(await startSession(context)).toBe('signed-in')
    expect([...here.door.others.keys()]).toEqual([])
  })

  it('[AUTH-02] is told at once by whoever comes in next, once it can be', async () => {
    const { context, session } = await here.signedIn()
    here.door.faults.set('DELETE /services/login/session', 'down')
    await logOut(context)
    await logInTemporary(context, ANA)
    expect(await isOpen(session.token)).toBe(false)
    expect(await isOpen(context.session.token() ?? '')).toBe(true)
    expect(await context.db.outbox.has('end-left')).toBe(false)
  })

  it('[AUTH-02] of somebody who is back themselves leaves the browser knowing them', async () => {
    const { context, session } = await here.signedIn({ temporal: false })
    const user = context.session.user() && session.email
    here.door.faults.set('DELETE /services/login/session', 'down')
    await logOut(context)
    expect(await signIn(context, { user: user ?? '', password: PASSWORD })).toEqual({ status: 'done' })
    expect(await isOpen(session.token)).toBe(false)
    expect([...here.door.others.keys()]).toEqual(['numerito-known'])
  })

  it('that could not be told is told before another session is carried here', async () => {
    const { context } = await here.signedIn()
    here.door.faults.set('DELETE /services/login/session', 'down')
    await logOut(context)
    here.door.mend()
    await redeemHandover(context, 'nonsense')
    expect(here.door.requests.slice(-2).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /services/login/session',
      expect.stringMatching(/^POST .*handover/),
    ])
    expect(await context.db.outbox.has('log-out')).toBe(false)
  })

  it('[AUTH-02] signs out also where the database fails', async () => {
    const { context, stores } = await here.signedIn()
    vi.spyOn(context.db, 'forgetPerson').mockRejectedValue(new Error('the database is broken'))
    await expect(logOut(context)).rejects.toThrow('the database is broken')
    expect(stores.session.getState().status).toBe('guest')
  })
})

describe('carrying the session to another browser', () => {
  it('by a one-time code, with the receipts that the server knows', async () => {
    const { context, session } = await here.signedIn()
    await takeTicket(context, here.wish)
    const elsewhere = await here.office.newLine()
    await here.office.takeFor(session, elsewhere)
    await here.office.callNext([elsewhere])
    const made = await makeHandover(context)
    expect(made).toMatchObject({ status: 'done', code: expect.stringMatching(/^\w{5}-\w{5}$/) })
    const code = 'code' in made ? made.code : ''
    const other = here.device()
    const visit = () => other.stores.visitAnswers.getState()
    visit().typed({ ...emptyPerson, name: 'Ana' })
    expect(await redeemHandover(other.context, code)).toEqual({ status: 'done' })
    // What was begun to be typed here is nothing for whoever is here after this person.
    expect(visit().person).toBeNull()
    expect(other.stores.session.getState().user?.user_id).toBe(session.user_id)
    expect((await other.context.db.tickets.all()).map(({ state }) => state).sort()).toEqual([
      'called',
      'waiting',
    ])
    expect(other.fakes.storage.asked).toBe(1)
  })

  it('with a wrong code fails with its code, and changes nothing', async () => {
    await here.admit()
    const { context, stores } = here.device()
    expect(await redeemHandover(context, 'nonsense')).toMatchObject({ code: 'handover-code-invalid' })
    expect(stores.session.getState().status).toBe('guest')
  })
})
