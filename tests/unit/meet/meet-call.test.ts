import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MeetRole, MeetSignalBody } from '#contract/channel/meet-channel.ts'
import type { Meeting } from '#contract/rest/video.ts'
import { VIDEO_CONNECT_PATIENCE_MS, VIDEO_CREDENTIALS_MS } from '#contract/limits.ts'
import { MeetCall } from '#src/meet/meet-call.ts'
import { OwnMedia } from '#src/meet/own-media.ts'
import type { MeetNews } from '#src/socket/meet-channel.ts'
import { countingRandom, HandTime } from '../platform/fakes.ts'
import { soon } from '../platform/soon.ts'
import { FakePeer } from './fake-peer.ts'

const OTHER = '00000000-0000-4000-8000-00000000000a'
const ANOTHER = '00000000-0000-4000-8000-00000000000b'

beforeEach(() => {
  vi.stubGlobal('MediaStream', class {})
})
const calls: MeetCall[] = []
afterEach(() => {
  for (const call of calls.splice(0)) call.leave()
  vi.unstubAllGlobals()
})

/** A call in a seat of which the test is the server and the network. */
async function seat(
  role: MeetRole,
  credentials?: () => Promise<never>,
  meeting: Meeting = { reserve: OTHER },
) {
  const time = new HandTime()
  const door = { credentials: credentials ?? null }
  const microphone = Object.assign(new EventTarget(), {
    enabled: true,
    getSettings: () => ({}),
    stop: vi.fn<() => void>(),
  })
  const media = new OwnMedia({
    open: async ({ audio }) =>
      audio ? { audio: { track: microphone as unknown as MediaStreamTrack, problem: null } } : {},
    devices: async () => [],
    subscribe: () => () => {},
  })
  const peers: FakePeer[] = []
  const said: { page: string; body: MeetSignalBody }[] = []
  const joins: (boolean | undefined)[] = []
  let asked = 0
  let tell: ((news: MeetNews) => void) | undefined
  const call = new MeetCall({
    meeting,
    media,
    socket: {
      meet(_meeting, _page, listener, takesOver) {
        tell = listener
        joins.push(takesOver)
        return { signal: (page, body) => void said.push({ page, body }), leave() {} }
      },
      wake() {},
    },
    async credentials() {
      asked += 1
      if (door.credentials) return door.credentials()
      const expires_at = time.iso(VIDEO_CREDENTIALS_MS)
      return { iceServers: [{ urls: ['turn:turn.example'], username: `${asked}` }], expires_at }
    },
    connect(configuration) {
      const peer = new FakePeer(configuration)
      peers.push(peer)
      return peer as unknown as RTCPeerConnection
    },
    clock: time,
    timers: time,
    random: countingRandom(),
    onFault(error) {
      throw error
    },
  })
  calls.push(call)
  if (!credentials) await soon(() => tell !== undefined).toBe(true)
  return {
    call,
    time,
    door,
    media,
    microphone,
    asked: () => asked,
    peers,
    said,
    joins,
    phase: () => call.getState().phase,
    news: (news: MeetNews) => tell?.(news),
    joined: (other: string | null, demo = false) => tell?.({ kind: 'joined', role, other, demo }),
  }
}

it('[VID-02] the office offers; the customer waits for it, and answers', async () => {
  const office = await seat('office')
  office.joined(OTHER)
  await soon(() => office.said).toMatchObject([{ page: OTHER, body: { description: { type: 'offer' } } }])

  const customer = await seat('customer')
  customer.joined(OTHER)
  await soon(customer.phase).toBe('connecting')
  expect(customer.said).toEqual([])
  customer.news({ kind: 'signal', page: OTHER, body: { description: { type: 'offer', sdp: 'v=0' } } })
  await soon(() => customer.said).toMatchObject([{ page: OTHER, body: { description: { type: 'answer' } } }])
})

it('[VID-02] what was meant for the page before a reload is no fault of this one, which answers the next offer', async () => {
  const customer = await seat('customer')
  customer.joined(OTHER)
  await soon(customer.phase).toBe('connecting')
  const candidate = { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: 'a' }
  customer.news({ kind: 'signal', page: OTHER, body: { candidate } })
  customer.news({ kind: 'signal', page: OTHER, body: { description: { type: 'offer', sdp: 'v=0' } } })
  await soon(() => customer.said).toMatchObject([{ page: OTHER, body: { description: { type: 'answer' } } }])
})

