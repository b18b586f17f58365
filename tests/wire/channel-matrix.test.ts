import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, type ChannelName } from '#contract/channel/channels.ts'
import { meetTopic } from '#contract/channel/meet-channel.ts'
import { officeTopic } from '#contract/channel/office-channel.ts'
import { json } from '#server/database/json-column.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { sendMessage } from '#server/queue/day/send-message.ts'
import { replaceSettings } from '#server/office-settings/replace-settings.ts'
import { standingSettings } from '#server/office-settings/standing-settings.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { setPreference } from '#server/queue/desk/set-preference.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { followPaper } from '#server/queue/take/follow-paper.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { bringBack } from '#server/queue/desk/bring-back.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { putBack } from '#server/queue/desk/put-back.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { bookReservation } from '#server/reservations/book-reservation.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { ANSWERS } from '#tests/support/reservation-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { CALLER_KINDS, CALLERS, type CallerKind, credentialsOf } from './access-matrix/callers.ts'
import {
  EVENTS,
  type Heard,
  type HeardBy,
  JOINS,
  LISTENERS,
  type Listener,
  PUSHES,
  TOPICS,
  type TopicName,
} from './access-matrix/channels.ts'
import { createScene, type Scene } from './access-matrix/scene.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { connectRaw, type Frame, type RawClient, refusalOf } from '#tests/phoenix/raw-client.ts'

const OWNERS = ['owner', 'ownerRegistered'] as const
type Owner = (typeof OWNERS)[number]
const isOwner = (kind: CallerKind): kind is Owner => kind === 'owner' || kind === 'ownerRegistered'
const CHANNEL_NAMES = Object.keys(CHANNELS) as ChannelName[]

