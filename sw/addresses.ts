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
  if (navigate !== undefined && URL.canParse(navigate, origin)) {
    const { pathname, search } = new URL(navigate, origin)
    place.pathname = pathname
    place.search = search
  }
  return place.href
}
