import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { SERVICE_BASES } from '#contract/bases.ts'
import type { App } from '#server/web/app.ts'
import { countedAddress } from './client-address.ts'
import type { KnownCallers } from './known-callers.ts'
import { askedPath, isServersOwn } from './plain-path.ts'
import { steadyCounts } from './steady-counts.ts'
import { RetryLater } from '#server/web/retry-later.ts'

interface Limit {
  max: number
  windowMs: number
}

const MINUTE_MS = 60_000
/** Counters kept for each limit; the least recently used ones are dropped. */
const COUNTERS = 20_000

/**
 * How much is too much. An address is generous: behind one stands a whole waiting room on the office's
 * network, or a mobile operator's. Where one person is meant, the count goes by session. Wrong passwords at
 * the desk are counted elsewhere (identity/sign-in-tries.ts).
 */
export const DEFAULT_RATE_LIMITS = {
  /** Everything of whoever is not known, by address. */
  address: { max: 1_500, windowMs: MINUTE_MS },
  /**
   * Everything of people whose session was good when it came last, by address, beside the limit of each: a
   * whole waiting room that comes back, which nobody who floods its address is to keep out. What is an
   * office's own is counted by session alone.
   */
  known: { max: 20_000, windowMs: MINUTE_MS },
  /**
   * The application's files and pages, by address: a first visit fetches some sixty, cheap to send, and a
   * waiting room full of newcomers shares one address.
   */
  files: { max: 20_000, windowMs: MINUTE_MS },
  /** Everything, by session; what comes by its cookie alone, as when a page is loaded anew, by itself. */
  session: { max: 300, windowMs: MINUTE_MS },
  captcha: { max: 120, windowMs: MINUTE_MS },
  login: { max: 60, windowMs: MINUTE_MS },
  handover: { max: 10, windowMs: MINUTE_MS },
  /** Attempts to sign in with a provider: each asks another server, and keeps a row. */
  provider: { max: 60, windowMs: MINUTE_MS },
  /** Passwords and sign-ups, by address; who guesses is slowed down long before (sign-in-tries.ts). */
  account: { max: 120, windowMs: MINUTE_MS },
  /** What is sent by e-mail and what comes back by its links, and invitations to a desk, by address. */
  mailLink: { max: 20, windowMs: MINUTE_MS },
  /** Corrections of the profile and of the password, by session. */
  profile: { max: 20, windowMs: MINUTE_MS },
  /** Trials of the push notice, by session: each is a message to every browser of the person. */
  pushTest: { max: 5, windowMs: MINUTE_MS },
  /** Trials of a webhook, and new ones, by session: each asks another server, or keeps a row. */
  webhook: { max: 20, windowMs: MINUTE_MS },
  /** Trials of the push notice, by address. */
  pushTestAddress: { max: 60, windowMs: MINUTE_MS },
  /** Numbers, by session: of a person, of a kiosk, or of a machine. */
  ticket: { max: 20, windowMs: MINUTE_MS },
  /** Codes typed at a kiosk: there are 4,096 of them, and people type wrong ones, but not for an hour. */
  kioskCode: { max: 20, windowMs: MINUTE_MS },
  /** What an office’s figures are counted from may be a year, by session. */
  figures: { max: 60, windowMs: MINUTE_MS },
  /** An office’s settings, checked while somebody types, and saved, by session: an entry may be large. */
  settings: { max: 120, windowMs: MINUTE_MS },
  /** Times booked and moved, by session. */
  reservation: { max: 20, windowMs: MINUTE_MS },
} satisfies Record<string, Limit>

export type RateLimits = Record<keyof typeof DEFAULT_RATE_LIMITS, Limit>

type KeyOf = (request: FastifyRequest) => string

const { desk, login, v1, v3, reservations, push } = SERVICE_BASES

const address: KeyOf = request => countedAddress(request.ip)
const session: KeyOf = request =>
  request.caller.kind === 'guest' ? address(request) : request.caller.session_id

