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

const PROBED = 'metrics|healthz|livez|readyz'
const PROBE = new RegExp(`^/(${PROBED})(/|$)`)
const SERVERS_OWN = new RegExp(`^/(api|services|${PROBED})(/|$)`)

/** Asked by machines all day long: health, and figures. */
export const isProbe = (path: string): boolean => PROBE.test(path)

/** What the server itself answers. The rest is the files and pages of the application. */
export const isServersOwn = (path: string): boolean => SERVERS_OWN.test(path)
