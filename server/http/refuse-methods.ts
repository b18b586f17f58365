import { METHODS, type Server } from 'node:http'
import { Refusal } from '#server/web/refusal.ts'
import { PROBLEM_TYPE, problemOf } from './problems.ts'

const KNOWN = new Set(METHODS)

/**
 * Answers methods that Node itself does not know, which HTTP/2 and RTSP bring along, before Fastify: it would
 * do so beside all of our limits and headers, and write a warning of a page for each.
 */
export function refuseUnknownMethods(server: Server): void {
  const handlers = server.listeners('request')
  const body = JSON.stringify(
    problemOf(new Refusal('method-not-allowed', 501, 'nothing here knows the method')),
  )
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (KNOWN.has(request.method ?? '')) for (const handle of handlers) handle.call(server, request, response)
    else response.writeHead(501, { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' }).end(body)
  })
}
