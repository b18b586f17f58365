import underPressure from '@fastify/under-pressure'
import type { App } from '#server/web/app.ts'
import { RetryLater } from '#server/web/retry-later.ts'

const RETRY_S = 5
const ALWAYS_ANSWERED = new Set(['/livez', '/readyz', '/healthz', '/metrics'])

/**
 * Turns people away while the server cannot keep up, so that those who are in are served. Who asks for its
 * health is still answered: a busy server is not a dead one, and to restart it would make it worse.
 * @param maxDelayMs of the event loop; 0 never turns anybody away
 */
export async function turnAwayUnderPressure(app: App, maxDelayMs: number): Promise<void> {
  if (maxDelayMs === 0) return
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    pressureHandler: request => {
      if (ALWAYS_ANSWERED.has(request.routeOptions.url ?? '')) return
      throw new RetryLater('unavailable', 503, 'the server is too busy', RETRY_S)
    },
  })
}
