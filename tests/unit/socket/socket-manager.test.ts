import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { JOIN_BUSY } from '#contract/channel/office-channel.ts'
import { CHANNEL_JOIN_TIMEOUT_MS, TICKET_PUSH_TIMEOUT_MS } from '#contract/limits.ts'
import type { MeetNews } from '#src/socket/meet-channel.ts'
import type { SocketNews } from '#src/socket/office-socket.ts'
import { SocketManager, type SocketManagerOptions } from '#src/socket/socket-manager.ts'
import { browserTimers } from '#src/platform/timers.ts'
import { countingRandom, HandTime, memorySettings } from '../platform/fakes.ts'
import { OfficeServer } from './office-server.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'

const USER = '11111111-1111-4111-8111-111111111111'
const REQUEST = '22222222-2222-4222-8222-222222222222'
const TUID = '33333333-3333-4333-8333-333333333333'
/** As the socket manager has it. */
const LONG_POLL_AFTER_MS = 4_000
const open: (() => unknown)[] = []

afterEach(async () => {
  vi.useRealTimers()
  freeTime()
  for (const close of open.splice(0).reverse()) await close()
})

async function serve(): Promise<OfficeServer> {
  const office = await OfficeServer.start()
  open.push(() => office.stop())
  return office
}

function manage(office: Pick<OfficeServer, 'socketUrl'>, options: Partial<SocketManagerOptions> = {}) {
  const news: SocketNews[] = []
  const manager = new SocketManager({
    url: office.socketUrl,
    getToken: () => 'ana',
    isNeeded: async () => false,
    timers: browserTimers,
    random: countingRandom(0),
    tab: memorySettings(),
    ...options,
  })
  manager.subscribe(item => void news.push(item))
  open.push(() => manager.leaveAll())
  const facts = () =>
    news.flatMap(item => (item.kind === 'fact' ? [`${item.event} ${item.payload.seq}`] : []))
  return { manager, news, facts }
}

const number = (ticket: string) => ({ line_id: 1, ticket, waiting: 3 })
const ticketNew = { line_id: 1, user_id: USER, request_id: REQUEST }

