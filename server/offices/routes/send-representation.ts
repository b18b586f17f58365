import type { FastifyReply, FastifyRequest } from 'fastify'
import { varyBy } from '#server/web/vary.ts'
import type { Representation } from '../office-list.ts'

/** If-None-Match compares weakly, and may name several. */
function hasAlready(request: FastifyRequest, tag: string): boolean {
  const named = request.headers['if-none-match']
  if (named === undefined) return false
  return named.split(',').some(one => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
}

/** Sends bytes that are made already, or says that the asker has them. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, tag, encoding }: Representation,
): FastifyReply {
  varyBy(reply, 'accept-encoding')
  reply.header('etag', tag)
  if (hasAlready(request, tag)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(body)
}
