import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createSecureServer, type ServerHttp2Session } from 'node:http2'
import type { Timers } from '#server/platform/timers.ts'
import type { Tls } from '#server/settings/tls-files.ts'

export interface TlsServerOptions extends Tls {
  /** A request that has not arrived whole by then is not coming, milliseconds. */
  requestTimeoutMs: number
  /** A connection on which nothing is asked for so long is closed, milliseconds. */
  idleMs: number
  timers: Timers
}

/**
 * The server that ends TLS itself: HTTP/2, by which a page's many files come at once over one connection, and
 * HTTP/1.1 for who speaks no other, and for the sockets. It has the face of Node's own HTTP server.
 *
 * Node 22 closes what is idle of HTTP/1.1 alone; here whoever closes the idle ones tells every HTTP/2
 * connection to end when what is under way on it is answered (GOAWAY).
 */
export function createTlsServer(
  { cert, key, requestTimeoutMs, idleMs, timers }: TlsServerOptions,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const sessions = new Set<ServerHttp2Session>()
  // HTTP/2 requests and answers have the faces of Node's own.
  const listener = handle as unknown as Parameters<typeof createSecureServer>[1]
  const server = createSecureServer({ cert, key, allowHTTP1: true }, listener)
  server.on('session', session => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.setTimeout(idleMs, () => session.close())
  })
  server.on('stream', stream => {
    if (stream.endAfterHeaders) return
    const takeBack = timers.after(requestTimeoutMs, () => stream.close())
    stream.once('end', takeBack).once('close', takeBack)
  })
  const closeIdle = (server as unknown as Server).closeIdleConnections.bind(server)
  return Object.assign(server as unknown as Server, {
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleMs,
    closeIdleConnections() {
      closeIdle()
      for (const session of sessions) session.close()
    },
  })
}

/** Tells the client of this request to come by another connection next time, where it speaks HTTP/2. */
export function endSessionOf(request: IncomingMessage | { stream: { session?: ServerHttp2Session } }): void {
  if ('stream' in request) request.stream.session?.close()
}
