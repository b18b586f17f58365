import { isOurs } from '#contract/is-ours.ts'
import { FRESH_UNTIL } from '#contract/kept-copy.ts'
import type { CacheLife } from './cache-life.ts'

/** What the strategy needs of the world. */
export interface AnswerPorts {
  caches: Pick<CacheStorage, 'open'>
  fetch(request: Request): Promise<Response>
  now(): number
  /** At least 0, below 1. */
  random(): number
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>
  /** Keeps the worker awake for what goes on after the answer was given. */
  waitUntil(work: Promise<unknown>): void
}

/**
 * An old answer is given after this long, milliseconds: in a Wi-Fi that leads nowhere the network neither
 * answers nor fails. Well before the page itself gives up.
 */
const NETWORK_PATIENCE_MS = 4_000

/** A portal, or a server that is being mended, may answer a page of its own by 200. */
const isToKeep = (response: Response) => response.status === 200 && isOurs(response)

async function keep(
  address: string,
  response: Response,
  { cacheName, life, entriesMax }: CacheLife,
  ports: AnswerPorts,
): Promise<void> {
  const headers = new Headers(response.headers)
  headers.set(FRESH_UNTIL, String(ports.now() + life.min + ports.random() * (life.max - life.min)))
  const cache = await ports.caches.open(cacheName)
  await cache.put(address, new Response(await response.blob(), { status: response.status, headers }))
  const keys = await cache.keys()
  // Keys come in the order in which they were put.
  await Promise.all(keys.slice(0, Math.max(0, keys.length - entriesMax)).map(key => cache.delete(key)))
}

/** A store that does not open must not cost the answer that the network has. */
async function findKept(address: string, { cacheName }: CacheLife, { caches }: AnswerPorts) {
  try {
    return await (await caches.open(cacheName)).match(address)
  } catch {
    return undefined
  }
}

const wantsNewest = ({ cache }: Request) => cache === 'reload' || cache === 'no-store' || cache === 'no-cache'

/**
 * While the kept copy is in its random life it is the answer; after that the network is asked, and where the
 * network does not answer the old copy is, with the `date` of its making, so that the page can say how old it
 * is.
 *
 * A page that wants the newest (cache: 'reload', 'no-store' or 'no-cache') is given it, and the old copy only
 * without a network.
 *
 * @see rules OFF-02 and OFF-03
 */
export async function answerWithAge(
  request: Request,
  kind: CacheLife,
  ports: AnswerPorts,
): Promise<Response> {
  const kept = await findKept(request.url, kind, ports)
  const left = Number(kept?.headers.get(FRESH_UNTIL)) - ports.now()
  // More life than any copy is given: the clock stood ahead when it was kept.
  if (kept && left > 0 && left <= kind.life.max && !wantsNewest(request)) return kept

  const asked = ports.fetch(request)
  // Also what comes too late for this answer serves the next one. That it cannot be kept costs nobody theirs.
  const keeping = asked.then(async response => {
    if (isToKeep(response)) await keep(request.url, response.clone(), kind, ports)
  })
  ports.waitUntil(keeping.catch(() => {}))
  if (!kept) return asked
  try {
    const response = await Promise.race([asked, ports.wait(NETWORK_PATIENCE_MS)])
    // The server is there and has trouble, or somebody answers in its place: yesterday's list serves better.
    return response && response.status < 500 && isOurs(response) ? response : kept
  } catch {
    return kept
  }
}
