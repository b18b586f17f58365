import type { FastifyReply, FastifyRequest } from 'fastify'

const SECOND_MS = 1_000

/**
 * Route options for an answer that is the same for everybody, and may be kept by anybody for so long. After
 * that, and with 0 at once, it is asked for again with its entity tag, which `http/` gives it. A refusal
 * takes this back: the office that is missing now may be loaded a minute later.
 */
export function keptFor(ms: number) {
  const directive =
    ms === 0 ? 'public, max-age=0, must-revalidate' : `public, max-age=${Math.floor(ms / SECOND_MS)}`
  return {
    async onRequest(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
      reply.header('cache-control', directive)
    },
  }
}

/**
 * Route options for an answer with what somebody said of themselves in a form: not even their own browser
 * keeps it, which may be used by others after them.
 */
export const keptNowhere = {
  async onRequest(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.header('cache-control', 'no-store')
  },
}
