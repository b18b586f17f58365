import { isOfApplication } from './addresses.ts'
import { answer } from './answer.ts'
import { isMakingWay } from './ask.ts'
import { lifeOf } from './services.ts'
import { PAGE } from './shell.ts'
import { shell } from './this-shell.ts'
import { worker } from './worker.ts'

function answerTo(event: FetchEvent): Promise<Response> | null {
  const { request } = event
  if (request.method !== 'GET') return null
  const address = new URL(request.url)
  const kind = lifeOf(address)
  if (kind) return isMakingWay() ? null : answer(request, kind, event)
  if (address.origin !== worker.location.origin) return null
  const opensPage = request.mode === 'navigate' && isOfApplication(address.pathname)
  return shell.answer(opensPage ? PAGE : address.pathname)
}

/** What the worker has nothing for goes to the network as if there were no worker. */
export function onFetch(event: FetchEvent): void {
  const answered = answerTo(event)
  if (answered) event.respondWith(answered)
}
