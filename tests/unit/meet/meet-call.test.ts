import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MeetRole, MeetSignalBody } from '#contract/channel/meet-channel.ts'
import { VIDEO_CREDENTIALS_MS } from '#contract/limits.ts'
import { MeetCall } from '#src/meet/meet-call.ts'
import { OwnMedia } from '#src/meet/own-media.ts'
import { browserCamera } from '#src/platform/camera.ts'
import { browserTimers } from '#src/platform/timers.ts'
import type { MeetNews } from '#src/socket/meet-channel.ts'
import { countingRandom } from '../platform/fakes.ts'
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
async function seat(role: MeetRole, credentials?: () => Promise<never>) {
  const clock = { at: 1_000_000, now: () => clock.at }
  const peers: FakePeer[] = []
  const said: { page: string; body: MeetSignalBody }[] = []
  let asked = 0
  let tell: ((news: MeetNews) => void) | undefined
  const call = new MeetCall({
    meeting: { reserve: OTHER },
    media: new OwnMedia(browserCamera({})),
    socket: {
      meet(_meeting, _page, listener) {
        tell = listener
        return { signal: (page, body) => void said.push({ page, body }), leave() {} }
      },
      wake() {},
    },
    credentials:
      credentials ??
      (async () => {
        asked += 1
        const expires_at = new Date(clock.at + VIDEO_CREDENTIALS_MS).toISOString()
        return { iceServers: [{ urls: ['turn:turn.example'], username: `${asked}` }], expires_at }
      }),
    connect(configuration) {
      const peer = new FakePeer(configuration)
      peers.push(peer)
      return peer as unknown as RTCPeerConnection
    },
    clock,
    timers: browserTimers,
    random: countingRandom(),
    onFault(error) {
      throw error
    },
  })
  calls.push(call)
  if (!credentials) await soon(() => tell !== undefined).toBe(true)
  return {
    call,
    clock,
    peers,
    said,
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

it('[VID-02] asks for credentials anew before a new try, when those at hand are running out', async () => {
  const office = await seat('office')
  office.joined(OTHER)
  await soon(() => office.said.length).toBe(1)
  office.news({ kind: 'signal', page: OTHER, body: { description: { type: 'answer', sdp: 'v=0' } } })
  const peer = office.peers[0] as FakePeer
  await soon(() => peer.signalingState).toBe('stable')
  peer.stand('connected')
  expect(office.phase()).toBe('connected')

  office.clock.at += VIDEO_CREDENTIALS_MS
  peer.stand('failed')
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
  replaced.news({ kind: 'replaced' })
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