it('[VID-02] asks for credentials anew before a new try, when those at hand are running out', async () => {
  const office = await seat('office')
  office.joined(OTHER)
  await soon(() => office.said.length).toBe(1)
  office.news({ kind: 'signal', page: OTHER, body: { description: { type: 'answer', sdp: 'v=0' } } })
  const peer = office.peers[0] as FakePeer
  await soon(() => peer.signalingState).toBe('stable')
  peer.stand('connected')
  expect(office.phase()).toBe('connected')

  office.time.pass(VIDEO_CREDENTIALS_MS)
  peer.stand('failed')
  office.time.pass(0)
  expect(office.phase()).toBe('reconnecting')
  await soon(() => peer.restarts).toBe(1)
  expect(peer.configuration.iceServers).toMatchObject([{ username: '2' }])
  expect(office.peers).toHaveLength(1)
})

it('[VID-02] says again what may have been lost, when the same page is back', async () => {
  const office = await seat('office')
  office.joined(OTHER)
  await soon(() => office.said.length).toBe(1)
  office.news({ kind: 'lost' })
  office.joined(OTHER)
  await soon(() => office.said.length).toBe(2)
  expect(office.said[1]).toEqual(office.said[0])
  expect(office.peers).toHaveLength(1)
})

it('[VID-02] begins anew with a new page, and heeds the old one no more', async () => {
  const office = await seat('office')
  office.joined(OTHER)
  await soon(() => office.said.length).toBe(1)
  office.news({ kind: 'presence', other: ANOTHER, left: false })
  await soon(() => office.said.at(-1)?.page).toBe(ANOTHER)
  expect(office.peers.map(peer => peer.signalingState)).toEqual(['closed', 'have-local-offer'])
  office.news({ kind: 'signal', page: OTHER, body: { description: { type: 'answer', sdp: 'v=0' } } })
  office.news({ kind: 'presence', other: null, left: true })
  await soon(office.phase).toBe('waiting-for-other')
  expect(office.peers[1]?.remoteDescription).toBeNull()
})

it('[VID-02] a lost channel is no lost call', async () => {
  const office = await seat('office')
  office.joined(OTHER)
  await soon(() => office.said.length).toBe(1)
  office.peers[0]?.stand('connected')
  office.news({ kind: 'presence', other: null, left: false })
  office.news({ kind: 'lost' })
  await soon(() => office.call.getState().isOffline).toBe(true)
  expect(office.phase()).toBe('connected')
})

it('[VID-02] ends where it is refused or entered elsewhere, and says which', async () => {
  const refused = await seat('customer', () =>
    Promise.reject(Object.assign(new Error('early'), { code: 'meet-too-early' })),
  )
  await soon(refused.phase).toBe('refused')
  expect(refused.call.getState().code).toBe('meet-too-early')

  const replaced = await seat('customer')
  replaced.joined(null)
  await soon(replaced.phase).toBe('waiting-for-other')
  replaced.news({ kind: 'replaced', byColleague: false })
  await soon(replaced.phase).toBe('replaced')
})

it('[VID-02] closed while the way to the server was lost, it has ended for who was in, and is refused to who comes', async () => {
  const over: MeetNews = { kind: 'refused', code: 'meet-over' }
  const customer = await seat('customer')
  customer.joined(null)
  customer.news({ kind: 'lost' })
  customer.news(over)
  await soon(customer.phase).toBe('ended')

  const late = await seat('customer')
  late.news(over)
  await soon(late.phase).toBe('refused')
  expect(late.call.getState().code).toBe('meet-over')
  const removed = await seat('customer')
  removed.joined(null)
  removed.news({ kind: 'refused', code: 'not-found' })
  await soon(removed.phase).toBe('refused')
})

it('[VID-02] ends where the office closes the attention, and lets go of camera and channel', async () => {
  const customer = await seat('customer')
  customer.joined(OTHER, true)
  await soon(customer.phase).toBe('connecting')
  expect(customer.call.getState().isDemonstration).toBe(true)
  customer.news({ kind: 'ended', pause: null })
  await soon(customer.phase).toBe('ended')
  expect(customer.peers.map(peer => peer.signalingState)).toEqual(['closed'])
  // Nobody who is heard of later opens it again.
  customer.news({ kind: 'presence', other: ANOTHER, left: false })
  customer.call.leave()
  await soon(customer.phase).toBe('ended')
  expect(customer.peers).toHaveLength(1)
})

it('[VID-02] [DESK-07] parked, it ends and says so; one that the office closed says nothing of the kind', async () => {
  const parked = await seat('customer')
  parked.joined(OTHER)
  parked.news({ kind: 'ended', pause: 'parked' })
  await soon(parked.phase).toBe('ended')
  expect(parked.call.getState()).toMatchObject({ pause: 'parked', code: null })

  const closed = await seat('customer')
  closed.joined(OTHER)
  closed.news({ kind: 'ended', pause: null })
  await soon(closed.phase).toBe('ended')
  expect(closed.call.getState().pause).toBeNull()
})

