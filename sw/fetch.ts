import { isOfApplication } from './addresses.ts'
import { answer } from './answer.ts'
import { cacheLifeOf } from './cache-life.ts'
import { shell } from './this-shell.ts'
import { worker } from './worker.ts'

/** Every address of the application opens the shell's one page, which finds its way by itself. */
const PAGE = '/index.html'

function answerTo(event: FetchEvent): Promise<Response> | null {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return null
  if (request.mode === 'navigate' && isOfApplication(pathname)) return shell.answer(PAGE)
  const kind = cacheLifeOf(pathname)
  return kind ? answer(request, kind, event) : shell.answer(pathname)
}

/** What the worker has nothing for goes to the network as if there were no worker. */
export function onFetch(event: FetchEvent): void {
  const answered = answerTo(event)
  if (answered) event.respondWith(answered)
}
