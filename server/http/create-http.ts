import type { Server } from 'node:http'
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyServerFactory, LogController } from 'fastify'
import type { ServiceHosts } from '#contract/service-hosts.ts'
import type { Random } from '#server/platform/random.ts'
import type { Pressure } from '#server/platform/pressure.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Tracer } from '#server/platform/tracing.ts'
import type { Tls } from '#server/settings/tls-files.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { App } from '#server/web/app.ts'
import type { Caller } from '#server/web/caller.ts'
import type { PageContentOf } from '#server/web/page-content.ts'
import { Refusal } from '#server/web/refusal.ts'
import { admitOrigins } from './admit-origins.ts'
import { answerMalformed } from './answer-malformed.ts'
import { rememberMethods } from './allowed-methods.ts'
import { documentApi } from './api-docs.ts'
import { serveApplication } from './built-application.ts'
import { knowCallers } from './caller-hook.ts'
import { compressAnswers } from './compress-answers.ts'
import { tagEntities } from './entity-tags.ts'
import { chooseLanes } from './lane-hook.ts'
import { type HealthOptions, healthRoutes } from './health-routes.ts'
import { logRequests } from './logging.ts'
import { mendAddress } from './mend-address.ts'
import type { Metrics } from './metrics.ts'
import { shedUnderPressure } from './pressure.ts'
import { plainPath } from './plain-path.ts'
import { hearOutWhomIsRefused } from './hear-out.ts'
import { letGoUnasked } from './let-go-unasked.ts'
import { answerError, sendProblem } from './problems.ts'
import type { KnownCallers } from './known-callers.ts'
import { refuseUnknownMethods } from './refuse-methods.ts'
import { limitAddresses, limitRoutes, type RateLimits } from './rate-limits.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { serveSockets, type SocketEndpoint } from './sockets.ts'
import { tellTime } from './tell-time.ts'
import { traceRequests } from './trace-requests.ts'
import { createTlsServer, endSessionOf } from './tls-server.ts'
import { serializerCompiler, validatorCompiler } from './valibot-compilers.ts'

const BODY_LIMIT_BYTES = 64 * 1_024
/** A request that has not arrived whole by then is not coming. */
const REQUEST_TIMEOUT_MS = 30_000
/** A connection on which nothing is asked for so long is closed. */
const IDLE_MS = 72_000

/** Of an answer that nobody shows as a page. */
const BARE_HEADERS = { 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' }

export interface HttpOptions {
  version: string
  /** May grow until the server listens. */
  origins: readonly string[]
  tls: Tls | null
  proxyHops: number
  random: Random
  log: FastifyBaseLogger
  metrics: Metrics
  health: Pick<HealthOptions, 'database' | 'timers' | 'environment' | 'isDraining'>
  callerOf: (token: string) => Promise<Caller>
  known: KnownCallers
  sockets?: SocketEndpoint
  rateLimits: RateLimits
  pressure: Pressure
  /** Where somebody collects what happens. */
  tracer?: Tracer
  /** Where the built application lies; null for a server that serves none. */
  applicationDirectory: string | null
  /** What belongs to a page's address. */
  pageContentOf: PageContentOf
  clock: Clock
  /** Milliseconds that went by since some moment: never set, never back. */
  elapsed: () => number
  /** Where its services stand, where that is not here. */
  services: ServiceHosts
  /** Calls are offered by WhatsApp. */
  whatsapp: boolean
  /** Browsers are served the worker that takes the service worker back. */
  withdrawsWorker: boolean
}

const overTls =
  (tls: Tls, timers: Timers): FastifyServerFactory<Server> =>
  handle =>
    createTlsServer({ ...tls, requestTimeoutMs: REQUEST_TIMEOUT_MS, idleMs: IDLE_MS, timers }, handle)

/**
 * Fastify with everything that every route shares. The routes are registered by the composition.
 */
export async function createHttp(options: HttpOptions): Promise<App> {
  const { origins, services, tls, proxyHops, random, log, metrics, health, known, version } = options
  const server = fastify({
    ...(tls && { serverFactory: overTls(tls, health.timers) }),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxyHops === 0 ? false : (_address, hop) => hop < proxyHops,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: IDLE_MS,
    genReqId: () => random.uuid(),
    forceCloseConnections: 'idle',
    // Whoever asks while the server goes is still served, and told to come by another connection next time.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: (_error, socket) => answerMalformed(socket, 'this is not HTTP', health.timers),
    rewriteUrl: ({ url = '/' }) => mendAddress(url),
    // Another address that means nothing: no hook is asked.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id })),
  })
  const app = server as unknown as App
  letGoUnasked(app.server, health.timers)
  refuseUnknownMethods(app.server)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)

  const endTraces = options.tracer ? traceRequests(app, options.tracer) : () => undefined
  metrics.measure(app)
  logRequests(app, health.timers)
  endTraces()
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  tellTime(app, options.clock)
  hearOutWhomIsRefused(app, health.timers)
  // A connection kept alive by an answer that was still under way would keep the listener from closing.
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.httpVersionMajor !== 2) {
      if (health.isDraining()) reply.header('connection', 'close')
      return
    }
    // HTTP/2 has another word for it. Fastify says it after a body that it refused, and Node complains.
    reply.removeHeader('connection')
    if (health.isDraining()) endSessionOf(request.raw)
  })
  await setSecurityHeaders(app, origins, services)
  const answerPreflights = admitOrigins(app, origins)
  // Polls have limits of their own, and answers that their client understands: a problem would end it for
  // good.
  if (options.sockets) serveSockets(app, options.sockets, health.timers)
  shedUnderPressure(app, { pressure: options.pressure, random, count: metrics.countShed })
  await limitAddresses(app, options.rateLimits, options.elapsed, known)
  answerPreflights()
  await app.register(cookie)
  knowCallers(app, options.callerOf, known)
  chooseLanes(app)
  limitRoutes(app, options.rateLimits)
  compressAnswers(app)
  tagEntities(app)
  const methodsOf = rememberMethods(app)

  await documentApi(app, version)
  healthRoutes({ ...health, version, registry: metrics.registry })(app)
  const pageOf = options.applicationDirectory
    ? await serveApplication(
        app,
        options.applicationDirectory,
        { environment: health.environment, services, whatsapp: options.whatsapp },
        options.withdrawsWorker,
        { contentOf: options.pageContentOf, origins, clock: options.clock, timers: health.timers, log },
      )
    : () => null

  app.setNotFoundHandler((request, reply) => {
    const page = pageOf(request, reply)
    if (page) return page
    const allowed = methodsOf(plainPath(request.url))
    // One that knows the method was spelled in a way that leads nowhere.
    if (allowed.length === 0 || allowed.includes(request.method))
      return sendProblem(reply, new Refusal('not-found', 404, 'there is nothing here'))
    reply.header('allow', allowed.join(', '))
    return sendProblem(reply, new Refusal('method-not-allowed', 405, `only ${allowed.join(', ')}`))
  })
  return app
}