describe('an office channel', () => {
  it('[CHAN-01] joins web:{officeSlug} with the token; it is locked while joining, then joined', async () => {
    const office = await serve()
    const { manager, news } = manage(office)
    const joining = manager.hold('centro').joined
    expect(manager.stateOf('centro')).toBe('locked')
    await joining
    expect(manager.stateOf('centro')).toBe('joined')
    expect(office.joins).toEqual([{ officeSlug: 'centro', payload: {}, token: 'ana' }])
    expect(news.filter(({ kind }) => kind === 'channel')).toEqual([
      { kind: 'channel', officeSlug: 'centro', state: 'locked' },
      { kind: 'channel', officeSlug: 'centro', state: 'joined' },
    ])
  })

  it('joins once, however many ask for it', async () => {
    const office = await serve()
    const { manager } = manage(office)
    await Promise.all([manager.hold('centro').joined, manager.hold('centro').joined])
    await manager.hold('centro').joined
    expect(office.joins).toHaveLength(1)
  })

  it('[CHAN-02] gives up waiting for a join after 12 s, and joins all the same when the office answers later', async () => {
    const office = await serve()
    const { manager } = manage(office)
    await manager.hold('otra').joined
    let answer = () => {}
    const later = new Promise<null>(resolve => {
      answer = () => resolve(null)
    })
    office.onJoin = () => later
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failed = vi.fn<(error: unknown) => void>()
    const joining = manager.hold('centro').joined.catch(failed)
    await vi.advanceTimersByTimeAsync(CHANNEL_JOIN_TIMEOUT_MS - 10)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10)
    await joining
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ name: 'SocketError', code: 'channel-join' })
    expect(manager.stateOf('centro')).toBe('locked')
    answer()
    await vi.advanceTimersByTimeAsync(1_000)
    vi.useRealTimers()
    await soon(() => manager.stateOf('centro')).toBe('joined')
  })

  it('[CHAN-02] gives up waiting after 12 s as well where no connection can be had at all, however often it is tried', async () => {
    const office = await serve()
    office.letsIn = false
    const time = new HandTime()
    const { manager } = manage(office, { timers: time })
    const failed = vi.fn<(error: unknown) => void>()
    const joining = manager.hold('centro').joined.catch(failed)
    time.pass(CHANNEL_JOIN_TIMEOUT_MS - 1)
    await soon(() => office.transports.length).toBeGreaterThan(1)
    expect(failed).not.toHaveBeenCalled()
    time.pass(1)
    await joining
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ name: 'SocketError', code: 'channel-join' })
    office.letsIn = true
    await soon(() => manager.stateOf('centro')).toBe('joined')
  })

  it('[CHAN-02] says that a join was refused, and does not go on knocking where the answer is final', async () => {
    const office = await serve()
    office.onJoin = () => ({ error: { reason: 'not-found' } })
    const { manager, news } = manage(office)
    await expect(manager.hold('nowhere').joined).rejects.toMatchObject({ code: 'channel-join-failed' })
    expect(manager.stateOf('nowhere')).toBeNull()
    expect(news.at(-1)).toEqual({ kind: 'channel', officeSlug: 'nowhere', state: null })
    await new Promise(resolve => setTimeout(resolve, 1_200))
    expect(office.joins).toHaveLength(1)
  })

  it('tries again where the refusal may pass', async () => {
    const office = await serve()
    let refusals = 1
    office.onJoin = () => (refusals-- > 0 ? { error: { reason: 'unavailable' } } : null)
    const { manager } = manage(office)
    await expect(manager.hold('centro').joined).rejects.toMatchObject({ code: 'channel-join-failed' })
    await soon(() => manager.stateOf('centro')).toBe('joined')
  })

  it('a server that is too busy for now keeps nobody from a number: who waits for the join goes on waiting', async () => {
    const office = await serve()
    let refusals = 1
    office.onJoin = () => (refusals-- > 0 ? { error: { reason: JOIN_BUSY } } : null)
    const { manager } = manage(office)
    await manager.hold('centro').joined
    expect(office.joins).toHaveLength(2)
  })

  it('[CHAN-03] does not even connect for a guest', async () => {
    const office = await serve()
    const { manager } = manage(office, { getToken: () => null })
    await expect(manager.hold('centro').joined).rejects.toMatchObject({ code: 'user-is-guest' })
    expect(office.transports).toEqual([])
  })

  it('[CHAN-04] is not left while tickets need the office, and is left when nothing does', async () => {
    const office = await serve()
    let isNeeded = true
    const { manager } = manage(office, { isNeeded: async () => isNeeded })
    const screen = manager.hold('centro')
    await screen.joined
    screen.release()
    await manager.leave('centro')
    expect(manager.stateOf('centro')).toBe('joined')
    isNeeded = false
    await manager.leave('centro')
    expect(manager.stateOf('centro')).toBeNull()
    await soon(() => office.joinedTo('centro')).toBe(0)
  })

  it('[CHAN-04] is not taken from one screen when another is closed, however often it says so', async () => {
    const office = await serve()
    const { manager } = manage(office)
    const [pane, beside] = [manager.hold('centro'), manager.hold('centro')]
    await pane.joined
    beside.release()
    beside.release()
    // A ticket that is over leaves it, too.
    await manager.leave('centro')
    expect(manager.stateOf('centro')).toBe('joined')
    pane.release()
    await soon(() => manager.stateOf('centro')).toBeNull()
  })

  it('is not left when somebody comes while it is found out whether it is needed', async () => {
    const office = await serve()
    const { manager } = manage(office)
    const before = manager.hold('centro')
    await before.joined
    before.release()
    await manager.hold('centro').joined
    expect(office.joins).toHaveLength(1)
    expect(manager.stateOf('centro')).toBe('joined')
  })

  it('is held by whoever held it before it was refused and opened anew', async () => {
    const office = await serve()
    const { manager } = manage(office)
    office.onJoin = () => ({ error: { reason: 'not-found' } })
    await expect(manager.hold('centro').joined).rejects.toMatchObject({ code: 'channel-join-failed' })
    office.onJoin = () => null
    const other = manager.hold('centro')
    await other.joined
    other.release()
    await manager.leave('centro')
    expect(manager.stateOf('centro')).toBe('joined')
  })

  it('is kept where it cannot be found out whether it is needed', async () => {
    const office = await serve()
    const { manager } = manage(office, { isNeeded: () => Promise.reject(new Error('the disk is gone')) })
    const screen = manager.hold('centro')
    await screen.joined
    screen.release()
    await manager.leave('centro')
    expect(manager.stateOf('centro')).toBe('joined')
  })

  it('[CHAN-06] every channel is left, and the socket closed, when the session is over', async () => {
    const office = await serve()
    const { manager, news } = manage(office, { isNeeded: async () => true })
    await Promise.all([manager.hold('centro').joined, manager.hold('norte').joined])
    manager.leaveAll()
    await soon(() => office.endpoint.stats().sockets.websocket).toBe(0)
    expect(office.endpoint.stats().channels).toBe(0)
    expect([manager.stateOf('centro'), manager.stateOf('norte')]).toEqual([null, null])
    expect(news.at(-1)).toEqual({ kind: 'socket', state: 'closed' })
    await manager.hold('centro').joined
    expect(office.joins.at(-1)?.payload).toEqual({})
  })

  it('[CHAN-06] [VID-02] a video call is over when the session is, and one that was left hears no more', async () => {
    const office = await serve()
    const { manager } = manage(office)
    const here: MeetNews[] = []
    const gone: MeetNews[] = []
    manager.meet(TUID, USER, news => void here.push(news))
    const left = manager.meet(REQUEST, USER, news => void gone.push(news))
    left.leave()
    manager.leaveAll()
    expect(here).toEqual([{ kind: 'refused', code: 'unauthorized' }])
    expect(gone).toEqual([])
    manager.leaveAll()
    expect(here).toHaveLength(1)
  })
})