/** The routes with a limit of their own. */
const ROUTES: Readonly<Record<string, readonly [keyof RateLimits, KeyOf][]>> = {
  [`GET ${login}/captcha`]: [['captcha', address]],
  [`POST ${login}/temporaryV2`]: [['login', address]],
  [`POST ${login}/paper`]: [['login', address]],
  [`POST ${login}/:provider/begin`]: [['provider', address]],
  [`GET ${login}/:provider/return`]: [['provider', address]],
  [`POST ${login}/google`]: [['login', address]],
  [`POST ${login}/facebook`]: [['login', address]],
  [`POST ${login}/microsoft`]: [['login', address]],
  [`POST ${login}/user`]: [['login', address]],
  [`POST ${login}/handover`]: [['handover', session]],
  [`POST ${login}/handover/redeem`]: [['handover', address]],
  [`POST ${login}/signup`]: [['account', address]],
  [`POST ${login}/password`]: [['account', address]],
  [`GET ${login}/password/captcha`]: [['account', address]],
  [`PUT ${login}/password`]: [['profile', session]],
  [`POST ${login}/password/forgot`]: [['mailLink', address]],
  [`POST ${login}/password/reset`]: [['mailLink', address]],
  [`POST ${login}/email/confirm`]: [['mailLink', address]],
  [`POST ${login}/email/recover`]: [['mailLink', address]],
  [`POST ${login}/email/confirmation`]: [['profile', session]],
  [`POST ${desk}/invitations/look`]: [['mailLink', address]],
  [`POST ${desk}/invitations/accept`]: [['mailLink', address]],
  [`PUT ${desk}/password`]: [['profile', session]],
  [`PATCH ${login}/user`]: [['profile', session]],
  [`PATCH ${v1}/user`]: [['profile', session]],
  [`POST ${push}/test`]: [
    ['pushTest', session],
    ['pushTestAddress', address],
  ],
  [`POST ${v1}/offices/:id/tickets/new`]: [['ticket', session]],
  [`GET ${desk}/offices/:id/figures`]: [['figures', session]],
  [`GET ${desk}/offices/:id/figures.csv`]: [['figures', session]],
  [`GET ${desk}/offices/:id/figures-services.csv`]: [['figures', session]],
  [`POST ${desk}/offices/:id/webhooks`]: [['webhook', session]],
  [`POST ${desk}/offices/:id/webhooks/:webhookId/test`]: [['webhook', session]],
  [`POST ${desk}/offices/:id/settings/check`]: [['settings', session]],
  [`PUT ${desk}/offices/:id/settings`]: [['settings', session]],
  [`POST ${desk}/offices/:id/settings/undo`]: [['settings', session]],
  [`POST ${desk}/devices/kiosk/tickets`]: [['ticket', session]],
  [`GET ${desk}/devices/kiosk/reservations`]: [['kioskCode', session]],
  [`POST ${desk}/devices/kiosk/reservations/:id/arrived`]: [['reservation', session]],
  [`POST ${v1}/machine/numbers`]: [['ticket', session]],
  [`POST ${desk}/devices/:use/:office/session`]: [['login', address]],
  [`POST ${reservations}`]: [['reservation', session]],
  [`POST ${reservations}/slips`]: [['reservation', session]],
  [`PATCH ${reservations}/:id`]: [['reservation', session]],
  [`POST ${desk}/offices/:id/reservations/find`]: [['reservation', session]],
  [`POST ${v1}/user/reserves`]: [['reservation', session]],
  [`POST ${v3}/user/reserves`]: [['reservation', session]],
}

/**
 * Registered before it is asked who calls: an address that floods us must not cost a look into the database.
 * @param elapsed by which all limits count, those of routes too
 * @see rule SEC-02
 */
export async function limitAddresses(
  app: App,
  limits: RateLimits,
  elapsed: () => number,
  known: Pick<KnownCallers, 'of'>,
): Promise<void> {
  await app.register(rateLimit, { global: false, store: steadyCounts(COUNTERS, elapsed) })
  const strangers = hookOf(app, limits.address, address)
  const people = hookOf(app, limits.known, address)
  const files = hookOf(app, limits.files, address)
  const cookies = hookOf(app, limits.session, request => known.of(request)?.session_id ?? address(request))
  app.addHook('onRequest', async function (request, reply) {
    if (!isServersOwn(askedPath(request))) return await files.call(this, request, reply)
    const caller = known.of(request)
    // Who shows a cookie alone is a guest, whom no session's limit counts later.
    if (caller?.byCookie) await cookies.call(this, request, reply)
    if (caller?.whose === 'office') return
    await (caller ? people : strangers).call(this, request, reply)
  })
}

/** Registered after the caller is known, and before the routes are. */
export function limitRoutes(app: App, limits: RateLimits): void {
  const perSession = hookOf(app, limits.session, session)
  app.addHook('onRequest', async function (request, reply) {
    if (request.caller.kind !== 'guest') await perSession.call(this, request, reply)
  })
  const hooks = new Map<string, onRequestAsyncHookHandler>()
  /** The same one for GET and HEAD of a route, which are counted together. */
  const hookFor = (route: string, name: keyof RateLimits, keyOf: KeyOf) => {
    const hook = hooks.get(`${route} ${name}`) ?? hookOf(app, limits[name], keyOf)
    hooks.set(`${route} ${name}`, hook)
    return hook
  }
  app.addHook('onRoute', route => {
    // HEAD does what GET does, and leaves the answer out.
    const methods = [route.method].flat().map(method => (method === 'HEAD' ? 'GET' : method))
    const own = methods.flatMap(method =>
      (ROUTES[`${method} ${route.url}`] ?? []).map(([name, keyOf]) =>
        hookFor(`${method} ${route.url}`, name, keyOf),
      ),
    )
    if (own.length === 0) return
    // After the body is parsed, for the name in it, and before anything is done with it.
    route.preHandler = [...own, ...[route.preHandler ?? []].flat()]
  })
}

function hookOf(app: App, { max, windowMs }: Limit, keyOf: KeyOf): onRequestAsyncHookHandler {
  const count = app.createRateLimit({ max, timeWindow: windowMs, keyGenerator: keyOf })
  return async request => {
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    const seconds = Math.max(1, counted.ttlInSeconds)
    throw new RetryLater('too-many-requests', 429, `too many requests; ask again in ${seconds} s`, seconds)
  }
}