it('[VID-02] takes no late answer to an earlier offer for the answer to the newest', async () => {
  const office = await seat('office')
  const answers = (sdp: string, of: number) =>
    office.news({ kind: 'signal', page: OTHER, body: { description: { type: 'answer', sdp, of } } })
  office.joined(OTHER)
  await soon(() => office.said.length).toBe(1)
  // The channel was lost for a moment: the offer is said again, so it is answered twice.
  office.joined(OTHER)
  await soon(() => office.said.length).toBe(2)
  const peer = office.peers[0] as FakePeer
  answers('first', 1)
  await soon(() => peer.signalingState).toBe('stable')
  peer.stand('failed')
  office.time.pass(0)
  await soon(() => office.said.at(-1)?.body).toMatchObject({ description: { type: 'offer', of: 2 } })
  answers('first, said again', 1)
  answers('second', 2)
  await soon(() => peer.signalingState).toBe('stable')
  expect(peer.remoteDescription?.sdp).toBe('second')
})

it('[VID-02] says of an answer which offer it answers', async () => {
  const customer = await seat('customer')
  customer.joined(OTHER)
  await soon(customer.phase).toBe('connecting')
  const body = { description: { type: 'offer' as const, sdp: 'v=0', of: 7 } }
  customer.news({ kind: 'signal', page: OTHER, body })
  await soon(() => customer.said[0]?.body).toMatchObject({ description: { type: 'answer', of: 7 } })
})

/** What the video token provider says. */
const refusing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

/** Both see each other. */
async function together(role: MeetRole) {
  const one = await seat(role)
  one.joined(OTHER)
  await soon(() => one.peers.length).toBe(1)
  one.peers[0]?.stand('connected')
  expect(one.phase()).toBe('connected')
  return one
}

it.each([
  ['office', 'unauthorized'],
  ['office', 'meet-other-modulo'],
  ['office', 'not-found'],
  ['customer', 'unauthorized'],
] as const)(
  '[VID-02] [AUTH-10] whoever may sit there no more (%s, %s) sees and hears nothing more, though the connection stands',
  async (role, code) => {
    const one = await together(role)
    await one.media.check()
    one.door.credentials = refusing(code)
    // So the end of a session looks from here: the socket closes, and opens no more.
    one.news({ kind: 'lost' })
    await soon(one.phase).toBe('refused')
    expect(one.call.getState()).toMatchObject({ code, wasIn: true, remote: null })
    expect(one.peers.map(peer => peer.signalingState)).toEqual(['closed'])
    expect(one.microphone.stop).toHaveBeenCalledOnce()
    expect(one.time.pending).toBe(0)
  },
)

it.each(['offline', 'timeout', 'unavailable', 'too-many-requests', 'unreadable'])(
  '[VID-02] a network that is lost ends no call (%s), and is asked again until the channel is back',
  async code => {
    const one = await together('office')
    one.door.credentials = refusing(code)
    one.news({ kind: 'lost' })
    await soon(one.asked).toBe(2)
    await soon(() => one.time.pending).toBe(1)
    one.time.pass(5_000)
    await soon(one.asked).toBe(3)
    await soon(() => one.time.pending).toBe(1)
    expect(one.phase()).toBe('connected')
    one.joined(OTHER)
    await soon(() => one.call.getState().isOffline).toBe(false)
    one.time.pass(60_000)
    expect(one.asked()).toBe(3)
    expect(one.phase()).toBe('connected')
  },
)

it('[VID-02] whose session ends while the network is away is out as soon as somebody answers', async () => {
  const one = await together('office')
  one.door.credentials = refusing('offline')
  one.news({ kind: 'lost' })
  await soon(() => one.time.pending).toBe(1)
  one.door.credentials = refusing('unauthorized')
  one.time.pass(5_000)
  await soon(one.phase).toBe('refused')
  expect(one.peers.map(peer => peer.signalingState)).toEqual(['closed'])
})

it('[VID-02] an answer that comes when one is in again ends nothing', async () => {
  const one = await together('office')
  let answer = (_: unknown) => {}
  one.door.credentials = () => new Promise<never>((_, reject) => (answer = reject))
  one.news({ kind: 'lost' })
  await soon(one.asked).toBe(2)
  one.joined(OTHER)
  await soon(() => one.call.getState().isOffline).toBe(false)
  answer(Object.assign(new Error('late'), { code: 'unauthorized' }))
  await soon(() => one.call.getState().isOffline).toBe(false)
  expect(one.phase()).toBe('connected')
})

it('[VID-02] says by whom the seat was taken over', async () => {
  const office = await together('office')
  office.news({ kind: 'replaced', byColleague: true })
  await soon(office.phase).toBe('replaced')
  expect(office.call.getState().byColleague).toBe(true)
})

