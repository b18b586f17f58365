import type { FastifyRequest } from 'fastify'

/**
 * The path that an address means, without its query: `/%61pi//x` is read as `/api/x`. As it stands where it
 * means nothing.
 */
export function plainPath(url: string): string {
  const [path = '/'] = url.split('?')
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, '/')
  } catch {
    return path
  }
}

/**
 * By the route that matched, however its address was spelled; where none did, as for a preflight, by the
 * address as it is meant.
 */
export const askedPath = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? plainPath(url)
