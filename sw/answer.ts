import { answerWithAge } from './answer-with-age.ts'
import { ask } from './ask.ts'
import type { CacheLife } from './cache-life.ts'
import { worker } from './worker.ts'

/** An answer with its age, by this worker's own network, caches, clock and luck. */
export const answer = (request: Request, kind: CacheLife, event: ExtendableEvent): Promise<Response> =>
  answerWithAge(request, kind, {
    caches: worker.caches,
    fetch: ask,
    now: Date.now,
    random: Math.random,
    wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
    waitUntil: work => event.waitUntil(work),
  })
