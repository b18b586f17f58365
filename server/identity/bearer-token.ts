import type { FastifyRequest } from 'fastify'

/** What the Authorization header carries (RFC 6750), or null where it carries nothing of the kind. */
export function bearerToken({
  headers: { authorization = '' },
}: Pick<FastifyRequest, 'headers'>): string | null {
  const [, token = null] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  return token
}
