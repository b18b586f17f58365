import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Timers } from '#server/platform/timers.ts'

/** While a server ends, this often what has become idle is let go, milliseconds. */
const AGAIN_MS = 200

/**
 * Has whoever closes the idle connections close those as well on which nobody has said anything: browsers and
 * proxies open some for later, Node takes each for one that is about to ask, and a server that ends would
 * wait for them. From then on it closes them again and again, until the server is closed: one whose request
 * was answered before it had come whole is idle only when the rest has come.
 */
export function letGoUnasked(server: Server, timers: Timers): void {
  const open = new Set<Socket>()
  // Under TLS both: what was said in the handshake is counted of the connection, and not of what it carries.
  for (const event of ['connection', 'secureConnection'])
    server.on(event, (socket: Socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    })
  const closeIdle = server.closeIdleConnections.bind(server)
  const letGo = () => {
    closeIdle()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  server.closeIdleConnections = () => {
    letGo()
    server.once('close', timers.every(AGAIN_MS, letGo))
  }
}