it('[VID-02] where a colleague sits it waits for a word, camera and microphone at hand, and then takes over', async () => {
  const office = await seat('office')
  await office.media.check()
  office.news({ kind: 'held' })
  await soon(office.phase).toBe('held')
  expect(office.joins).toEqual([false])
  office.call.takeOver()
  expect(office.phase()).toBe('joining')
  office.joined(OTHER)
  await soon(office.phase).toBe('connecting')
  expect(office.joins).toEqual([false, true])
  expect(office.microphone.stop).not.toHaveBeenCalled()
  office.call.takeOver()
  expect(office.joins).toHaveLength(2)
})

it('[VID-02] whose seat a colleague took while the network was away has been replaced', async () => {
  const office = await together('office')
  office.news({ kind: 'lost' })
  office.news({ kind: 'held' })
  await soon(office.phase).toBe('replaced')
  expect(office.call.getState().byColleague).toBe(true)
  expect(office.peers.map(peer => peer.signalingState)).toEqual(['closed'])
})

it('[VID-02] [DESK-08] in a number’s call a colleague is only where the módulo is theirs: one is out for good', async () => {
  const office = await seat('office', undefined, { tuid: OTHER })
  office.joined(null)
  office.news({ kind: 'replaced', byColleague: true })
  await soon(office.phase).toBe('refused')
  expect(office.call.getState()).toMatchObject({ code: 'meet-other-modulo', wasIn: true })

  const own = await seat('office', undefined, { tuid: OTHER })
  own.joined(null)
  own.news({ kind: 'replaced', byColleague: false })
  await soon(own.phase).toBe('replaced')
})

it('[VID-02] says after its patience that two do not find each other, goes on trying, and is glad when they do', async () => {
  const office = await seat('office')
  const isStuck = () => office.call.getState().isStuck
  office.joined(OTHER)
  await soon(() => office.said.length).toBe(1)
  office.time.pass(VIDEO_CONNECT_PATIENCE_MS - 1)
  expect([office.phase(), isStuck()]).toEqual(['connecting', false])
  office.time.pass(1)
  expect([office.phase(), isStuck()]).toEqual(['connecting', true])
  const tried = office.said.length
  expect(tried).toBeGreaterThan(1)
  office.time.pass(60_000)
  expect(office.said.length).toBeGreaterThan(tried)
  expect(isStuck()).toBe(true)

  // Asked to, it tries at once, and has as much patience again.
  const before = office.said.length
  office.call.tryAgain()
  await soon(() => office.said.length).toBeGreaterThan(before)
  expect(isStuck()).toBe(false)
  office.time.pass(VIDEO_CONNECT_PATIENCE_MS)
  expect(isStuck()).toBe(true)
  office.peers[0]?.stand('connected')
  expect([office.phase(), isStuck()]).toEqual(['connected', false])
})

it('[VID-02] says so too of two who lost each other, and of nobody who waits alone', async () => {
  const customer = await together('customer')
  const state = () => customer.call.getState()
  customer.time.pass(10 * VIDEO_CONNECT_PATIENCE_MS)
  expect(state().isStuck).toBe(false)
  customer.peers[0]?.stand('failed')
  // What it tries meanwhile makes it no more patient.
  customer.time.pass(VIDEO_CONNECT_PATIENCE_MS / 2)
  customer.peers[0]?.stand('disconnected')
  customer.time.pass(VIDEO_CONNECT_PATIENCE_MS / 2)
  expect(state()).toMatchObject({ phase: 'reconnecting', isStuck: true })
  customer.news({ kind: 'presence', other: null, left: true })
  await soon(customer.phase).toBe('waiting-for-other')
  customer.time.pass(10 * VIDEO_CONNECT_PATIENCE_MS)
  expect(state().isStuck).toBe(false)
})

it('[VID-02] has its whole patience again when the way to the server was lost and is back', async () => {
  const customer = await together('customer')
  const isStuck = () => customer.call.getState().isStuck
  customer.peers[0]?.stand('failed')
  customer.time.pass(VIDEO_CONNECT_PATIENCE_MS)
  expect(isStuck()).toBe(true)
  customer.joined(OTHER)
  await soon(isStuck).toBe(false)
  customer.time.pass(VIDEO_CONNECT_PATIENCE_MS)
  expect(isStuck()).toBe(true)
})

it('[VID-02] a page that is back in its seat, and is not found, has not left', async () => {
  const office = await together('office')
  office.news({ kind: 'presence', other: null, left: false })
  office.peers[0]?.stand('failed')
  await soon(office.phase).toBe('waiting-for-other')
  office.news({ kind: 'presence', other: OTHER, left: false })
  await soon(office.phase).toBe('reconnecting')
})
