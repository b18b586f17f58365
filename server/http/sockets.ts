import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { App } from '#server/web/app.ts'

/** Whoever speaks to sockets: each says whether an address is its own. */
export interface SocketEndpoint {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
}

/**
 * Hands its addresses to a socket endpoint, before anybody reads the body. Call it before the routes are
 * there.
 */
export function serveSockets(app: App, endpoint: SocketEndpoint): void {
  app.server.on('upgrade', (request, socket, head) => {
    if (!endpoint.handleUpgrade(request, socket, head)) socket.destroy()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (endpoint.handleRequest(request.raw, reply.raw)) return reply.hijack()
  })
}