describe('the facts of an office', () => {
  it('come in their order, each once, with their names', async () => {
    const office = await serve()
    const { manager, facts } = manage(office)
    await manager.hold('centro').joined
    office.tell('centro', 'ticket:created', number('A001'))
    office.tell('centro', 'line:frozen', { line_id: 1, frozen: true })
    office.say('centro', 'line:frozen', {
      seq: 2,
      at: '2026-11-20T12:00:00Z',
      officeSlug: 'centro',
      line_id: 1,
      frozen: true,
    })
    office.tell('centro', 'ticket:skipped', { line_id: 1, ticket: 'A001' })
    await soon(facts).toEqual(['ticket:created 1', 'line:frozen 2', 'ticket:skipped 3'])
  })

  it('that have not their shape go no further', async () => {
    const office = await serve()
    const { manager, facts } = manage(office)
    await manager.hold('centro').joined
    office.tell('centro', 'ticket:created', { line_id: 'one', ticket: 'A001', waiting: 1 })
    office.tell('centro', 'ticket:created', number('A002'))
    await soon(facts).toEqual(['ticket:created 2'])
  })

  it('[CHAN-07] missed while the connection was lost are asked for by the last one seen, and come in order', async () => {
    const office = await serve()
    const { manager, facts } = manage(office)
    await manager.hold('centro').joined
    office.tell('centro', 'ticket:created', number('A001'))
    await soon(facts).toHaveLength(1)
    await office.stop()
    office.tell('centro', 'ticket:created', number('A002'))
    office.tell('centro', 'ticket:created', number('A003'))
    await office.listen()
    await soon(() => manager.stateOf('centro')).toBe('joined')
    expect(office.joins.at(-1)?.payload).toEqual({ last_seq: 1 })
    expect(facts()).toEqual(['ticket:created 1', 'ticket:created 2', 'ticket:created 3'])
  })

  it('[CHAN-07] on a join that was given up hide nothing that its lost answer told before', async () => {
    const asked: [join: string, ref: string, topic: string, event: string, payload: object][] = []
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    open.push(() => server.close())
    let say = (_frame: unknown[]) => {}
    server.on('connection', phone => {
      open.push(() => phone.terminate())
      say = frame => phone.send(JSON.stringify(frame))
      phone.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString())
        asked.push(frame)
        const [, ref, topic, event] = frame
        if (event === 'heartbeat') say([null, ref, topic, 'phx_reply', { status: 'ok', response: {} }])
      })
    })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const joins = () => asked.filter(([, , , event]) => event === 'phx_join')
    const fact = (seq: number) => ({
      seq,
      at: '2026-11-20T12:00:00Z',
      officeSlug: 'centro',
      ...number(`A00${seq}`),
    })
    const answer = (missed: number[]) => {
      const [join, ref, topic] = joins().at(-1)!
      const told = missed.map(seq => ({ event: 'ticket:created', payload: fact(seq) }))
      const response = { seq: missed.at(-1), reset: false, missed: told, lines: [] }
      return () => say([join, ref, topic, 'phx_reply', { status: 'ok', response }])
    }

    const { manager, facts } = manage({ socketUrl: `ws://127.0.0.1:${port}/socket` })
    manager.know('centro', 1)
    const time = new HandTime()
    const pass = ruleTime(time)
    const joining = manager.hold('centro').joined.catch(() => {})
    await soon(() => joins().length).toBe(1)
    // Before the WebSocket has passed its health check, time that goes by would drive it to long poll.
    await soon(() => time.isDueIn(LONG_POLL_AFTER_MS)).toBe(false)
    const late = answer([2])
    await pass(CHANNEL_JOIN_TIMEOUT_MS)
    await joining
    late()
    say([null, null, 'web:centro', 'ticket:created', fact(3)])
    await pass(5_000)
    freeTime()
    await soon(() => joins().length).toBe(2)
    expect(joins().at(-1)?.[4]).toEqual({ last_seq: 1 })
    answer([2, 3])()
    await soon(() => manager.stateOf('centro')).toBe('joined')
    say([null, null, 'web:centro', 'ticket:created', fact(4)])
    await soon(facts).toEqual(['ticket:created 2', 'ticket:created 3', 'ticket:created 4'])
  })

  it('[CHAN-07] known from elsewhere are not asked for again', async () => {
    const office = await serve()
    office.tell('centro', 'ticket:created', number('A001'))
    office.tell('centro', 'ticket:created', number('A002'))
    const { manager, facts } = manage(office)
    manager.know('centro', 1)
    await manager.hold('centro').joined
    expect(facts()).toEqual(['ticket:created 2'])
  })

  it('[CHAN-07] that are too many, or of another log, ask for everything anew', async () => {
    const office = await serve()
    const { manager, news, facts } = manage(office)
    manager.know('centro', 40)
    await manager.hold('centro').joined
    expect(news).toContainEqual({ kind: 'reset', officeSlug: 'centro' })
    office.tell('centro', 'ticket:created', number('A001'))
    await soon(facts).toEqual(['ticket:created 1'])
  })

  it('[CHAN-08] time:estimate brings the waiting people and minutes', async () => {
    const office = await serve()
    const line = {
      line_id: 1,
      waiting: 4,
      wait: { from: 8, to: 12 },
      call: 'A007',
      queue: { raw_tickets: ['A008', 'A009', 'A010', 'A011'] },
      frozen: false,
    }
    office.lines = [{ ...line, waiting: 5 }]
    const { manager, news } = manage(office)
    await manager.hold('centro').joined
    expect(news).toContainEqual({
      kind: 'lines',
      officeSlug: 'centro',
      lines: [{ ...line, waiting: 5 }],
      at: null,
    })
    const at = '2026-11-20T12:00:00.000Z'
    office.say('centro', 'time:estimate', { ...line, at })
    await soon(() => news).toContainEqual({ kind: 'lines', officeSlug: 'centro', lines: [line], at })
  })
})

