import type { MeetPause, MeetRole } from '#contract/channel/meet-channel.ts'
import { type Meeting, meetingId, type VideoCredentials } from '#contract/rest/video.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Random } from '#src/platform/random.ts'
import type { Stop } from '#src/platform/subscribers.ts'
import type { Timers } from '#src/platform/timers.ts'
import type { MeetLine, MeetNews, MeetSocket } from '#src/socket/meet-channel.ts'
import type { OwnMedia } from './own-media.ts'
import { PeerLink, type Shown } from './peer-link.ts'
import { Told } from './told.ts'

/**
 * - `joining`: on the way in
 * - `waiting-for-other`: in, alone
 * - `connecting`, `connected`, `reconnecting`: with the other one
 * - `ended`: the office closed the attention, or, by `pause`, only this call of it
 * - `left`: by ourselves · `replaced`: entered elsewhere · `refused`: not let in, by `code`
 */
export type MeetPhase =
  | 'joining'
  | 'waiting-for-other'
  | 'connecting'
  | 'connected'
  | 'reconnecting'
  | 'ended'
  | 'left'
  | 'replaced'
  | 'refused'

export interface MeetCallState {
  phase: MeetPhase
  /** Why we are not let in; null otherwise. */
  code: string | null
  /** Why it ended though one is called again; null otherwise. */
  pause: MeetPause | null
  remote: MediaStream | null
  /** What the other one shows; everything, until they say. */
  other: Shown
  /** When the two first saw each other, in milliseconds since the epoch. */
  since: number | null
  /** Our own way to the server is lost: nobody who comes would be heard of. */
  isOffline: boolean
  /** The office is a demonstration: perhaps nobody ever sits down opposite. */
  isDemonstration: boolean
}

export interface MeetCallOptions {
  meeting: Meeting
  media: OwnMedia
  socket: MeetSocket
  /** @throws an error with a `code` */
  credentials(meeting: Meeting): Promise<VideoCredentials>
  connect(configuration: RTCConfiguration): RTCPeerConnection
  clock: Clock
  timers: Timers
  random: Random
  onFault(error: unknown): void
}

/** Credentials that run out within this are asked for anew. */
const FRESH_FOR_MS = 10 * 60_000
const OVER: ReadonlySet<MeetPhase> = new Set(['ended', 'left', 'replaced', 'refused'])
const EVERYTHING: Shown = { camera: true, microphone: true }

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'internal'

/** One call from the moment of entering it: the channel, the other page, the connection to it. */
export class MeetCall extends Told<MeetCallState> {
  readonly #options: MeetCallOptions
  readonly #page: string
  readonly #unwatch: Stop
  #credentials: VideoCredentials | null = null
  #line: MeetLine | null = null
  #role: MeetRole | null = null
  #other: { page: string; link: PeerLink } | null = null
  /** Whether the server says that the other one is there. */
  #isOtherThere = false
  /** What came is taken in one after the other. */
  #taking = Promise.resolve()

  constructor(options: MeetCallOptions) {
    super({
      phase: 'joining',
      code: null,
      pause: null,
      remote: null,
      other: EVERYTHING,
      since: null,
      isOffline: false,
      isDemonstration: false,
    })
    this.#options = options
    this.#page = options.random.uuid()
    this.#unwatch = options.media.subscribe(() => {
      this.#other?.link.sendTracks().catch(options.onFault)
    })
    void this.#enter()
  }

  leave(): void {
    this.#end('left')
  }

  async #enter(): Promise<void> {
    const { meeting, socket } = this.#options
    try {
      await this.#servers()
    } catch (error) {
      this.#end('refused', { code: codeOf(error) })
      return
    }
    if (this.#isOver) return
    this.#line = socket.meet(meetingId(meeting), this.#page, news => {
      this.#taking = this.#taking.then(() => this.#take(news)).catch(this.#options.onFault)
    })
  }

  get #isOver(): boolean {
    const { phase } = this.getState()
    return OVER.has(phase)
  }

  async #servers(): Promise<RTCIceServer[]> {
    const { clock, meeting, credentials } = this.#options
    const expires = this.#credentials ? Date.parse(this.#credentials.expires_at) : 0
    if (expires - clock.now() < FRESH_FOR_MS) {
      try {
        this.#credentials = await credentials(meeting)
      } catch (error) {
        // Those at hand may still do.
        if (!this.#credentials) throw error
      }
    }
    return this.#credentials?.iceServers ?? []
  }

  async #take(news: MeetNews): Promise<void> {
    if (this.#isOver) return
    switch (news.kind) {
      case 'joined':
        this.#role = news.role
        this.become({ isOffline: false, isDemonstration: news.demo })
        return this.#meetWith(news.other, false)
      case 'presence':
        return this.#meetWith(news.other, news.left)
      case 'signal':
        if (this.#other?.page === news.page) await this.#other.link.receive(news.body)
        return
      case 'lost':
        this.become({ isOffline: true })
        return
      case 'replaced':
        return this.#end('replaced')
      case 'ended':
        return this.#end('ended', { pause: news.pause })
      case 'refused':
        // Closed while our way to the server was lost: who was in is told as if they had heard of it.
        if (this.#role !== null && news.code === 'meet-over') return this.#end('ended')
        return this.#end('refused', { code: news.code })
    }
  }

  async #meetWith(page: string | null, left: boolean): Promise<void> {
    this.#isOtherThere = page !== null
    if (page === null) {
      // A lost channel is no lost call: the two may well see each other on, and the same page may come back.
      if (left || !this.#other) this.#part()
      else this.#follow(this.#other.link)
      return
    }
    if (this.#other?.page === page) {
      if (this.#other.link.state !== 'connected') await this.#other.link.tryAgain()
      return
    }
    this.#part()
    const iceServers = await this.#servers()
    if (this.#isOver) return
    const { media, connect, timers, onFault } = this.#options
    const link: PeerLink = new PeerLink({
      insists: this.#role === 'office',
      configuration: { iceServers },
      connect,
      servers: () => this.#servers(),
      trackOf: kind => media.getState()[kind].track,
      shown: () => this.#shown(),
      send: body => this.#line?.signal(page, body),
      onState: () => this.#follow(link),
      onShown: other => this.become({ other }),
      timers,
      onFault,
    })
    this.#other = { page, link }
    this.become({ phase: 'connecting', remote: link.remote, other: EVERYTHING })
  }

  #follow(link: PeerLink): void {
    if (this.#other?.link !== link) return
    const { since } = this.getState()
    if (link.state === 'connected') {
      this.become({ phase: 'connected', since: since ?? this.#options.clock.now() })
      return
    }
    const isGone = !this.#isOtherThere && link.state !== 'lost'
    this.become({
      phase: isGone ? 'waiting-for-other' : since === null ? 'connecting' : 'reconnecting',
    })
    // What cut the two off may have cut the channel too, and nobody has noticed yet.
    this.#options.socket.wake()
  }

  #shown(): Shown {
    const { audio, video } = this.#options.media.getState()
    return { camera: video.track !== null, microphone: audio.track !== null && !audio.isOff }
  }

  #part(): void {
    this.#other?.link.close()
    this.#other = null
    this.become({ phase: 'waiting-for-other', remote: null, other: EVERYTHING })
  }

  #end(
    phase: 'ended' | 'left' | 'replaced' | 'refused',
    why: Partial<Pick<MeetCallState, 'code' | 'pause'>> = {},
  ): void {
    if (this.#isOver) return
    this.#part()
    this.#unwatch()
    this.#line?.leave()
    this.#options.media.stop()
    this.become({ phase, ...why })
  }
}
