import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { DeskState } from '#contract/rest/desk.ts'
import type { VideoCredentials } from '#contract/rest/video.ts'
import { systemTimers, type Timers } from '#server/platform/timers.ts'
import { startSession } from '#server/identity/start-session.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { meet } from '#tests/support/meet-client.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { appointment } from '#tests/support/video-appointment.ts'
import { whoCame } from '#tests/support/who-came.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { refusalOf } from '#tests/phoenix/raw-client.ts'

const ICE = { stun: [], turn: ['turn:turn.example:3478'], turnSecret: 'shared with coturn' }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await closeEverything()
  for (const close of closing.splice(0).reverse()) await close()
})

/**
 * An office with a virtual line, two clerks at their modulos, a person who waits; another office with a
 * clerk.
 */
async function calling(server: TestServer, { virtual = true } = {}) {
  const { database } = server
  const office = await queueOffice(database)
  const away = await queueOffice(database)
  const line_id = await office.line({ virtual, prefix: 'V' })
  const tokenOf = async (owner: { user_id: string } | { clerk_id: number }) =>
    (await startSession({ ...office.context, clock: server.clock }, database.db, owner)).token
  const user_id = await office.user()
  const { tuid } = await office.take(line_id, user_id)
  const at = await office.clerk()
  const clerk = await tokenOf({ clerk_id: at.clerk_id })
  const besides = await office.clerk()
  const colleague = await tokenOf({ clerk_id: besides.clerk_id })

  const bodies: Record<string, object> = { call: { line_ids: [line_id] }, modulo: { modulo_id: null } }
  const desk = async (act: string, token = clerk, said?: object): Promise<DeskState> => {
    const body = said ?? (bodies[act] && { ...bodies[act], ...(await whoCame(database, at)) })
    const response = await server.ask('desk', `/offices/${office.office_id}/${act}`, {
      method: 'POST',
      token,
      ...(body && { body }),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as DeskState
  }
  const credentials = async (token: string | undefined, query = `tuid=${tuid}`) => {
    const response = await server.ask('video', `/credentials?${query}`, { token })
    return { status: response.status, body: await response.json() }
  }
  async function enter(token: string | null, page?: string, id = tuid, asks = false) {
    const seat = await meet(server.origin, id, token, page, asks)
    closing.push(seat.close)
    // The genuine client would go on asking, and be let in later on.
    if (seat.reply.status === 'error') await seat.close()
    return seat
  }
  return {
    office,
    line_id,
    user_id,
    tuid,
    desk,
    credentials,
    enter,
    owner: await tokenOf({ user_id }),
    stranger: await tokenOf({ user_id: await office.user() }),
    clerk,
    colleague,
    at,
    otherModulo: besides.modulo_id,
    clerkAway: await tokenOf({ clerk_id: (await away.clerk()).clerk_id }),
  }
}

const refused = (reason: string) => ({ status: 'error', response: { reason } })

eachDatabase('the video attention of a number in a virtual line', open => {
  let server: TestServer
  /** All that the server does time and again. */
  const rounds: (() => void)[] = []
  beforeAll(async () => {
    const clock = new MovingClock(NOON)
    const timers: Timers = {
      ...systemTimers,
      every(ms, run) {
        rounds.push(run)
        return systemTimers.every(ms, run)
      },
    }
    server = await startTestServer({ database: await open(), clock, timers, settings: { video: ICE } })
  })
  afterAll(() => server.close())

  it('[VID-02] brings its owner and the clerk who called together while it is called, and nobody else', async () => {
    const { desk, enter, credentials, owner, stranger, clerk, colleague, clerkAway } = await calling(server)
    for (const token of [owner, clerk]) {
      expect((await enter(token)).reply).toEqual(refused('meet-not-called'))
      expect(await credentials(token)).toMatchObject({ status: 409, body: { code: 'meet-not-called' } })
    }
    const state = await desk('call')
    expect(state.current).toMatchObject({ ticket: 'V001', meet: true, on_paper: false, reserve: null })

    const customer = await enter(owner)
    expect(customer.reply).toEqual({
      status: 'ok',
      response: { role: 'customer', other: null, demo: false },
    })
    const atDesk = await enter(clerk)
    expect(atDesk.reply).toEqual({
      status: 'ok',
      response: { role: 'office', other: customer.page, demo: false },
    })
    const body = { description: { type: 'offer', sdp: 'v=0' } }
    await atDesk.signal({ page: customer.page, body })
    await waitFor('the offer', () => customer.signals[0])
    for (const token of [owner, clerk]) {
      const { status, body: given } = await credentials(token)
      expect(status).toBe(200)
      expect((given as VideoCredentials).iceServers[0]).toMatchObject({ urls: ICE.turn })
    }

    expect(await refusalOf({ ws: `${server.origin}/socket` })).toBe(403)
    expect((await enter(stranger)).reply).toEqual(refused('not-found'))
    expect((await enter(clerkAway)).reply).toEqual(refused('not-found'))
    expect((await enter(colleague)).reply).toEqual(refused('meet-other-modulo'))
    expect(await credentials(undefined)).toMatchObject({ status: 401 })
    expect(await credentials(stranger)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await credentials(clerkAway)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await credentials(colleague)).toMatchObject({ status: 403, body: { code: 'meet-other-modulo' } })
    expect(await credentials(owner, 'tuid=V001')).toMatchObject({ status: 400 })
    expect(await credentials(owner, '')).toMatchObject({ status: 400 })
  })

  it('[VID-02] goes on in the same room when the number is called again', async () => {
    const { desk, enter, owner, clerk } = await calling(server)
    await desk('call')
    const customer = await enter(owner)
    await desk('call-again')
    const atDesk = await enter(clerk)
    expect(atDesk.reply.response).toMatchObject({ other: customer.page })
    // The desk's page is reloaded, and a second window of the person takes the seat over.
    const again = await enter(clerk)
    await waitFor('the new page', () => customer.presences.at(-1)?.other === again.page)
    const second = await enter(owner)
    await waitFor('being replaced', () => customer.presences.at(-1)?.replaced)
    await waitFor('the second window', () => again.presences.at(-1)?.other === second.page)
  })

  for (const end of ['attended', 'absent'] as const) {
    it(`[VID-02] is over for both when the desk says ${end}, and both are told`, async () => {
      const { desk, enter, credentials, owner, clerk } = await calling(server)
      await desk('call')
      const [customer, atDesk] = [await enter(owner), await enter(clerk)]
      await desk(end)
      const ended = { other: null, ended: true }
      await waitFor('the end', () => customer.presences.at(-1)?.ended && atDesk.presences.at(-1)?.ended)
      expect([customer.presences.at(-1), atDesk.presences.at(-1)]).toEqual([ended, ended])
      expect(
        await atDesk.signal({ page: customer.page, body: { description: { type: 'offer', sdp: '' } } }),
      ).toMatchObject({ response: { code: 'forbidden' } })
      for (const token of [owner, clerk]) {
        expect((await enter(token)).reply).toEqual(refused('meet-over'))
        expect(await credentials(token)).toMatchObject({ status: 409, body: { code: 'meet-over' } })
      }
      if (end === 'attended') return
      // Who was absent came after all, and is called once more.
      await desk('call-again')
      expect((await enter(owner)).reply).toMatchObject({ status: 'ok' })
    })
  }

  it('[VID-02] [DESK-07] ends for both where the number is parked, who hear that it is, and is entered when it is called again', async () => {
    const { desk, enter, credentials, owner, clerk, tuid } = await calling(server)
    await desk('call')
    const [customer, atDesk] = [await enter(owner), await enter(clerk)]
    await desk('park')
    const parked = { other: null, ended: true, pause: 'parked' }
    await waitFor('the end', () => customer.presences.at(-1)?.ended && atDesk.presences.at(-1)?.ended)
    expect([customer.presences.at(-1), atDesk.presences.at(-1)]).toEqual([parked, parked])
    expect((await enter(owner)).reply).toEqual(refused('meet-not-called'))
    expect(await credentials(owner)).toMatchObject({ status: 409, body: { code: 'meet-not-called' } })
    await desk(`tickets/${tuid}/call-parked`)
    expect((await enter(owner)).reply).toMatchObject({ status: 'ok' })
  })

  it('[VID-02] [DESK-05] [DESK-03] says so too where the number goes on elsewhere, or its call is taken back', async () => {
    const { desk, enter, owner, colleague, otherModulo, tuid } = await calling(server)
    await desk('call')
    const inFirst = await enter(owner)
    await desk('transfer', undefined, { modulo_id: otherModulo })
    await waitFor('the end', () => inFirst.presences.at(-1)?.ended)
    expect(inFirst.presences.at(-1)).toEqual({ other: null, ended: true, pause: 'transferred' })
    expect((await enter(owner)).reply).toEqual(refused('meet-not-called'))
    await desk('call', colleague)
    const inSecond = await enter(owner)
    await desk('take-back', colleague, { tuid })
    await waitFor('the end', () => inSecond.presences.at(-1)?.ended)
    expect(inSecond.presences.at(-1)).toEqual({ other: null, ended: true, pause: 'taken-back' })
  })

  it('[VID-02] is over for both also after the server has looked who listens to the office, and nobody does but they', async () => {
    const { desk, enter, owner, clerk } = await calling(server)
    await desk('call')
    const [customer, atDesk] = [await enter(owner), await enter(clerk)]
    for (const round of rounds) round()
    await desk('attended')
    await waitFor('the end', () => customer.presences.at(-1)?.ended && atDesk.presences.at(-1)?.ended)
  })

  it('[VID-02] [DESK-08] whose módulo a colleague took over is put out, and the colleague goes on', async () => {
    const { desk, enter, owner, clerk, colleague, at } = await calling(server)
    await desk('call')
    const [customer, atDesk] = [await enter(owner), await enter(clerk)]
    for (const round of rounds) round()
    await desk('modulo', colleague, { modulo_id: at.modulo_id, from: at.clerk_id })
    for (const round of rounds) round()
    await waitFor('being put out', () => atDesk.presences.at(-1)?.refused)
    expect(atDesk.presences.at(-1)).toEqual({ other: null, refused: 'meet-other-modulo' })
    await waitFor('the empty seat', () => customer.presences.at(-1)?.other === null)
    expect(customer.presences.at(-1)).toEqual({ other: null, left: true })
    const body = { description: { type: 'offer', sdp: 'v=0' } }
    expect(await atDesk.signal({ page: customer.page, body })).toMatchObject({
      response: { code: 'forbidden' },
    })
    expect((await enter(colleague)).reply.response).toMatchObject({ other: customer.page })
  })

  it('[VID-02] [DESK-08] the colleague who took the módulo over is asked nothing: who sat there is to be put out', async () => {
    const { desk, enter, clerk, colleague, at, tuid } = await calling(server)
    await desk('call')
    const atDesk = await enter(clerk)
    await desk('modulo', colleague, { modulo_id: at.modulo_id, from: at.clerk_id })
    expect((await enter(colleague, undefined, tuid, true)).reply).toMatchObject({ status: 'ok' })
    await waitFor('being out', () => atDesk.presences.at(-1)?.other === null)
  })

  it('[VID-02] is over when the next is called, and when the module is closed', async () => {
    const { office, line_id, desk, enter, owner } = await calling(server)
    await office.fill(line_id, 1)
    await desk('call')
    const customer = await enter(owner)
    const next = await desk('call')
    expect(next.current?.ticket).toBe('V002')
    await waitFor('the end', () => customer.presences.at(-1)?.ended)

    const other = await calling(server)
    await other.desk('call')
    const last = await other.enter(other.owner)
    await other.desk('modulo')
    await waitFor('the end', () => last.presences.at(-1)?.ended)
  })

  it('[VID-02] is not for a line where people come', async () => {
    const inPerson = await calling(server, { virtual: false })
    await inPerson.desk('call')
    expect((await inPerson.enter(inPerson.owner)).reply).toEqual(refused('not-by-video'))
    expect(await inPerson.credentials(inPerson.clerk)).toMatchObject({
      status: 409,
      body: { code: 'not-by-video' },
    })
  })

  it('[VID-02] ends the call of a reservation too, when its attention is closed', async () => {
    const { office, line_id, user_id, enter, desk, owner, clerk } = await calling(server)
    const reservation = await appointment(server.database, {
      office_id: office.office_id,
      line_id,
      user_id,
      from: server.clock.now(),
    })
    await desk(`reservations/${reservation}/call`)
    const customer = await enter(owner, undefined, reservation)
    const atDesk = await enter(clerk, undefined, reservation)
    expect(atDesk.reply.response).toMatchObject({ other: customer.page })
    await desk('attended')
    await waitFor('the end', () => customer.presences.at(-1)?.ended && atDesk.presences.at(-1)?.ended)
    expect(customer.presences.at(-1)).not.toHaveProperty('pause')
    expect((await enter(owner, undefined, reservation)).reply).toEqual(refused('meet-over'))
  })

  it('[VID-02] [PUSH-02] is told to its owner before and by the call: the ticket says that it is by video', async () => {
    const { tuid, owner, desk } = await calling(server)
    const ticket = async () =>
      (await (await server.ask('v1', `/user/v2/tickets/${tuid}`, { token: owner })).json()) as object
    expect(await ticket()).toMatchObject({ meet: true, state: 'waiting' })
    await desk('call')
    expect(await ticket()).toMatchObject({ meet: true, state: 'called' })
  })
})