describe('asking for a ticket', () => {
  it('[TKT-01] sends ticket:new and gives the reply', async () => {
    const office = await serve()
    const asked: unknown[] = []
    office.onEvent = (event, payload) => {
      asked.push([event, payload])
      return { ok: { tuid: TUID } }
    }
    const { manager } = manage(office)
    await manager.hold('centro').joined
    expect(await manager.askForTicket('centro', ticketNew)).toEqual({ tuid: TUID })
    expect(asked).toEqual([['ticket:new', ticketNew]])
  })

  it("gives the server's code for a refusal, and tells the ticket:error beside it", async () => {
    const office = await serve()
    office.onEvent = (_event, _payload, token) => {
      office.pushTo(token, 'centro', 'ticket:error', { code: 'line-frozen', request_id: REQUEST })
      return { error: { code: 'line-frozen', message: 'frozen' } }
    }
    const { manager, news } = manage(office)
    await manager.hold('centro').joined
    await expect(manager.askForTicket('centro', ticketNew)).rejects.toMatchObject({ code: 'line-frozen' })
    expect(news).toContainEqual({
      kind: 'ticket-error',
      officeSlug: 'centro',
      error: { code: 'line-frozen', request_id: REQUEST },
    })
  })

  it('[TKT-01] waits 8 s for the reply, no longer', async () => {
    const office = await serve()
    const { manager } = manage(office)
    await manager.hold('centro').joined
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failed = vi.fn<(error: unknown) => void>()
    const asking = manager.askForTicket('centro', ticketNew).catch(failed)
    await vi.advanceTimersByTimeAsync(TICKET_PUSH_TIMEOUT_MS - 10)
    expect(failed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10)
    await asking
    expect(failed.mock.calls[0]?.[0]).toMatchObject({ code: 'timeout' })
  })
})

