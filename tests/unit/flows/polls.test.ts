import { afterEach, describe, expect, it } from 'vitest'
import { NOTIFICATION_ENQUEUE_DELAY_MS, POLL_ASKED_WITHIN_MS, REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { Poll } from '#contract/rest/polls.ts'
import { answerPoll, sendPolls } from '#src/flows/polls/answer-poll.ts'
import { declinePoll } from '#src/flows/polls/decline-poll.ts'
import { bookReservation } from '#src/flows/reservations/book-reservation.ts'
import { drainInbox } from '#src/flows/tickets/drain-inbox.ts'
import { logOut } from '#src/flows/session/log-out.ts'
import { loadTickets } from '#src/flows/tickets/load-tickets.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { putInInbox } from '#src/handoff/inbox.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { proxysOwn } from '#tests/support/door.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import { HandTime, memorySettings } from '../platform/fakes.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'
import type { Device } from './device.ts'
import { phones } from './phones.ts'
import { pushAbout } from './push-messages.ts'

const GET = 'GET /api/v1/user/polls'
const POST = 'POST /api/v1/user/polls'
const DELETE = 'DELETE /api/v1/user/polls/'
/** When it is asked at the latest, after the end was heard of. */
const DUE_MS = NOTIFICATION_ENQUEUE_DELAY_MS + 1_000
const BLOCK_MS = 900_000
const here = phones()

afterEach(freeTime)

const asked = (call: string) => here.door.asked(call)

/** Somebody with a number, in a page that watches; time is the test's, and the server's goes along. */
async function holding() {
  const timers = new HandTime()
  const made = await here.signedIn({ timers, tab: memorySettings() })
  here.atTheEnd(keepWatch(made.context))
  const { tuid } = await here.office.takeFor(made.session)
  await loadTickets(made.context)
  return {
    ...made,
    tuid,
    timers,
    kept: () => made.context.db.tickets.get(tuid),
    questions: () => made.notices().filter(({ kind }) => kind === 'poll'),
    pass(ms: number) {
      here.server.clock.advance(ms)
      made.time.pass(ms)
      timers.pass(ms)
    },
  }
}

/** Called, attended, and known of here. */
async function attended() {
  const held = await holding()
  await here.office.callNext()
  // The minute in which it was called.
  held.time.pass(here.server.clock.now().getTime() - held.time.now())
  await here.office.attended()
  await soon(held.kept).toMatchObject({ state: 'attended', attended_at: expect.any(Number) })
  // It looked at once, for it might have heard late of it; and looks again when it is due.
  await soon(() => held.timers.pending).toBe(1)
  expect(asked(GET)).toHaveLength(1)
  return held
}

/** Attended, and asked. */
async function questioned() {
  const held = await attended()
  held.pass(DUE_MS)
  await soon(held.questions).toHaveLength(1)
  return held
}

/** The question goes with the screen that it led to, and nothing looks after it any more. */
async function questionTaken(held: Awaited<ReturnType<typeof questioned>>): Promise<void> {
  await soon(() => held.timers.pending).toBe(1)
  held.stores.notices.getState().clear()
  held.timers.pass(30_000)
  await soon(() => held.timers.pending).toBe(0)
}

const answer = (tuid: string, said: object = {}) => ({
  ticket_id: tuid,
  office_id: here.office.office_id,
  rating: 4,
  description: '',
  ...said,
})

/** What the server keeps of it. */
const atServer = (tuid: string) =>
  here.office.db.selectFrom('polls').selectAll().where('ticket_id', '=', tuid).executeTakeFirst()

/** What was attended is said to have been nobody: there is nothing to rate. */
const nobodyCame = (tuid: string) =>
  here.office.db.updateTable('tickets').set({ state: 'skipped' }).where('id', '=', tuid).execute()

/** The same browser, in another page. */
function otherPage(of: Pick<Device, 'database'> & { session: Awaited<ReturnType<typeof here.admit>> }) {
  const page = here.device({ database: of.database })
  page.context.session.signedIn(of.session)
  return page
}

describe('the question', () => {
  it('[POLL-01] [NOTE-01] [NOTE-02] is put 120 s after the attention, with the place, and once', async () => {
    const held = await attended()
    held.pass(NOTIFICATION_ENQUEUE_DELAY_MS - 1_000)
    await held.context.db.tickets.change(held.tuid, null, { ahead: null })
    expect(held.questions()).toEqual([])
    held.pass(2_000)
    await soon(held.questions).toEqual([
      expect.objectContaining({
        kind: 'poll',
        tuid: held.tuid,
        subject: held.tuid,
        line_name: here.office.line.name,
        office_name: expect.stringContaining('Sucursal'),
      }),
    ])
    expect(asked(GET)).toHaveLength(2)
    // The cards offer what was asked.
    expect(held.queryClient.getQueryData<Poll[]>(queryKeys.polls)).toMatchObject([{ ticket_id: held.tuid }])
    held.stores.notices.getState().clear()
    held.pass(10 * DUE_MS)
    held.fakes.visibility.show(true)
    await loadTickets(held.context)
    expect(held.questions()).toEqual([])
    expect(asked(GET)).toHaveLength(2)
  })

  it('[POLL-01] is put of an attention that was booked', async () => {
    const timers = new HandTime()
    const made = await here.signedIn({ timers, tab: memorySettings() })
    here.atTheEnd(keepWatch(made.context))
    const { slug: officeSlug, line } = here.office
    // The next one, soon enough that the desk may call it.
    const next = Math.ceil(here.server.clock.now().getTime() / BLOCK_MS) * BLOCK_MS
    const [from, to] = [next, next + BLOCK_MS].map(at => new Date(at).toISOString()) as [string, string]
    const wish = { officeSlug, lineId: line.id, block: { from, to }, meet: false, meta: { answers: ANSWERS } }
    const outcome = await bookReservation(made.context, wish)
    const id = outcome.status === 'confirmed' ? outcome.id : expect.fail(outcome.status)
    await here.office.callReservation(id)
    const kept = async () => (await made.context.db.tickets.all())[0]
    await soon(kept).toMatchObject({ state: 'called' })
    made.time.pass(here.server.clock.now().getTime() - made.time.now())
    await here.office.attended()
    await soon(kept).toMatchObject({ state: 'attended', attended_at: expect.any(Number) })
    await soon(() => timers.pending).toBe(1)
    here.server.clock.advance(DUE_MS)
    made.time.pass(DUE_MS)
    timers.pass(DUE_MS)
    const tuid = (await kept())?.tuid ?? expect.fail('no ticket')
    await soon(made.notices).toContainEqual(expect.objectContaining({ kind: 'poll', tuid }))
    expect(await answerPoll(made.context, answer(tuid))).toEqual({ status: 'done' })
    expect(await atServer(tuid)).toMatchObject({ rating: 4 })
  })

  it('[POLL-02] is put by one of two pages, and not again after a reload', async () => {
    const held = await attended()
    const other = otherPage(held)
    here.atTheEnd(keepWatch(other.context))
    held.pass(DUE_MS)
    other.time.pass(held.time.now() - other.time.now())
    other.fakes.visibility.show(true)
    await soon(() => [...held.questions(), ...other.notices()]).toHaveLength(1)
    const later = otherPage(held)
    here.atTheEnd(keepWatch(later.context))
    later.fakes.visibility.show(true)
    await soon(held.kept).toMatchObject({ poll: 'asked' })
    expect([...held.questions(), ...other.notices(), ...later.notices()]).toHaveLength(1)
  })

  it('[POLL-02] is put after a reload in between', async () => {
    const held = await attended()
    held.context.session.signedOut()
    here.server.clock.advance(DUE_MS)
    const later = otherPage(held)
    later.time.pass(here.server.clock.now().getTime() - later.time.now())
    here.atTheEnd(keepWatch(later.context))
    await soon(() => later.kinds()).toEqual(['poll'])
  })

  it('[POLL-02] waits until somebody looks, where no push came', async () => {
    const held = await attended()
    held.fakes.visibility.show(false)
    held.pass(DUE_MS)
    await soon(() => held.context.db.tickets.all()).toHaveLength(1)
    expect([held.questions(), await held.kept()]).toMatchObject([[], { state: 'attended' }])
    held.fakes.visibility.show(true)
    await soon(held.questions).toHaveLength(1)
  })

  /** The phone's notice, which its worker has shown. */
  async function phoneAsks(held: Awaited<ReturnType<typeof attended>>) {
    const message = pushAbout((await held.kept()) ?? expect.fail('no ticket'), { kind: 'poll', seq: null })
    // Those of the call.
    held.fakes.pushDoor.closed.length = 0
    await putInInbox({ message, received_at: 0, user_id: held.session.user_id })
    await drainInbox(held.context)
  }

  it('[POLL-02] [PUSH-02] that the phone has put in a pocket is not put again', async () => {
    const held = await attended()
    held.fakes.visibility.visible = false
    held.pass(DUE_MS)
    await phoneAsks(held)
    expect(await held.kept()).toMatchObject({ poll: 'asked' })
    held.fakes.visibility.show(true)
    await drainInbox(held.context)
    expect([held.questions(), held.fakes.pushDoor.closed]).toEqual([[], []])
  })

  it('[POLL-02] [PUSH-04] that the phone puts before open eyes the page puts in its place, once', async () => {
    const held = await attended()
    await phoneAsks(held)
    await soon(held.questions).toHaveLength(1)
    expect(held.fakes.pushDoor.closed).toEqual([`ticket-${held.tuid}`])
    held.stores.notices.getState().clear()
    held.pass(DUE_MS)
    await phoneAsks(held)
    expect(held.questions()).toEqual([])
    expect(held.fakes.pushDoor.closed).toEqual([`ticket-${held.tuid}`])
  })

  it('[POLL-02] is not put of what was answered or declined on another device', async () => {
    const held = await attended()
    const { token } = held.session
    await here.server.ask('v1', '/user/polls', { method: 'POST', token, body: { poll: answer(held.tuid) } })
    held.pass(DUE_MS)
    await soon(held.kept).toMatchObject({ poll: 'over' })
    expect(held.questions()).toEqual([])
  })

  it('[POLL-02] is not put of what was declined on another device', async () => {
    const held = await attended()
    const elsewhere = here.device()
    elsewhere.context.session.signedIn(held.session)
    await declinePoll(elsewhere.context, held.tuid)
    held.pass(DUE_MS)
    await soon(held.kept).toMatchObject({ poll: 'over' })
    expect(held.questions()).toEqual([])
  })

  /** Two devices of one person, on both of which it was due before either of them answered. */
  async function twoAsked() {
    const held = await holding()
    const timers = new HandTime()
    const second = { ...here.device({ timers, tab: memorySettings() }), timers }
    second.time.pass(held.time.now() - second.time.now())
    second.context.session.signedIn(held.session)
    here.atTheEnd(keepWatch(second.context))
    await loadTickets(second.context)
    await soon(() => second.context.socket.stateOf(here.office.slug)).toBe('joined')
    await here.office.callNext()
    await here.office.attended()
    const both = [held, second]
    const now = here.server.clock.now().getTime()
    for (const one of both) {
      one.time.pass(now - one.time.now())
      await soon(() => one.context.db.tickets.get(held.tuid)).toMatchObject({ state: 'attended' })
      await soon(() => one.timers.pending).toBe(1)
    }
    here.server.clock.advance(DUE_MS)
    for (const one of both) {
      one.time.pass(DUE_MS)
      one.timers.pass(DUE_MS)
    }
    const questions = () => second.notices().filter(({ kind }) => kind === 'poll')
    await soon(() => [held.questions().length, questions().length]).toEqual([1, 1])
    return { held, other: { ...second, questions } }
  }

  it('[POLL-02] that two devices have put is taken down on the other where one was answered', async () => {
    const { held, other } = await twoAsked()
    expect(await answerPoll(held.context, answer(held.tuid))).toEqual({ status: 'done' })
    await soon(() => other.timers.pending).toBe(1)
    other.timers.pass(30_000)
    await soon(other.questions).toEqual([])
    // Nor is it put again, there or here, and nobody looks any more.
    for (const one of [held, other]) {
      one.time.pass(DUE_MS)
      one.fakes.visibility.show(true)
    }
    await soon(() => other.timers.pending).toBe(0)
    expect(other.questions()).toEqual([])
    expect(await atServer(held.tuid)).toMatchObject({ rating: 4 })
  })

  it('[POLL-02] that two devices have put is taken down as soon as the other is looked at, where it was declined', async () => {
    const { held, other } = await twoAsked()
    await declinePoll(held.context, held.tuid)
    other.fakes.visibility.show(true)
    await soon(other.questions).toEqual([])
  })

  it('[POLL-02] that nobody answers stands, and is looked after for two hours', async () => {
    const { other } = await twoAsked()
    const heard = () => other.queryClient.getQueryState(queryKeys.polls)?.dataUpdateCount ?? 0
    await soon(() => other.timers.pending).toBe(1)
    const before = heard()
    other.timers.pass(30_000)
    await soon(heard).toBe(before + 1)
    await soon(() => other.timers.pending).toBe(1)
    here.server.clock.advance(POLL_ASKED_WITHIN_MS)
    other.time.pass(POLL_ASKED_WITHIN_MS)
    other.timers.pass(30_000)
    await soon(heard).toBe(before + 2)
    expect([other.questions().length, other.timers.pending]).toEqual([1, 0])
  })

  it('[POLL-02] is not put to who comes back the next day: the card offers it', async () => {
    const held = await attended()
    held.fakes.visibility.visible = false
    held.pass(DUE_MS + POLL_ASKED_WITHIN_MS)
    held.fakes.visibility.show(true)
    await soon(held.kept).toMatchObject({ poll: 'asked' })
    expect(held.questions()).toEqual([])
    expect(held.queryClient.getQueryData<Poll[]>(queryKeys.polls)).toMatchObject([{ ticket_id: held.tuid }])
  })

  it('[POLL-02] is put once the server can be asked again', async () => {
    const held = await attended()
    here.door.faults.set(GET, 'down')
    held.pass(DUE_MS)
    await soon(() => asked(GET).length).toBe(2)
    // It has heard that there was no answer.
    await soon(() => held.timers.pending).toBe(1)
    here.door.mend()
    held.pass(30_000)
    await soon(held.questions).toHaveLength(1)
  })

  it('[POLL-02] is not put of who was absent', async () => {
    const held = await holding()
    await here.office.callNext()
    await here.office.absent()
    await soon(held.kept).toMatchObject({ state: 'skipped' })
    held.pass(DUE_MS)
    held.fakes.visibility.show(true)
    await loadTickets(held.context)
    expect([held.questions(), asked(GET)]).toEqual([[], []])
  })
})

describe('an answer', () => {
  it('[POLL-01] [NOTE-03] is kept by the server, and said to be', async () => {
    const held = await questioned()
    held.stores.pollDraft.getState().change(held.tuid, { rating: 4, description: 'Rápido' })
    expect(await answerPoll(held.context, answer(held.tuid, { description: 'Rápido' }))).toEqual({
      status: 'done',
    })
    expect(held.notices()).toContainEqual(expect.objectContaining({ kind: 'success', code: 'poll-sent' }))
    expect(await held.kept()).toMatchObject({ poll: 'answered' })
    expect(await atServer(held.tuid)).toMatchObject({ rating: 4, description: expect.anything() })
    expect(held.queryClient.getQueryData(queryKeys.polls)).toEqual([])
    expect(held.stores.pollDraft.getState().drafts).toEqual({})
  })

  it('[POLL-01] guests cannot, nor whoever is here by now for whoever was', async () => {
    const held = await questioned()
    const guest = here.device()
    expect(await answerPoll(guest.context, answer(held.tuid))).toMatchObject({ code: 'user-is-guest' })
    const somebody = here.device({ database: held.database })
    somebody.context.session.signedIn(await here.admit('Benito'))
    expect(await answerPoll(somebody.context, answer(held.tuid))).toMatchObject({ code: 'session-expired' })
    expect(asked(POST)).toEqual([])
  })

  it('[OFFL-03] [POLL-01] without a network waits, and is sent once when it is back', async () => {
    const held = await questioned()
    held.fakes.connectivity.plug(false)
    expect(await answerPoll(held.context, answer(held.tuid, { description: 'Bien' }))).toEqual({
      status: 'waiting',
    })
    expect(await held.kept()).toMatchObject({ poll: 'waits' })
    // What is pressed once more is the same answer.
    await answerPoll(held.context, answer(held.tuid, { rating: 1 }))
    const other = otherPage(held)
    held.fakes.connectivity.plug(true)
    await sendPolls(other.context)
    await soon(held.kept).toMatchObject({ poll: 'answered' })
    expect(asked(POST)).toHaveLength(1)
    expect(await atServer(held.tuid)).toMatchObject({ rating: 4 })
    expect([...held.notices(), ...other.notices()].filter(({ kind }) => kind === 'success')).toHaveLength(1)
    expect(await held.context.db.outbox.all('poll')).toEqual([])
  })

  it('[OFFL-03] is told again by itself where the server stumbled, though the network was never away', async () => {
    const held = await questioned()
    await questionTaken(held)
    here.door.faults.set(POST, 'down')
    expect(await answerPoll(held.context, answer(held.tuid))).toEqual({ status: 'waiting' })
    await soon(() => held.timers.pending).toBe(1)
    held.timers.pass(30_000)
    await soon(() => asked(POST).length).toBe(2)
    // Still down: it goes on trying.
    await soon(() => held.timers.pending).toBe(1)
    expect(await held.kept()).toMatchObject({ poll: 'waits' })
    here.door.mend()
    held.timers.pass(30_000)
    await soon(held.kept).toMatchObject({ poll: 'answered' })
    expect(await atServer(held.tuid)).toMatchObject({ rating: 4 })
    // And then there is nothing more to tell.
    await soon(() => held.context.db.outbox.all('poll')).toEqual([])
    await soon(() => held.timers.pending).toBe(0)
  })

  it('[OFFL-03] that another window was telling when it was closed is told by this one, by itself', async () => {
    const held = await questioned()
    await questionTaken(held)
    here.door.faults.set(POST, 'down')
    expect(await answerPoll(held.context, answer(held.tuid))).toEqual({ status: 'waiting' })
    here.door.mend()
    const { clock, db } = held.context
    expect(await db.outbox.claim('poll', held.tuid, clock.now(), clock.now() + 45_000)).toBe(true)
    await soon(() => held.timers.pending).toBe(1)
    held.pass(30_000)
    // It is still the other one's to tell: nothing is written by which one could hear of it.
    await soon(() => held.timers.pending).toBe(1)
    expect(asked(POST)).toHaveLength(1)
    held.pass(30_000)
    await soon(held.kept).toMatchObject({ poll: 'answered' })
    expect(asked(POST)).toHaveLength(2)
  })

  it('[OFFL-03] of which no answer came is told again, and is the same one', async () => {
    const held = await questioned()
    here.door.faults.set(POST, 'lost')
    const pass = ruleTime(held.time)
    const answering = answerPoll(held.context, answer(held.tuid))
    await soon(() => here.door.lost).toContain(POST)
    await pass(REQUEST_TIMEOUT_MS)
    expect(await answering).toEqual({ status: 'waiting' })
    freeTime()
    here.door.mend()
    expect(await sendPolls(held.context)).toBe('empty')
    expect(await held.kept()).toMatchObject({ poll: 'answered' })
  })

  it('[POLL-02] that came second is told kindly, at once and from the outbox', async () => {
    const held = await questioned()
    const elsewhere = { method: 'POST', token: held.session.token, body: { poll: answer(held.tuid) } }
    await here.server.ask('v1', '/user/polls', elsewhere)
    const other = answer(held.tuid, { rating: 1 })
    held.fakes.connectivity.cable = false
    await answerPoll(held.context, other)
    held.fakes.connectivity.cable = true
    expect(await sendPolls(held.context)).toBe('empty')
    expect(held.notices()).toContainEqual(
      expect.objectContaining({ kind: 'generic-error', subject: held.tuid, code: 'poll-answered' }),
    )
    expect(await answerPoll(held.context, other)).toMatchObject({ status: 'failed', code: 'poll-answered' })
    expect(await held.kept()).toMatchObject({ poll: 'elsewhere' })
    expect(await atServer(held.tuid)).toMatchObject({ rating: 4 })
  })

  it('[OFFL-03] stays while the server stumbles, and leaves the outbox where there is no such attention', async () => {
    const held = await questioned()
    here.door.faults.set(POST, 'down')
    expect(await answerPoll(held.context, answer(held.tuid))).toEqual({ status: 'waiting' })
    expect(await sendPolls(held.context)).toBe('waiting')
    here.door.mend()
    await nobodyCame(held.tuid)
    expect(await sendPolls(held.context)).toBe('empty')
    expect(await held.kept()).toMatchObject({ poll: 'over' })
    expect(held.kinds()).toContain('generic-error')
  })

  it('[OFFL-03] [KEEP-07] stays where a proxy alone says that there is no such attention', async () => {
    const held = await questioned()
    here.door.answers.set(POST, proxysOwn(404))
    expect(await answerPoll(held.context, answer(held.tuid))).toEqual({ status: 'waiting' })
    expect(await sendPolls(held.context)).toBe('waiting')
    expect(await held.kept()).toMatchObject({ poll: 'waits' })
    here.door.mend()
    expect(await sendPolls(held.context)).toBe('empty')
    expect(await atServer(held.tuid)).toMatchObject({ rating: 4 })
  })

  it('[AUTH-02] that still waits goes with whoever leaves: no word of theirs stays', async () => {
    const held = await questioned()
    held.stores.pollDraft.getState().change(held.tuid, { description: 'Soy Ana' })
    here.door.faults.set(POST, 'down')
    await answerPoll(held.context, answer(held.tuid, { description: 'Soy Ana' }))
    held.stores.pollDraft.getState().change(held.tuid, { description: 'Soy Ana' })
    await logOut(held.context)
    expect(await held.context.db.outbox.all('poll')).toEqual([])
    expect(held.stores.pollDraft.getState().drafts).toEqual({})
  })

  it('[POLL-02] that somebody would rather not give is asked for no more', async () => {
    const held = await questioned()
    expect(await declinePoll(held.context, held.tuid)).toEqual({ status: 'done' })
    expect(await held.kept()).toMatchObject({ poll: 'over' })
    expect(held.queryClient.getQueryData(queryKeys.polls)).toEqual([])
    expect(await atServer(held.tuid)).toMatchObject({ rating: null, declined_at: expect.any(Date) })
  })

  it.each<[string, (held: Awaited<ReturnType<typeof questioned>>) => unknown]>([
    ['without a network', ({ fakes }) => fakes.connectivity.plug(false)],
    ['whose answer nobody heard', ({ tuid }) => here.door.faults.set(`${DELETE}${tuid}`, 'lost')],
    ['while the server stumbles', ({ tuid }) => here.door.faults.set(`${DELETE}${tuid}`, 'down')],
  ])('[POLL-02] [OFFL-03] that somebody would rather not give, said %s, is told later', async (_, fail) => {
    const held = await questioned()
    fail(held)
    expect(await declinePoll(held.context, held.tuid)).toEqual({ status: 'waiting' })
    expect(await held.kept()).toMatchObject({ poll: 'over' })
    here.door.mend()
    held.fakes.connectivity.plug(true)
    expect(await sendPolls(held.context)).toBe('empty')
    expect(await atServer(held.tuid)).toMatchObject({ rating: null, declined_at: expect.any(Date) })
    expect(await held.context.db.outbox.all('poll')).toEqual([])
    expect(held.kinds()).not.toContain('generic-error')
  })

  it('[POLL-02] [OFFL-03] that was declined and cannot be any more is told nobody about', async () => {
    const held = await questioned()
    here.door.faults.set(`${DELETE}${held.tuid}`, 'down')
    await declinePoll(held.context, held.tuid)
    here.door.mend()
    await nobodyCame(held.tuid)
    expect(await sendPolls(held.context)).toBe('empty')
    expect(held.kinds()).not.toContain('generic-error')
  })
})
