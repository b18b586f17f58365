import type { FastifyReply } from 'fastify'

/** Adds a name to those on which the answer depends: whoever keeps answers keeps one for each value. */
export function varyBy(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others === undefined ? name : `${String(others)}, ${name}`)
}
