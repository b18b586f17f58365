import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Timers } from '#server/platform/timers.ts'
import type { App } from '#server/web/app.ts'
import { answerMalformed } from './answer-malformed.ts'

/** Whoever speaks to sockets: each says whether an address is its own. */
export interface SocketEndpoint {
  takesUpgrade(request: IncomingMessage): boolean
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
}

/**
 * Hands its addresses to a socket endpoint, before anybody reads the body. Call it before the routes are
 * there.
 *
 * Whoever would rather speak another protocol elsewhere (`Upgrade: h2c`, as some clients do each time) is
 * answered in the one that they spoke. A Node that does not ask first (before 24.9) has them refused, in
 * words: a connection that is cut looks to a proxy like a server that is gone.
 */
export function serveSockets(app: App, endpoint: SocketEndpoint, timers: Timers): void {
  Object.assign(app.server, {
    shouldUpgradeCallback: (request: IncomingMessage) => endpoint.takesUpgrade(request),
  })
  app.server.on('upgrade', (request, socket, head) => {
    if (endpoint.handleUpgrade(request, socket, head)) return
    socket.on('error', () => undefined)
    answerMalformed(socket, 'no other protocol is spoken here', timers)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (endpoint.handleRequest(request.raw, reply.raw)) return reply.hijack()
  })
}
