import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/web/app.ts'

const tagOf = (payload: string | Buffer) =>
  `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`

const names = (header: string, tag: string) =>
  header === '*' || header.split(',').some(named => named.trim().replace(/^W\//, '') === tag)

/** @returns the payload, or null with 304 where the asker has it already */
async function tag(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.method !== 'GET' || reply.statusCode !== 200) return payload
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', request.caller.kind === 'guest' ? 'private, no-cache' : 'no-store')
  }
  if (String(reply.getHeader('cache-control')).includes('no-store')) return payload
  if (!reply.hasHeader('etag')) reply.header('etag', tagOf(payload))
  const known = request.headers['if-none-match']
  if (known === undefined || !names(known, String(reply.getHeader('etag')))) return payload
  reply.code(304).removeHeader('content-length').removeHeader('content-type').removeHeader('content-encoding')
  return null
}

/**
 * Gives what a route answers to a GET an entity tag, and nothing else to whoever has it already. An answer
 * that says nothing of caching may be kept by a guest's browser alone, and is asked for again each time; what
 * was asked for in somebody's name is kept nowhere, for the browser would keep it after they have left
 * (AUTH-02). A route that minds its caching itself is asked first.
 */
export function tagEntities(app: App): void {
  app.addHook('onRoute', route => {
    route.onSend = [...[route.onSend ?? []].flat(), tag]
  })
}