describe('the connection', () => {
  it('[CHAN-07] is tried again after a random delay that grows', async () => {
    const office = await serve()
    const { manager } = manage(office, { random: countingRandom(0.25) })
    await manager.hold('centro').joined
    await office.stop()
    const lost = performance.now()
    const tries: number[] = []
    const refusing = createServer(socket => {
      tries.push(performance.now() - lost)
      socket.destroy()
    }).listen(Number(new URL(office.origin).port), '127.0.0.1')
    await soon(() => tries.length).toBe(2)
    await new Promise(resolve => refusing.close(resolve))
    await office.listen()
    // Three quarters of one second, then of two.
    expect(tries[0]).toBeGreaterThan(700)
    expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThan(1_450)
  })

  it('comes back at once when the page wakes', async () => {
    const office = await serve()
    // By itself it would try again in ten minutes.
    const { manager, news } = manage(office, { random: countingRandom(600) })
    await manager.hold('centro').joined
    await office.stop()
    await soon(() => news.findLast(({ kind }) => kind === 'socket')).toEqual({
      kind: 'socket',
      state: 'connecting',
    })
    await office.listen()
    manager.wake()
    await soon(() => office.joinedTo('centro')).toBe(1)
  })

  it('that looks open and is dead is replaced when the page wakes', async () => {
    const office = await serve()
    const wire = await TcpProxy.to(office.origin)
    open.push(() => wire.close())
    const time = new HandTime()
    const { manager, news } = manage(office, { timers: time, url: `ws://127.0.0.1:${wire.port}/socket` })
    await manager.hold('centro').joined
    wire.goDead()
    manager.wake()
    time.pass(3_999)
    expect(news.at(-1)).not.toMatchObject({ kind: 'socket' })
    time.pass(1)
    await soon(() => office.joins).toHaveLength(2)
    await soon(() => manager.stateOf('centro')).toBe('joined')
  })

  it('that lives is left alone when the page wakes', async () => {
    const office = await serve()
    const time = new HandTime()
    const { manager } = manage(office, { timers: time })
    await manager.hold('centro').joined
    manager.wake()
    await soon(() => time.pending).toBe(0)
    time.pass(60_000)
    expect(office.transports).toEqual(['websocket'])
  })

  it('is asked where a call was not answered: only one that is dead as well says that nothing is reached', async () => {
    const office = await serve()
    const wire = await TcpProxy.to(office.origin)
    open.push(() => wire.close())
    const time = new HandTime()
    const { manager } = manage(office, { timers: time, url: `ws://127.0.0.1:${wire.port}/socket` })
    const silent = vi.fn<() => void>()
    manager.doubt(silent)
    expect(silent).toHaveBeenCalledTimes(1)
    await manager.hold('centro').joined
    manager.doubt(silent)
    await soon(() => time.pending).toBe(0)
    time.pass(60_000)
    expect(silent).toHaveBeenCalledTimes(1)
    wire.goDead()
    manager.doubt(silent)
    time.pass(3_999)
    expect(silent).toHaveBeenCalledTimes(1)
    time.pass(1)
    expect(silent).toHaveBeenCalledTimes(2)
  })

  it('goes by long poll where WebSockets do not get through', async () => {
    const office = await serve()
    const { manager, facts } = manage(office)
    vi.stubGlobal('WebSocket', undefined)
    open.push(() => vi.unstubAllGlobals())
    await manager.hold('centro').joined
    office.tell('centro', 'ticket:created', number('A001'))
    await soon(facts).toEqual(['ticket:created 1'])
    expect(office.transports).toEqual(['longpoll'])
  })

  it('begins with long poll in a tab where nothing else got through, after a reload as well', async () => {
    const office = await serve()
    let upgrades = 0
    // As a proxy between that knows no WebSockets.
    const front = createServer(line => {
      const onward = connect(Number(new URL(office.origin).port), '127.0.0.1')
      line.on('data', asked => {
        if (!/^upgrade: websocket/im.test(String(asked))) return onward.write(asked)
        upgrades += 1
        return line.destroy()
      })
      onward.pipe(line)
      onward.on('error', () => line.destroy())
      line.on('error', () => onward.destroy()).on('close', () => onward.destroy())
    })
    front.listen(0, '127.0.0.1')
    await once(front, 'listening')
    open.push(() => front.close())
    const socketUrl = `ws://127.0.0.1:${(front.address() as AddressInfo).port}/socket`
    const tab = memorySettings()
    const before = manage({ socketUrl }, { tab })
    await before.manager.hold('centro').joined
    before.manager.leaveAll()
    expect([upgrades, office.transports]).toEqual([1, ['longpoll']])
    await manage({ socketUrl }, { tab }).manager.hold('centro').joined
    expect(upgrades).toBe(1)
    await manage({ socketUrl }).manager.hold('centro').joined
    expect(upgrades).toBe(2)
  })

  it('stays with WebSockets when the server restarts', async () => {
    const office = await serve()
    const { manager } = manage(office)
    await manager.hold('centro').joined
    await office.stop()
    await new Promise(resolve => setTimeout(resolve, 700))
    await office.listen()
    await soon(() => office.joinedTo('centro')).toBe(1)
    expect(new Set(office.transports)).toEqual(new Set(['websocket']))
  })
})
