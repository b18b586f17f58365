import { SERVICE_BASES } from '#contract/bases.ts'
import { inLane } from '#server/database/lanes.ts'
import type { App } from '#server/web/app.ts'

/** What serves people that look. The desk acts, whatever it asks. */
const LOOKED_AT = Object.values(SERVICE_BASES).filter(base => base !== SERVICE_BASES.desk)

/**
 * Sends whoever only looks at something by the readers' lane, so that a crowd of them holds up nobody who
 * acts.
 */
export function chooseLanes(app: App): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const route = request.routeOptions.url
    const looks = request.method === 'GET' && LOOKED_AT.some(base => route?.startsWith(`${base}/`))
    if (looks) inLane('readers', next)
    else next()
  })
}
