import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { Mishaps } from './door.ts'

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown]

interface Said {
  topic: string
  event: string
  payload: Record<string, unknown>
}

interface Wire {
  near: WebSocket
  far: WebSocket
  /** The pushes whose reply is not to come, by ref. */
  unanswered: Map<string, string>
  isDeaf: boolean
}

/** By what a server ends a connection for good. */
const DISMISSED = 1_000

/** The WebSockets that pass a door, frame by frame. */
export class DoorSockets {
  readonly said: Said[] = []
  /** Until it is joined again nobody comes in, nor by any call. */
  isCut = false
  readonly #target: URL
  readonly #mishaps: Mishaps
  readonly #wires = new Set<Wire>()
  readonly #doorkeeper = new WebSocketServer({ noServer: true })
  #held: (() => void)[] | null = null

  constructor(target: URL, mishaps: Mishaps) {
    this.#target = target
    this.#mishaps = mishaps
  }

  open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.isCut) return void socket.destroy()
    const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(/, */).filter(Boolean)
    const far = new WebSocket(new URL(request.url ?? '', this.#target), protocols)
    far.once('error', () => socket.destroy())
    far.once('open', () => {
      // Before the near end stands: what the server says first must not be missed.
      far.pause()
      this.#doorkeeper.handleUpgrade(request, socket, head, near => {
        this.#join({ near, far, unanswered: new Map(), isDeaf: false })
        far.resume()
      })
    })
  }

  /** Keeps joins at the door, until what this returns is called. */
  holdJoins(): () => void {
    this.#held = []
    return () => {
      const held = this.#held ?? []
      this.#held = null
      for (const letIn of held) letIn()
    }
  }

  /** Ends what is connected, and lets nobody in until it is joined again. */
  cut(): void {
    this.isCut = true
    for (const wire of this.#wires) end(wire)
  }

  join(): void {
    this.isCut = false
  }

  forget(): void {
    this.cut()
    this.join()
    this.said.length = 0
    this.#held = null
  }

  #join(wire: Wire): void {
    const { near, far } = wire
    this.#wires.add(wire)
    const isOver = () => {
      this.#wires.delete(wire)
      end(wire)
    }
    near.on('close', isOver).on('error', isOver)
    far.on('error', isOver).on('close', code => {
      this.#wires.delete(wire)
      // On purpose, which the page is to know.
      if (code === DISMISSED) near.close(code)
      else end(wire)
    })
    near.on('message', data => this.#fromPage(wire, (data as Buffer).toString()))
    far.on('message', data => this.#fromServer(wire, (data as Buffer).toString()))
  }

  #fromPage(wire: Wire, text: string): void {
    const [, ref, topic, event, payload] = JSON.parse(text) as Frame
    const fault = this.#mishaps.faults.get(event)
    this.said.push({ topic, event, payload: payload as Said['payload'] })
    if (fault === 'unheard') return
    if (fault !== undefined && ref !== null) wire.unanswered.set(ref, event)
    if (fault === 'dropped') wire.isDeaf = true
    const pass = () => wire.far.send(text)
    if (event === 'phx_join' && this.#held) this.#held.push(pass)
    else pass()
  }

  #fromServer(wire: Wire, text: string): void {
    const [, ref, , event] = JSON.parse(text) as Frame
    const push = event === 'phx_reply' && ref !== null ? wire.unanswered.get(ref) : undefined
    if (push !== undefined) {
      this.#mishaps.lost.push(push)
      if (wire.isDeaf) end(wire)
    } else if (!wire.isDeaf && !this.#mishaps.silent.has(event)) wire.near.send(text)
  }
}

function end({ near, far }: Wire): void {
  near.terminate()
  far.terminate()
}
