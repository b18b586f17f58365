import type { CacheLife } from './cache-life.ts'

/** What the strategy needs of the world. */
export interface AnswerPorts {
  caches: Pick<CacheStorage, 'open'>
  fetch(request: Request): Promise<Response>
  now(): number
  /** At least 0, below 1. */
  random(): number
}

/** Milliseconds since the epoch at which the kept copy is no longer fresh. Ours, on the copy alone. */
const FRESH_UNTIL = 'x-numerito-fresh-until'

async function keep(
  cache: Cache,
  request: Request,
  response: Response,
  { life, entriesMax }: CacheLife,
  ports: AnswerPorts,
) {
  const headers = new Headers(response.headers)
  headers.set(FRESH_UNTIL, String(ports.now() + life.min + ports.random() * (life.max - life.min)))
  await cache.put(request.url, new Response(await response.blob(), { status: response.status, headers }))
  const keys = await cache.keys()
  // Keys come in the order in which they were put.
  await Promise.all(keys.slice(0, Math.max(0, keys.length - entriesMax)).map(key => cache.delete(key)))
}

/**
 * While the kept copy is in its random life it is the answer; after that the network is asked, and where the network
 * does not answer the old copy is, with the `date` of its making, so that the page can say how old it is.
 *
 * A page that wants the newest (cache: 'reload', 'no-store' or 'no-cache') is given it, and the old copy only
 * without a network.
 */
export async function answerWithAge(
  request: Request,
  kind: CacheLife,
  ports: AnswerPorts,
): Promise<Response> {
  const cache = await ports.caches.open(kind.cacheName)
  const kept = await cache.match(request.url)
  const wantsNewest =
    request.cache === 'reload' || request.cache === 'no-store' || request.cache === 'no-cache'
  if (kept && !wantsNewest && Number(kept.headers.get(FRESH_UNTIL)) > ports.now()) return kept
  try {
    const response = await ports.fetch(request)
    if (response.status === 200) {
      // A full disk must not cost the answer that is already here.
      await keep(cache, request, response.clone(), kind, ports).catch(() => {})
      return response
    }
    // The server is there and has trouble: yesterday's list serves better than an error.
    return response.status >= 500 && kept ? kept : response
  } catch (error) {
    if (kept) return kept
    throw error
  }
}
