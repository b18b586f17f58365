import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Admission } from './admission.ts'
import type { Hub } from './hub.ts'
import { WebSocketTransport } from './websocket-transport.ts'

/** Turns an HTTP upgrade into a session, or refuses it with an HTTP status while it still is one. */
export class WebSocketUpgrade<Identity, Assigns> {
  readonly #hub: Hub<Identity, Assigns>
  readonly #admission: Admission<Identity, Assigns>
  readonly #server: WebSocketServer
  readonly #sockets = new Set<WebSocket>()

  constructor(hub: Hub<Identity, Assigns>, admission: Admission<Identity, Assigns>) {
    this.#hub = hub
    this.#admission = admission
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // Compressing a broadcast once for each socket would cost more than the bytes are worth.
      perMessageDeflate: false,
      maxPayload: hub.limits.frameBytes,
      handleProtocols: protocols => (protocols.has('phoenix') ? 'phoenix' : false),
    })
  }

  handle(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void {
    // A client that hangs up while it is being admitted must not bring the process down.
    socket.on('error', ignore)
    this.#admission
      .admit(request, url, 'websocket')
      .then(admitted =>
        this.#hub.crowd.step(() => {
          if ('refused' in admitted) return refuse(socket, admitted.refused)
          // Also where the upgrade comes to nothing, the place of the address is free again.
          if (socket.closed) return admitted.leave()
          socket.on('close', admitted.leave)
          this.#server.handleUpgrade(request, socket, head, webSocket => {
            socket.off('error', ignore)
            this.#open(webSocket, socket, admitted.identity)
          })
        }),
      )
      .catch((error: unknown) => {
        this.#hub.log.error({ error }, 'an upgrade crashed')
        socket.destroy()
      })
  }

  /** Cuts off whoever is still there. */
  terminate(): void {
    for (const socket of this.#sockets) socket.terminate()
  }

  /** When every socket is gone. */
  async emptied(): Promise<void> {
    await Promise.all([...this.#sockets].map(socket => new Promise(resolve => socket.once('close', resolve))))
  }

  #open(webSocket: WebSocket, socket: Duplex, identity: Identity): void {
    this.#sockets.add(webSocket)
    // Here and above not `once`: it comes once anyway, and a listener that takes itself back weighs several
    // times more.
    webSocket.on('close', () => this.#sockets.delete(webSocket))
    const { limits, timers, now } = this.#hub
    const transport = new WebSocketTransport(webSocket, socket, limits, timers, now)
    transport.start(this.#hub.open(identity, transport))
  }
}

const ignore = () => undefined

function refuse(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
