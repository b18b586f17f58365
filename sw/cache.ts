import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { answerWithAge } from './answer-with-age.ts'
import { CACHE_NAMES, cacheLifeOf } from './cache-life.ts'
import { shellFiles, worker } from './worker.ts'

/** Addresses that are the server's, not the application's: opened in a tab, they go to the network. */
const NOT_THE_APPLICATION = [
  /^\/api\//,
  /^\/services\//,
  /^\/socket/,
  /^\/desk/,
  /^\/wall\//,
  /^\/poster\//,
  /^\/healthz/,
  /^\/metrics/,
]

const OUR_CACHE = /^(offices|lines)-v\d+$/

/** The shell is precached; every address of the application opens it (OFFL-02). */
export function serveFromCache(): void {
  precacheAndRoute(shellFiles)
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: NOT_THE_APPLICATION }))
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin && request.method === 'GET' && cacheLifeOf(url.pathname) !== null,
    ({ request, url }) => {
      const kind = cacheLifeOf(url.pathname)
      if (!kind) return fetch(request)
      return answerWithAge(request, kind, {
        caches: worker.caches,
        fetch: asked => fetch(asked),
        now: Date.now,
        random: Math.random,
      })
    },
  )
}

/** Caches of an older shape of ours. Workbox looks after its own. */
export async function dropOldCaches(): Promise<void> {
  const names = await worker.caches.keys()
  await Promise.all(
    names
      .filter(name => OUR_CACHE.test(name) && !CACHE_NAMES.includes(name))
      .map(name => worker.caches.delete(name)),
  )
}
