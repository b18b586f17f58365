/** Longer than a page waits for an answer, and shorter than it waits for a newer worker. */
const HANGS_MS = 20_000
/** What is answered in a moment is still answered. Less than a page waits before it is loaded anew. */
const GRACE_MS = 2_000

const underWay = new Set<AbortController>()
let makesWay = false

/**
 * Asks the network, and gives up what hangs. A newer worker takes this one's place only when nothing is under
 * way here any more, and so does the one that withdraws it (HAND-03): for a request that never ends Chromium
 * waits five minutes. That the page has given up its own does not end this one, which serves the next.
 */
export function ask(asked: RequestInfo, init: RequestInit = {}): Promise<Response> {
  const one = new AbortController()
  underWay.add(one)
  setTimeout(() => {
    one.abort()
    underWay.delete(one)
  }, HANGS_MS)
  return fetch(asked, { ...init, signal: one.signal })
}

/**
 * A newer one waits for this one to be done. A page that asks again and again, of a network that hangs, would
 * keep it for as long as it asks: from now on its questions go past here.
 */
export function makeWay(): void {
  makesWay = true
  setTimeout(() => underWay.forEach(one => one.abort()), GRACE_MS)
}

export const isMakingWay = (): boolean => makesWay
