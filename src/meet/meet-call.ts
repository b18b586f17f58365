import type { MeetPause, MeetRole } from '#contract/channel/meet-channel.ts'
import { VIDEO_CONNECT_PATIENCE_MS } from '#contract/limits.ts'
import { type Meeting, meetingId, type VideoCredentials } from '#contract/rest/video.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Random } from '#src/platform/random.ts'
import type { Stop } from '#src/platform/subscribers.ts'
import type { TakeBack, Timers } from '#src/platform/timers.ts'
import { endsMeeting, type MeetLine, type MeetNews, type MeetSocket } from '#src/socket/meet-channel.ts'
import type { OwnMedia } from './own-media.ts'
import { PeerLink, type Shown } from './peer-link.ts'
import { Told } from './told.ts'

/**
 * - `joining`: on the way in
 * - `held`: another clerk of the office sits there, and is put out only by `takeOver`
 * - `waiting-for-other`: in, alone
 * - `connecting`, `connected`, `reconnecting`: with the other one
 * - `ended`: the office closed the attention, or, by `pause`, only this call of it
 * - `left`: by ourselves · `replaced`: entered elsewhere · `refused`: not let in, or put out, by `code`
 */
export type MeetPhase =
  | 'joining'
  | 'held'
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
  /** Why we are not let in, or were put out; null otherwise. */
  code: string | null
  /** Whether we were let in. */
  wasIn: boolean
  /** Of a seat that was taken over: by another clerk of the office, and not by ourselves. */
  byColleague: boolean
  /** Why it ended though one is called again; null otherwise. */
  pause: MeetPause | null
  remote: MediaStream | null
  /** What the other one shows; everything, until they say. */
  other: Shown
  /** When the two first saw each other, in milliseconds since the epoch. */
  since: number | null
  /** The two are there, and have tried in vain for so long that it is said. It goes on being tried. */
  isStuck: boolean
  /** Our own way to the server is lost: nobody who comes would be heard of. */
  isOffline: boolean
  /** The office is a demonstration: perhaps nobody ever sits down opposite. */
  isDemonstration: boolean
}