describe('who may say and hear what', () => {
  let server: TestServer
  let at: { ws: string }
  beforeAll(async () => {
    server = await startTestServer({ clock: new MovingClock(NOON) })
    at = { ws: `${server.origin.replace('http', 'ws')}/socket` }
  })
  afterEach(closeEverything)
  afterAll(() => server.close())

  const sceneOf = () => createScene(server.database, server.clock.now())

  /** A called number of a line by video, at the clerk's own module. */
  async function calledByVideo(scene: Scene): Promise<string> {
    await scene.db.updateTable('lines').set({ virtual: true }).where('id', '=', scene.line_id).execute()
    return await scene.called()
  }

  const topicOf: Record<TopicName, (scene: Scene) => Promise<string>> = {
    'web:{officeSlug}': async ({ slug }) => officeTopic(slug),
    'meet:{ruid}': async scene => meetTopic(await scene.appointment()),
    'meet:{tuid}': async scene => meetTopic(await calledByVideo(scene)),
  }

  /** As the table writes it: `shut` where the socket does not open. */
  async function connect(kind: CallerKind, scene: Scene): Promise<RawClient | 'shut'> {
    const { token } = await credentialsOf(kind, scene)
    const options = token === undefined ? {} : { token }
    if (JOINS['web:{officeSlug}'][kind] !== 'shut') return await connectRaw(at, options)
    expect(await refusalOf(at, options)).toBe(403)
    return 'shut'
  }

  /** `ok`, or the reason. */
  const wordOf = ([, , , , payload]: Frame): string => {
    const { status, response } = payload as { status: string; response: { reason?: string; code?: string } }
    return status === 'ok' ? 'ok' : (response.code ?? response.reason ?? status)
  }

  /** The reply to one message; what is pushed meanwhile is left out. */
  async function ask(client: RawClient, topic: string, event: string, payload: object): Promise<Frame> {
    const ref = randomUUID()
    client.send('1', event === 'phx_join' ? '1' : ref, topic, event, payload)
    for (;;) {
      const frame = await client.next()
      if (frame[3] === 'phx_reply' && frame[1] === (event === 'phx_join' ? '1' : ref)) return frame
    }
  }

  const join = (client: RawClient, topic: string) =>
    ask(client, topic, 'phx_join', topic.startsWith('meet:') ? { page: randomUUID() } : {})

  it('[SEC-01] every topic of the contract has its rows, and no other', () => {
    expect(Object.keys(TOPICS)).toEqual(CHANNEL_NAMES)
    expect(Object.values(TOPICS).flat()).toEqual(Object.keys(JOINS))
    for (const name of CHANNEL_NAMES) {
      expect(Object.keys(PUSHES[name])).toEqual(Object.keys(CHANNELS[name].pushes))
      expect(Object.keys(EVENTS[name]).sort()).toEqual(Object.keys(CHANNELS[name].events).sort())
    }
  })

  describe.each(Object.keys(JOINS) as TopicName[])('[SEC-01] %s', name => {
    const channel = CHANNEL_NAMES.find(key => TOPICS[key].includes(name)) ?? 'web:*'

    it('lets in whom the table says, and tells others no more than that', async () => {
      const found: Record<string, string> = {}
      for (const kind of CALLER_KINDS) {
        const scene = await sceneOf()
        const topic = await topicOf[name](scene)
        const client = await connect(kind, scene)
        if (client === 'shut') found[kind] = 'shut'
        else {
          const reply = await join(client, topic)
          found[kind] = wordOf(reply)
          if (!isOwner(kind))
            for (const secret of [...scene.secrets, scene.owner_id])
              expect(JSON.stringify(reply)).not.toContain(secret)
        }
      }
      expect(found).toEqual(JOINS[name])
    })

    it.each(Object.keys(PUSHES[channel]))('grants %s to whom the table says', async push => {
      const found: Record<string, string> = {}
      for (const kind of CALLER_KINDS) {
        const scene = await sceneOf()
        const topic = await topicOf[name](scene)
        const payload: Record<string, object> = {
          // In the owner's name.
          'ticket:new': { line_id: scene.line_id, user_id: scene.owner_id, request_id: randomUUID() },
          'meet:signal': {
            page: randomUUID(),
            body: { candidate: { candidate: '', sdpMid: null, sdpMLineIndex: null } },
          },
        }
        const before = await scene.belongings()
        const client = await connect(kind, scene)
        if (client === 'shut') found[kind] = 'shut'
        else {
          await join(client, topic)
          found[kind] = wordOf(await ask(client, topic, push, payload[push] ?? {}))
        }
        if (!isOwner(kind)) expect(await scene.belongings()).toBe(before)
      }
      const granted = (PUSHES[channel] as Record<string, Record<string, string>>)[push]
      const isIn = (kind: CallerKind) => ['ok', 'shut'].includes(JOINS[name][kind])
      const expected = CALLER_KINDS.map(kind => [kind, isIn(kind) ? granted?.[kind] : 'unmatched topic'])
      expect(found).toEqual(Object.fromEntries(expected))
    })

    it('[SEC-04] nobody says or hears anything without having joined', async () => {
      const scene = await sceneOf()
      const topic = await topicOf[name](scene)
      const client = await connect('owner', scene)
      if (client === 'shut') return expect.fail('the owner is shut out')
      for (const push of Object.keys(PUSHES[channel]))
        expect(wordOf(await ask(client, topic, push, {}))).toBe('unmatched topic')
    })
  })

  /** Everybody who may join listens on a topic, with the owner as one of the two that they can be. */
  async function listen(scene: Scene, topic: string, owner: Owner) {
    const listeners = LISTENERS.filter(kind => kind === owner || !isOwner(kind))
    const clients = {} as Record<Listener, RawClient>
    const heard = Object.fromEntries(LISTENERS.map(kind => [kind, []])) as unknown as Record<
      Listener,
      Frame[]
    >
    for (const kind of listeners) {
      const client = await connect(kind, scene)
      if (client === 'shut') return expect.fail(`${kind} is shut out`)
      clients[kind] = client
      await join(client, topic)
    }
    const follow = async (kind: Listener) => {
      for (;;) heard[kind].push(await clients[kind].next())
    }
    for (const kind of listeners) void follow(kind)
    return { listeners, clients, heard }
  }

  /** Of a table's rows: what those who listened should hear. */
  const rowsOf = (events: Readonly<Record<string, HeardBy>>, listeners: readonly Listener[]) =>
    Object.fromEntries(
      Object.entries(events).map(([event, heard]) => [
        event,
        Object.fromEntries(listeners.map(kind => [kind, heard[kind]])),
      ]),
    )

  function heardAs(frames: readonly Frame[], event: string, isOwn: (text: string) => boolean): Heard {
    const copies = frames.filter(frame => frame[3] === event).map(frame => JSON.stringify(frame[4]))
    if (copies.length === 0) return 'silence'
    return copies.some(isOwn) ? 'own' : 'shown'
  }

  it.each(OWNERS)(
    '[SEC-01] [AUTH-10] every event of an office is heard by whom the table says, with what is theirs (%s)',
    async owner => {
      const scene = await sceneOf()
      const { office_id, line_id, owner_id } = scene
      const { queue } = server
      const desk = { office_id, ...((await scene.whoIs('clerk')) as { clerk_id: number }) }
      const topic = officeTopic(scene.slug)
      const { listeners, clients, heard } = await listen(scene, topic, owner)

      const paper = () => issuePaperNumber(queue, { office_id, line_id })
      const take = async () => {
        const wish = { office: { office_id }, line_id, user_id: owner_id, request_id: randomUUID() }
        return (await takeTicket(queue, wish)).tuid
      }
      const callAndEnd = async (end: typeof markAttended) => {
        await callNext(queue, { ...desk, line_ids: [] })
        await end(queue, desk)
      }
      for (let ahead = 0; ahead < 6; ahead += 1) await paper()
      const tuids = [await take()]
      await paper()
      await callAndEnd(markAttended)
      await letOthersPass(queue, { tuid: tuids[0] ?? '', user_id: owner_id, places: 1 })
      for (let called = 0; called < 7; called += 1) await callAndEnd(markAttended)
      tuids.push(await take())
      const { tuid: mistaken } = await callNext(queue, { ...desk, line_ids: [] })
      await takeBackCall(queue, { ...desk, tuid: mistaken })
      await callAndEnd(markAbsent)
      tuids.push(await take())
      await giveUp(queue, { tuid: tuids[2] ?? '', user_id: owner_id })
      await bringBack(queue, { office_id, tuid: tuids[1] ?? '' })
      await callAndEnd(parkTicket)
      await putBack(queue, { office_id, tuid: tuids[1] ?? '' })
      const modulo_id = await scene.otherModulo()
      await callAndEnd((world, at) => transferTicket(world, { ...at, to: { modulo_id } }))
      await giveUp(queue, { tuid: tuids[1] ?? '', user_id: owner_id })
      const block = await scene.free()
      const { id: ruid } = await bookReservation(queue, {
        line_id,
        ...block,
        user_id: owner_id,
        temporal: true,
        request_id: randomUUID(),
        keeps: true,
        meet: false,
        meta: { answers: ANSWERS },
      })
      const { tuid: followed } = await issuePaperNumber(queue, { office_id, line_id })
      const secret = queue.protect.paperSecret(followed)
      tuids.push((await followPaper(queue, { secret, user_id: owner_id })).tuid)
      await server.database.db
        .updateTable('offices')
        .set({ preference: json({ law: null, rule: 'next', before_reservations: true }) })
        .where('id', '=', office_id)
        .execute()
      await setPreference(queue, { office_id, tuid: followed, preferential: true })
      await sendMessage(queue, { office_id, message: 'delay', tuid: followed })
      const { clerk_id } = (await scene.whoIs('supervisor')) as { clerk_id: number }
      const { office, version } = await standingSettings(server.database.db, office_id)
      const otherName = { ...office, name: 'Con otro nombre' }
      const { faults } = await replaceSettings(
        queue,
        { office_id, clerk_id },
        { version },
        async () => otherName,
      )
      expect(faults).toEqual([])
      await freezeLine(queue, { office_id, line_id, frozen: true })
      clients[owner].send('1', 'refused', topic, 'ticket:new', { line_id, user_id: owner_id })
      // Facts come in the order of their office, and an estimate after the facts that moved it.
      await waitFor('everybody to have heard all of it', () =>
        listeners.every(kind =>
          ['line:frozen', 'time:estimate'].every(event => heard[kind].some(frame => frame[3] === event)),
        ),
      )
      await waitFor('the owner to be told why not', () =>
        heard[owner].some(frame => frame[3] === 'ticket:error'),
      )

      const ids = [...tuids, ruid, owner_id]
      const isOwn = (text: string) => ids.some(id => text.includes(id))
      const table = Object.fromEntries(
        Object.keys(EVENTS['web:*']).map(event => [
          event,
          Object.fromEntries(listeners.map(kind => [kind, heardAs(heard[kind], event, isOwn)])),
        ]),
      )
      expect(table).toEqual(rowsOf(EVENTS['web:*'], listeners))
      for (const kind of listeners) {
        if (isOwner(kind)) continue
        for (const secret of scene.secrets) expect(JSON.stringify(heard[kind])).not.toContain(secret)
      }
    },
  )

  it.each(OWNERS)(
    '[SEC-01] [VID-02] every event of a call is heard in its two seats alone (%s)',
    async owner => {
      for (const name of TOPICS['meet:*']) {
        const scene = await sceneOf()
        const topic = await topicOf[name](scene)
        const { listeners, clients, heard } = await listen(scene, topic, owner)
        const pageOf = (kind: Listener) => {
          const frame = heard[kind].find(([, , , event]) => event === 'meet:presence')
          return (frame?.[4] as { other?: string } | undefined)?.other
        }
        // The owner was there first; the clerk sits down, and each hears of the other by what they say.
        const clerksPage = await waitFor('the owner to see the clerk', () => pageOf(owner))
        const body = { candidate: { candidate: 'over here', sdpMid: null, sdpMLineIndex: null } }
        clients[owner].send('1', 's1', topic, 'meet:signal', { page: clerksPage, body })
        const signal = await waitFor('the clerk to hear', () =>
          heard.clerk.find(frame => frame[3] === 'meet:signal'),
        )
        const { page } = signal[4] as { page: string }
        clients.clerk.send('1', 's2', topic, 'meet:signal', { page, body })
        await waitFor('the owner to hear', () => heard[owner].some(frame => frame[3] === 'meet:signal'))
        clients[owner].socket.close()
        await waitFor('the clerk to see the owner go', () =>
          heard.clerk.some(frame => frame[3] === 'meet:presence'),
        )
        for (const kind of listeners) {
          if (isOwner(kind) || kind === 'clerk') continue
          clients[kind].send(null, 'last', 'phoenix', 'heartbeat', {})
          await waitFor('what was said before', () => heard[kind].some(frame => frame[1] === 'last'))
        }
        const table = Object.fromEntries(
          Object.keys(EVENTS['meet:*']).map(event => [
            event,
            Object.fromEntries(listeners.map(kind => [kind, heardAs(heard[kind], event, () => false)])),
          ]),
        )
        expect(table).toEqual(rowsOf(EVENTS['meet:*'], listeners))
      }
    },
  )

  it('the kinds of caller are those of the routes', () => {
    expect(Object.keys(JOINS['web:{officeSlug}']).sort()).toEqual(Object.keys(CALLERS).sort())
  })
})
