import { SERVICE_BASES } from '#contract/bases.ts'
import type { Pressure } from '#server/platform/pressure.ts'
import type { Random } from '#server/platform/random.ts'
import type { App } from '#server/web/app.ts'
import { RetryLater } from '#server/web/retry-later.ts'

/** All who are turned away come back, and not in the same second. */
const RETRY_S = { least: 3, spread: 7 }

const { v1, v3, reservations, wait, flags, users, desk, push, video } = SERVICE_BASES
const startsWith = (bases: readonly string[]) => (route: string) =>
  bases.some(base => route.startsWith(`${base}/`) || route === base)

const isBrowsed = startsWith([v1, v3, reservations, wait, flags, users])
/**
 * Looked at by those who take a number, wait for it or stand before somebody already: what became of theirs.
 * And by the machines of an office.
 */
const isOwnTurn = startsWith([
  `${v1}/user/tickets`,
  `${v1}/user/v2/tickets`,
  `${v1}/tickets`,
  `${v1}/machine`,
])
/**
 * The desk calls, whatever happens, also those who are called into its video, who must come in as it does;
 * phones say what they showed, and nobody is called twice for it.
 */
const isNeverShed = startsWith([desk, push, video])
const isOfServices = startsWith(Object.values(SERVICE_BASES))

/**
 * Turns people away while the process cannot keep up, those first who miss the least by it: whoever only
 * looks around while it is busy; where it is overrun, everybody but the desk. Who asks for its health is
 * answered: a busy server is not a dead one, and to start it anew would make it worse. The application's own
 * files are served too; a desk is made of them.
 */
export function shedUnderPressure(
  app: App,
  {
    pressure,
    random,
    count,
  }: { pressure: Pressure; random: Random; count: (what: 'browsing' | 'acting') => void },
): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const route = request.routeOptions.url
    if (route === undefined || !isOfServices(route) || isNeverShed(route)) return next()
    const level = pressure.level()
    if (level === 'easy') return next()
    const looks = request.method === 'GET' || request.method === 'HEAD'
    const browses = looks && isBrowsed(route) && !isOwnTurn(route)
    if (level === 'busy' && !browses) return next()
    count(browses ? 'browsing' : 'acting')
    const seconds = RETRY_S.least + Math.floor(random.fraction() * (RETRY_S.spread + 1))
    next(new RetryLater('unavailable', 503, 'the server is too busy', seconds))
  })
}
