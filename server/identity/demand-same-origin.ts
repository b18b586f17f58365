import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/web/refusal.ts'
import type { IdentityContext } from './identity-context.ts'

const CHANGES_NOTHING = new Set(['GET', 'HEAD'])

/**
 * For routes that a cookie opens, or that set one: only pages of our own origins may call them. Browsers say
 * where a page is from by Origin (with everything that changes something) or by Sec-Fetch-Site; of an older
 * one, which says neither with a GET, the answer stays unreadable to other origins.
 * @throws Refusal forbidden
 */
export const demandSameOrigin =
  ({ origins }: Pick<IdentityContext, 'origins'>) =>
  async (request: FastifyRequest): Promise<void> => {
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOwn =
      origin !== undefined
        ? origins.includes(origin)
        : site !== undefined
          ? site === 'same-origin'
          : CHANGES_NOTHING.has(request.method)
    if (!isOwn) throw new Refusal('forbidden', 403, 'only pages of this origin may ask for this')
  }
