import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/**
 * Has whoever closes the idle connections close those as well on which nobody has asked anything. Browsers
 * and proxies open some for later, Node takes each for one that is about to ask, and a server that ends would
 * wait for them.
 */
export function letGoUnasked(server: Server): void {
  const unasked = new Set<Socket>()
  const keep = (socket: Socket) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  }
  server.on('connection', keep)
  server.on('secureConnection', (socket: TLSSocket) => {
    // HTTP/2 has a goodbye of its own.
    if (socket.alpnProtocol !== 'h2') keep(socket)
  })
  server.on('request', ({ socket }) => unasked.delete(socket))
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    for (const socket of unasked) {
      // A request that has begun to come is answered; under TLS nobody sees more than whole ones.
      if (socket instanceof TLSSocket || socket.bytesRead === 0) socket.destroy()
    }
  }
}
