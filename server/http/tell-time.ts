import { SERVICE_BASES } from '#contract/bases.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { App } from '#server/web/app.ts'
import { askedPath } from './plain-path.ts'

/** What no cache keeps: by these answers a phone and a desk put their own clocks right. */
const HEARD = [SERVICE_BASES.login, SERVICE_BASES.desk]

/**
 * Says the time of day by which this server lives, and every fact of it: the machine's own, which Node would
 * say, may just have jumped.
 */
export function tellTime(app: App, clock: Clock): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = askedPath(request)
    if (HEARD.some(base => path.startsWith(`${base}/`))) reply.header('date', clock.now().toUTCString())
  })
}
