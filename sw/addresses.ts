import { urlOf } from '#contract/rules/url-of.ts'

/**
 * The server's own addresses, and the clerks' pages, which need the network anyway: never the customers'
 * application.
 */
const NOT_OURS = /^\/(api|services|socket|desk|wall|kiosk|poster|healthz|livez|readyz|metrics)(\/|$)/
/** A file is itself, not a screen; the server says the same. */
const FILE = /\.[^/]*$/

/** Whether a screen of the customers' application stands at a path. */
export const isOfApplication = (pathname: string): boolean => !NOT_OURS.test(pathname) && !FILE.test(pathname)

/**
 * Where a notice leads, here. The payload came from outside, and may have been made for another of the
 * server's origins; the receipts are on this one. So its path is taken, and nothing else.
 */
export function placeHere(navigate: string | undefined, origin: string): string {
  const place = new URL('/tickets', origin)
  const said = navigate === undefined ? null : urlOf(navigate, origin)
  if (said) {
    place.pathname = said.pathname
    place.search = said.search
  }
  return place.href
}
