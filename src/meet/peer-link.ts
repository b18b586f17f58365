import * as v from 'valibot'
import type { MeetSignalBody } from '#contract/channel/meet-channel.ts'
import type { MediaKind } from '#src/platform/camera.ts'
import type { TakeBack, Timers } from '#src/platform/timers.ts'

/** Whether the other one is seen and heard, as they themselves say. */
export interface Shown {
  camera: boolean
  microphone: boolean
}
const shown = v.object({ camera: v.boolean(), microphone: v.boolean() })

/**
 * `new` until it stood for the first time; `lost` while it is away after that; `failed` when trying came to
 * nothing.
 */
export type LinkState = 'new' | 'connected' | 'lost' | 'failed'

export interface PeerLinkOptions {
  /** Whether we offer first, and insist where two offers cross: the office does. */
  insists: boolean
  configuration: RTCConfiguration
  connect(configuration: RTCConfiguration): RTCPeerConnection
  /** Asked before each new try: credentials run out. */
  servers(): Promise<RTCIceServer[]>
  trackOf(kind: MediaKind): MediaStreamTrack | null
  shown(): Shown
  send(body: MeetSignalBody): void
  onState(state: LinkState): void
  onShown(shown: Shown): void
  timers: Timers
  onFault(error: unknown): void
}

/** A connection that flickers is given this long before it is begun anew. */
const LOST_FOR_MS = 2_500
/** A try is given this long. The one who yields waits longer, so that the two do not begin anew together. */
const TRY_MS = { insists: 8_000, yields: 15_000 }
const CHANNEL = { negotiated: true, id: 0 }

/** The connection to one page at the other end. @see rule VID-02 */
export class PeerLink {
  /** What comes from the other end. */
  readonly remote = new MediaStream()
  readonly #options: PeerLinkOptions
  readonly #peer: RTCPeerConnection
  #words: RTCDataChannel | null = null
  #state: LinkState = 'new'
  #isOffering = false
  #ignoresOffer = false
  /** Our offers, counted; and the other end's that is being answered. */
  #offers = 0
  #answered: number | undefined
  #again: TakeBack = () => {}

  constructor(options: PeerLinkOptions) {
    this.#options = options
    this.#peer = options.connect(options.configuration)
    const peer = this.#peer
    peer.onnegotiationneeded = () => void this.#offer().catch(options.onFault)
    peer.onicecandidate = ({ candidate }) => {
      if (candidate) options.send({ candidate: jsonOf(candidate) })
    }
    peer.ontrack = ({ track }) => this.remote.addTrack(track)
    peer.onconnectionstatechange = () => this.#watch()
    if (options.insists) {
      for (const kind of ['audio', 'video'] as const) peer.addTransceiver(kind, { direction: 'sendrecv' })
      this.#openWords()
      void this.sendTracks()
    }
    this.#againIn(this.#tryMs)
  }

  get state(): LinkState {
    return this.#state
  }

  /** What the other end said. To be called one after the other. */
  async receive(body: MeetSignalBody): Promise<void> {
    const peer = this.#peer
    if ('candidate' in body) {
      try {
        await peer.addIceCandidate(body.candidate)
      } catch (error) {
        // Candidates of an offer that we did not take, or that the page before a reload did.
        if (!this.#ignoresOffer && peer.remoteDescription !== null) throw error
      }
      return
    }
    const { description } = body
    const crossesOurs = description.type === 'offer' && (this.#isOffering || peer.signalingState !== 'stable')
    this.#ignoresOffer = this.#options.insists && crossesOurs
    if (this.#ignoresOffer) return
    // An offer that is said twice is answered twice. The second answer may come when all is said, or after
    // the next offer, which it would be taken for the answer to: two ends that never find each other.
    if (description.type === 'answer') {
      if (peer.signalingState === 'stable' || (description.of ?? this.#offers) !== this.#offers) return
      return peer.setRemoteDescription(description)
    }
    await peer.setRemoteDescription(description)
    if (description.type !== 'offer') return
    this.#answered = description.of
    this.#openWords()
    await this.sendTracks()
    await peer.setLocalDescription()
    this.#sayDescription()
  }

  /** Sends what the own side shows and sounds like now. */
  async sendTracks(): Promise<void> {
    await Promise.all(
      this.#peer.getTransceivers().map(transceiver => {
        transceiver.direction = 'sendrecv'
        const kind = transceiver.receiver.track.kind as MediaKind
        return transceiver.sender.replaceTrack(this.#options.trackOf(kind))
      }),
    )
    this.#sayShown()
  }

  /**
   * The way to the other end may be open again: what has no answer is said again, what is lost is begun anew.
   */
  async tryAgain(): Promise<void> {
    const peer = this.#peer
    this.#againIn(this.#tryMs)
    if (peer.signalingState === 'have-local-offer') return this.#sayDescription()
    if (peer.connectionState === 'connected' || !this.#mayOffer) return
    peer.setConfiguration({ ...peer.getConfiguration(), iceServers: await this.#options.servers() })
    // Closed while the servers were asked for.
    if (peer.signalingState !== 'closed') peer.restartIce()
  }

  close(): void {
    this.#again()
    this.#peer.onconnectionstatechange = null
    this.#peer.onnegotiationneeded = null
    this.#peer.close()
  }

  get #tryMs(): number {
    return this.#options.insists ? TRY_MS.insists : TRY_MS.yields
  }

  /** Who yields offers nothing before the first offer came, or the two would cross at once. */
  get #mayOffer(): boolean {
    return this.#options.insists || this.#peer.remoteDescription !== null
  }

  async #offer(): Promise<void> {
    if (!this.#mayOffer) return
    this.#isOffering = true
    try {
      await this.#peer.setLocalDescription()
      this.#offers += 1
      this.#sayDescription()
    } finally {
      this.#isOffering = false
    }
  }

  #sayDescription(): void {
    const description = this.#peer.localDescription
    if (!description) return
    const { type, sdp } = description
    this.#options.send({ description: { type, sdp, of: type === 'offer' ? this.#offers : this.#answered } })
  }

  #openWords(): void {
    if (this.#words) return
    const words = this.#peer.createDataChannel('words', CHANNEL)
    this.#words = words
    words.onopen = () => this.#sayShown()
    words.onmessage = ({ data }) => {
      const said = v.safeParse(v.pipe(v.string(), v.parseJson(), shown), data)
      if (said.success) this.#options.onShown(said.output)
    }
  }

  #sayShown(): void {
    if (this.#words?.readyState === 'open') this.#words.send(JSON.stringify(this.#options.shown()))
  }

  #watch(): void {
    const { connectionState } = this.#peer
    if (connectionState === 'connected') {
      this.#again()
      this.#become('connected')
    } else if (connectionState === 'disconnected') {
      this.#become('lost')
      this.#againIn(LOST_FOR_MS)
    } else if (connectionState === 'failed') {
      this.#become('failed')
      this.#againIn(0)
    }
  }

  #become(state: LinkState): void {
    if (state === this.#state) return
    this.#state = state
    this.#options.onState(state)
  }

  #againIn(ms: number): void {
    this.#again()
    this.#again = this.#options.timers.after(ms, () => {
      this.tryAgain().catch(this.#options.onFault)
    })
  }
}

function jsonOf(candidate: RTCIceCandidate): Extract<MeetSignalBody, { candidate: unknown }>['candidate'] {
  const { candidate: text, sdpMid, sdpMLineIndex, usernameFragment } = candidate
  return { candidate: text, sdpMid, sdpMLineIndex, usernameFragment }
}
