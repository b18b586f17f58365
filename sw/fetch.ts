import { isOfApplication } from './addresses.ts'
import { answerWithAge } from './answer-with-age.ts'
import { cacheLifeOf } from './cache-life.ts'
import { shell } from './this-shell.ts'
import { worker } from './worker.ts'

/** Every address of the application opens the shell's one page, which finds its way by itself. */
const PAGE = '/index.html'

function answerTo({
  request,
  waitUntil,
}: Pick<FetchEvent, 'request' | 'waitUntil'>): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return null
  if (request.mode === 'navigate' && isOfApplication(pathname)) return shell.answer(PAGE)
  const kind = cacheLifeOf(pathname)
  if (kind === null) return shell.answer(pathname)
  return answerWithAge(request, kind, {
    caches: worker.caches,
    fetch: asked => fetch(asked),
    now: Date.now,
    random: Math.random,
    wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
    waitUntil,
  })
}

/** What the worker has nothing for goes to the network as if there were no worker. */
export function onFetch(event: FetchEvent): void {
  const answer = answerTo({ request: event.request, waitUntil: work => event.waitUntil(work) })
  if (answer) event.respondWith(answer)
}