/** Whether the two have found each other; they may have lost each other for a moment. */
export const isTogether = ({ phase }: Pick<MeetCallState, 'phase'>): boolean =>
  phase === 'connected' || phase === 'reconnecting'

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
/** While the channel is lost, so often it is asked whether we may sit here still. */
const STILL_MS = 5_000
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
  #isAskingStill = false
  #nextAsking: TakeBack = () => {}
  /** Until it is said that the two do not find each other; null while nobody waits for that. */
  #patience: TakeBack | null = null
  /** What came is taken in one after the other. */
  #taking = Promise.resolve()

  constructor(options: MeetCallOptions) {
    super({
      phase: 'joining',
      code: null,
      wasIn: false,
      byColleague: false,
      pause: null,
      remote: null,
      other: EVERYTHING,
      since: null,
      isStuck: false,
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

  /** Sits down where another clerk of the office sits: the person was asked. */
  takeOver(): void {
    if (this.getState().phase !== 'held') return
    this.become({ phase: 'joining' })
    this.#line?.leave()
    this.#sitDown(true)
  }

  /** The person wishes it; it is tried without them, too. */
  tryAgain(): void {
    const link = this.#other?.link
    if (!link) return
    this.#awaitOther(true)
    this.#options.socket.wake()
    link.tryAgain().catch(this.#options.onFault)
  }

  async #enter(): Promise<void> {
    try {
      await this.#servers()
    } catch (error) {
      this.#end('refused', { code: codeOf(error) })
      return
    }
    if (this.#isOver) return
    this.#sitDown(false)
  }

  #sitDown(takesOver: boolean): void {
    const { meeting, socket, onFault } = this.#options
    const hear = (news: MeetNews) => {
      this.#taking = this.#taking.then(() => this.#take(news)).catch(onFault)
    }
    this.#line = socket.meet(meetingId(meeting), this.#page, hear, takesOver)
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
        this.#nextAsking()
        this.become({ isOffline: false, isDemonstration: news.demo, wasIn: true })
        return this.#meetWith(news.other, false)
      case 'presence':
        return this.#meetWith(news.other, news.left)
      case 'signal':
        if (this.#other?.page === news.page) await this.#other.link.receive(news.body)
        return
      case 'lost':
        this.become({ isOffline: true })
        void this.#askStill()
        return
      case 'replaced':
        return this.#replaced(news.byColleague)
      case 'held':
        // Where we were in, they came while our way to the server was lost.
        if (this.#role !== null) return this.#replaced(true)
        this.become({ phase: 'held' })
        return
      case 'ended':
        return this.#end('ended', { pause: news.pause })
      case 'refused':
        // Closed while our way to the server was lost: who was in is told as if they had heard of it.
        if (this.#role !== null && news.code === 'meet-over') return this.#end('ended')
        return this.#end('refused', { code: news.code })
    }
  }

  /** A colleague is let into a number's call only where its módulo is theirs now: we are let in no more. */
  #replaced(byColleague: boolean): void {
    if (byColleague && 'tuid' in this.#options.meeting)
      return this.#end('refused', { code: 'meet-other-modulo' })
    this.#end('replaced', { byColleague })
  }

  /**
   * The server closes the channel of whoever may sit here no more, and lets no other one open: to this page
   * that looks like a lost network, while pictures and sound would go on. So it asks by the other door, which
   * tells the two apart. Where nobody answers the call goes on.
   */
  async #askStill(): Promise<void> {
    if (this.#isAskingStill) return
    this.#isAskingStill = true
    const { meeting, credentials, timers } = this.#options
    let code: string | null = null
    try {
      this.#credentials = await credentials(meeting)
    } catch (error) {
      code = codeOf(error)
    }
    this.#isAskingStill = false
    // Let in again meanwhile.
    if (this.#isOver || !this.getState().isOffline) return
    if (code !== null && endsMeeting(code)) return this.#take({ kind: 'refused', code })
    this.#nextAsking = timers.after(STILL_MS, () => void this.#askStill())
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
      const { link } = this.#other
      if (link.state === 'connected') return
      this.#awaitOther(true)
      this.#follow(link)
      return link.tryAgain()
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
    this.#awaitOther(true)
    this.become({ phase: 'connecting', remote: link.remote, other: EVERYTHING })
  }

  #follow(link: PeerLink): void {
    if (this.#other?.link !== link) return
    const { since } = this.getState()
    if (link.state === 'connected') {
      this.#awaitOther(false)
      this.become({ phase: 'connected', since: since ?? this.#options.clock.now() })
      return
    }
    const isGone = !this.#isOtherThere && link.state !== 'lost'
    if (isGone || !this.#patience) this.#awaitOther(!isGone)
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

  /** Both are there and are to find each other, from now on; or there is nothing to wait for. */
  #awaitOther(isAwaited: boolean): void {
    this.#patience?.()
    this.#patience = isAwaited
      ? this.#options.timers.after(VIDEO_CONNECT_PATIENCE_MS, () => this.become({ isStuck: true }))
      : null
    if (this.getState().isStuck) this.become({ isStuck: false })
  }

  #part(): void {
    this.#other?.link.close()
    this.#other = null
    this.#awaitOther(false)
    this.become({ phase: 'waiting-for-other', remote: null, other: EVERYTHING })
  }

  #end(
    phase: 'ended' | 'left' | 'replaced' | 'refused',
    why: Partial<Pick<MeetCallState, 'code' | 'pause' | 'byColleague'>> = {},
  ): void {
    if (this.#isOver) return
    this.#part()
    this.#unwatch()
    this.#nextAsking()
    this.#line?.leave()
    this.#options.media.stop()
    this.become({ phase, ...why })
  }
}
