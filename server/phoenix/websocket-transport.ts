import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { CLOSE, type CloseCause } from './close-codes.ts'
import type { ServerFrame } from './frame.ts'
import type { PhoenixLimits } from './limits.ts'
import type { Carried, Transport } from './socket-session.ts'
import type { Timers } from './timers.ts'

const AS_TEXT = { binary: false }
const ignore = () => undefined

/** Carries a session over a WebSocket. */
export class WebSocketTransport implements Transport {
  readonly kind = 'websocket'
  readonly #socket: WebSocket
  /** What the frames are written to. */
  readonly #carrier: Pick<Duplex, 'cork' | 'uncork'>
  readonly #limits: PhoenixLimits
  readonly #timers: Timers
  #session: Carried | null = null
  readonly #now: () => number
  #lastHeard: number
  #cancelTimer: () => void = ignore

  constructor(
    socket: WebSocket,
    carrier: Pick<Duplex, 'cork' | 'uncork'>,
    limits: PhoenixLimits,
    timers: Timers,
    now: () => number,
  ) {
    this.#socket = socket
    this.#carrier = carrier
    this.#limits = limits
    this.#timers = timers
    this.#now = now
    this.#lastHeard = now()
  }

  start(session: Carried): void {
    this.#session = session
    this.#socket.on('message', (data: Buffer, isBinary) => {
      this.#lastHeard = this.#now()
      session.receive(isBinary ? data : data.toString())
    })
    const hear = () => {
      this.#lastHeard = this.#now()
    }
    this.#socket.on('ping', hear)
    this.#socket.on('pong', hear)
    // A frame that breaks RFC 6455 or is too long: ws closes with the code that says so, and 'close' follows.
    this.#socket.on('error', ignore)
    this.#socket.on('close', () => {
      this.#cancelTimer()
      session.closedByClient()
    })
    this.#watch(this.#limits.idleMs)
  }

  send(frame: ServerFrame): void {
    if (this.#socket.bufferedAmount > this.#limits.bufferedBytes) return this.#session?.close('slowConsumer')
    this.#socket.send(frame.bytes, AS_TEXT)
  }

  hold(): void {
    this.#carrier.cork()
  }

  letGo(): void {
    this.#carrier.uncork()
  }

  close(cause: CloseCause): void {
    this.#cancelTimer()
    const [code, reason] = CLOSE[cause]
    this.#socket.close(code, reason)
    // Who does not even answer a close frame is cut off, with whatever it never read.
    this.#cancelTimer = this.#timers.after(this.#limits.closeMs, () => this.#socket.terminate())
  }

  /**
   * One timer that looks again when the silence could next have been long enough, not one for each message.
   */
  #watch(ms: number): void {
    this.#cancelTimer = this.#timers.after(ms, () => {
      const silent = this.#now() - this.#lastHeard
      if (silent >= this.#limits.idleMs) this.#session?.close('idle')
      else this.#watch(this.#limits.idleMs - silent)
    })
  }
}
