import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { SERVICE_BASES, type Service } from '#contract/bases.ts'
import type { Database } from './database/database.ts'
import { createFactHub } from './facts/fact-hub.ts'
import { figuresRoutes, toldWaitsRoutes } from './figures/routes.ts'
import { flagsRoutes } from './flags/routes.ts'
import { addressOf } from './http/client-address.ts'
import { createHttp } from './http/create-http.ts'
import { rememberCallers } from './http/known-callers.ts'
import { logFacts } from './http/logging.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { DEFAULT_RATE_LIMITS, type RateLimits } from './http/rate-limits.ts'
import { createCallerOfToken } from './identity/caller-of-token.ts'
import { CAPTCHA_DIFFICULTY, type CaptchaDifficulty, createCaptcha } from './identity/captcha.ts'
import { deskSessionRoutes } from './identity/desk-session-routes.ts'
import type { IdentityContext } from './identity/identity-context.ts'
import { loginRoutes } from './identity/login-routes.ts'
import { openSessions } from './identity/open-sessions.ts'
import { createSeenSessions } from './identity/seen-sessions.ts'
import { usersRoutes } from './identity/users-routes.ts'
import type { AccountsContext } from './accounts/accounts-context.ts'
import { bringLate } from './accounts/bring-late.ts'
import { accountMails } from './accounts/send-mails.ts'
import { accountRoutes, userRoutes } from './accounts/routes.ts'
import { createProviders } from './accounts/providers/create-providers.ts'
import { providersOfUser } from './accounts/providers/provider-identity.ts'
import { providerRoutes } from './accounts/providers/provider-routes.ts'
import { deviceRoutes } from './devices/device-routes.ts'
import { linkRoutes } from './devices/links/link-routes.ts'
import { machineRoutes } from './devices/machines/machine-routes.ts'
import { createMailer } from './mail/mailer.ts'
import { favoritesRoutes } from './favorites/routes.ts'
import { startNews } from './news.ts'
import { officeSettingsRoutes } from './office-settings/routes.ts'
import { readOfficesById, readOfficesEver } from './offices/read-offices.ts'
import type { OfficesContext } from './offices/offices-context.ts'
import { officesRoutes } from './offices/routes.ts'
import { otherClientsRoutes } from './other-clients/routes.ts'
import type { PhoenixLimits } from './phoenix/limits.ts'
import type { Clock } from './platform/clock.ts'
import { createPressure, noPressure, type PressureLimits } from './platform/pressure.ts'
import { type Random, systemRandom } from './platform/random.ts'
import { systemTimers, type Timers } from './platform/timers.ts'
import type { Tracer } from './platform/tracing.ts'
import { withoutNames } from './queue/lines/line-states.ts'
import { sharedOfficeWaits } from './queue/lines/shared-office-waits.ts'
import type { QueueContext } from './queue/queue-context.ts'
import { queueRoutes } from './queue/routes/routes.ts'
import { createQueueMemory } from './queue/queue-memory.ts'
import { pollsRoutes } from './polls/routes.ts'
import type { BookingContext } from './reservations/reservations-context.ts'
import { bookPages } from './reservations/page-contents.ts'
import { reservationsRoutes } from './reservations/routes.ts'
import { ownDataRoutes } from './own-data/routes.ts'
import { createReservationsMemory } from './reservations/reservations-memory.ts'
import { holdWhileInDoubt, machineClock } from './machine-clock.ts'
import type { Protection } from './secrets/protection.ts'
import type { Settings } from './settings/settings.ts'
import { firstLink } from './staff/first-link.ts'
import { staffRoutes } from './staff/routes.ts'
import { startUpkeep, UPKEEP_OUTCOMES } from './upkeep.ts'
import { inTheirTime, upkeepTasks } from './upkeep-tasks.ts'
import { meetSeat } from './video/meet-seat.ts'
import { videoRoutes } from './video/routes.ts'
import type { VideoContext } from './video/video-context.ts'
import type { App, Routes } from './web/app.ts'
import { createPostWebhook } from './webhooks/post-webhook.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { startTelling, type Telling } from './webhooks/start-telling.ts'
import type { WebhooksContext } from './webhooks/webhooks-context.ts'
import { allContents } from './web/page-content.ts'
import { whatsappRoutes } from './whatsapp/routes.ts'
import { whatsappWebhook } from './whatsapp/webhook-routes.ts'
import type { WhatsappContext } from './whatsapp/whatsapp-context.ts'
import { lookAtOffice } from './watched.ts'

const SECOND_MS = 1_000
/** As many as there may be sockets. */
const CALLERS_REMEMBERED = 50_000
/**
 * Late by so much nobody is served well any more: first those who look around are asked to come later, then
 * all but the desk.
 */
export const PRESSURE: PressureLimits = { busyMs: 1_000, overrunMs: 4_000 }

export interface AppOptions {
  settings: Pick<
    Settings,
    | 'host'
    | 'port'
    | 'origins'
    | 'services'
    | 'tls'
    | 'proxyHops'
    | 'push'
    | 'webhookNetworks'
    | 'mail'
    | 'providers'
    | 'video'
    | 'whatsapp'
    | 'environment'
    | 'withdrawsWorker'
    | 'keep'
  >
  version: string
  /** Open and migrated; whoever opened it closes it. */
  database: Database
  protection: Protection
  log: FastifyBaseLogger
  /** Where the built application lies; null serves none. */
  applicationDirectory: string | null
  clock?: Clock
  timers?: Timers
  random?: Random
  metrics?: Metrics
  /** Where somebody collects what happens; whoever opened it closes it. */
  tracer?: Tracer
  captchaDifficulty?: CaptchaDifficulty
  rateLimits?: Partial<RateLimits>
  socketLimits?: Partial<PhoenixLimits>
  /** Null never turns anybody away. */
  pressure?: PressureLimits | null
  /** Told when somebody looks at an office's lines. */
  onLook?: (officeId: number) => void
}

export interface NumeritoServer {
  app: App
  queue: QueueContext & BookingContext
  /** What a link for the first administrator holds, where one is needed (ADMIN-04). */
  firstLink(): Promise<string | null>
  /** @returns the public origin: that of the settings, else the one where it listens */
  listen(): Promise<string>
  /** /readyz says so from now on; everything else goes on. */
  drain(): void
  /**
   * Takes no more, closes what is open, and waits for what runs. The database stays open. May be called
   * again.
   */
  close(): Promise<void>
}

/** The composition: every capability is made here, given what it needs, and plugged in. */
export async function createApp(options: AppOptions): Promise<NumeritoServer> {
  const { settings, database, protection, log, version } = options
  const { timers = systemTimers, random = systemRandom } = options
  // A clock that was passed in answers for itself; the machine's is held against the database's.
  const clock = options.clock ?? (await machineClock(database, log))
  const { metrics = createMetrics() } = options
  const origins = [...settings.origins]
  let isDraining = false

  const facts = createFactHub(error => log.error({ err: error }, 'a listener to facts failed'))
  facts.subscribe(metrics.countFacts)
  facts.subscribe(logFacts(log, timers))

  const queue: QueueContext & BookingContext = {
    database,
    clock,
    random,
    tell: facts.tell,
    ...createQueueMemory({ database, clock, timers }),
    ...createReservationsMemory({ database, timers }),
    protect: protection,
  }
  // Before those who tell others of them, and then ask how the lines stand.
  facts.subscribe(queue.lines.hear)
  const identity: IdentityContext = {
    database,
    clock,
    random,
    protection,
    captcha: createCaptcha(clock, protection.captchaKey, options.captchaDifficulty ?? CAPTCHA_DIFFICULTY),
    origins,
    officesById: ids => readOfficesById(database.db, ids),
    onSessionEnd: ended => news.realtime.endSession(ended),
  }
  const mailer = settings.mail && createMailer(settings.mail)
  const providers = createProviders(settings.providers, clock)
  const accounts: AccountsContext = {
    ...identity,
    queue,
    mailer,
    origin: () => origins[0] ?? '',
    providers: providers.offered,
    providersOf: userId => providersOfUser(database, userId),
  }
  const ownData = {
    ...queue,
    protection,
    captcha: identity.captcha,
    origins,
    onSessionEnd: identity.onSessionEnd,
  }
  const staffContext = { ...queue, ...identity }
  const seen = createSeenSessions({ database, clock })
  const callerOf = createCallerOfToken({ database, clock, timers, seen })
  const known = rememberCallers(CALLERS_REMEMBERED, clock)
  const video: VideoContext = { database, clock, random, ice: settings.video }
  const whatsapp: WhatsappContext | null = settings.whatsapp && {
    database,
    clock,
    random,
    protection,
    settings: settings.whatsapp,
    count: metrics.countWhatsapp,
    countBilled: metrics.countWhatsappBilled,
    log,
  }
  const officesContext: OfficesContext = {
    database,
    clock,
    officeWaits: sharedOfficeWaits({ database, clock, timers }),
    async linesOf(officeId) {
      options.onLook?.(officeId)
      const { seq, lines } = await queue.lines.now(officeId)
      return { seq, lines: withoutNames(lines) }
    },
  }
  const offices = officesRoutes(officesContext)
  facts.subscribe(told => {
    if (told.some(({ name }) => name === 'office:changed')) offices.list.doubt(0)
  })

  const pressureLimits = options.pressure === undefined ? PRESSURE : options.pressure
  const pressure = pressureLimits
    ? createPressure(pressureLimits, {
        timers,
        now: () => performance.now(),
        waitingMs: () => database.waiting().actors.longestMs,
      })
    : noPressure

  const news = await startNews({
    database,
    clock,
    timers,
    random,
    facts,
    queue,
    protection,
    metrics,
    log,
    push: settings.push,
    accountJobs: { ...accountMails(accounts), ...bringLate(accounts) },
    whatsapp,
    origin: () => origins[0] ?? '',
    callerOf,
    openSessions: ids => openSessions(identity, ids),
    meetSeatOf: (meeting, caller) => meetSeat(video, meeting, caller),
    pressure,
    tracer: options.tracer,
    onNewsElsewhere: () => offices.list.doubt(SECOND_MS),
    onSessionEnd: known.end,
    socket: {
      log,
      allowedOrigins: settings.origins.length > 0 ? settings.origins : 'same-host',
      remoteAddress: request => addressOf(request, settings.proxyHops),
      limits: options.socketLimits,
    },
  })

  metrics.watchOffice({
    look: lookAtOffice({ database, clock, timers }),
    jobKinds: news.jobKinds,
    lanes: () => database.waiting(),
  })

  const app = await createHttp({
    version,
    origins,
    services: settings.services,
    whatsapp: settings.whatsapp !== null,
    tls: settings.tls,
    proxyHops: settings.proxyHops,
    random,
    log,
    metrics,
    withdrawsWorker: settings.withdrawsWorker,
    health: { database, timers, environment: settings.environment, isDraining: () => isDraining },
    callerOf,
    known,
    sockets: news.realtime.endpoint,
    rateLimits: { ...DEFAULT_RATE_LIMITS, ...options.rateLimits },
    pressure,
    tracer: options.tracer,
    applicationDirectory: options.applicationDirectory,
    pageContentOf: allContents(offices.pageContentOf, bookPages(queue)),
    clock,
    elapsed: () => performance.now(),
  })

  const turns = queueRoutes(queue)
  const devices = { ...queue, origins, onLook: options.onLook }
  const webhooks: WebhooksContext = {
    database,
    clock,
    random,
    protection,
    networks: settings.webhookNetworks,
    post: createPostWebhook({ networks: settings.webhookNetworks }),
    count: metrics.countWebhook,
  }
  let telling: Telling | null = null
  const reservations = reservationsRoutes(queue)
  const otherClients = otherClientsRoutes(officesContext, queue)
  const services: Partial<Record<Service, Routes[]>> = {
    v1: [
      offices.v1,
      turns.v1,
      otherClients.v1,
      userRoutes(accounts),
      pollsRoutes({ database, clock, protection }),
      machineRoutes(devices),
    ],
    v3: [offices.v3, toldWaitsRoutes({ database, clock }), otherClients.v3],
    reservations: [reservations.reservations],
    login: [
      loginRoutes(identity),
      accountRoutes(accounts),
      userRoutes(accounts),
      providerRoutes({ accounts, providers, log }),
    ],
    users: [
      usersRoutes(identity),
      ownDataRoutes(ownData),
      favoritesRoutes({ database, clock, officesEver: ids => readOfficesEver(database.db, ids) }),
      whatsappRoutes(whatsapp),
    ],
    wait: [turns.wait],
    attention: [turns.attention],
    turns: [turns.turns],
    flags: [flagsRoutes({ database })],
    push: [news.pushRoutes, whatsappWebhook(whatsapp)],
    video: [videoRoutes(video)],
    desk: [
      deskSessionRoutes(identity),
      turns.desk,
      reservations.desk,
      figuresRoutes({ database, clock }),
      deviceRoutes(devices),
      linkRoutes(devices),
      webhookRoutes(webhooks),
      staffRoutes(staffContext),
      officeSettingsRoutes(queue),
    ],
  }
  for (const [service, sets] of Object.entries(services)) {
    for (const routes of sets) {
      await app.register(async scope => routes(scope as App), { prefix: SERVICE_BASES[service as Service] })
    }
  }

  const whileSure = holdWhileInDoubt(clock, log)
  const tasks = inTheirTime(upkeepTasks({ queue, identity, ownData, seen, news }, settings.keep))
  const countUpkeep = metrics.watchUpkeep(
    tasks.map(({ name }) => name),
    UPKEEP_OUTCOMES,
  )
  const upkeep = startUpkeep(whileSure(tasks), timers, (task, outcome, error) => {
    countUpkeep(task, outcome)
    if (outcome === 'failed') log.error({ err: error, task }, 'upkeep failed')
  })

  let closing: Promise<void> | null = null
  async function close(): Promise<void> {
    isDraining = true
    pressure.stop()
    await upkeep.stop()
    await telling?.stop()
    // Sockets first: an open one would keep the listener from closing.
    await news.stop()
    await app.close()
    mailer?.close()
  }

  return {
    app,
    queue,
    firstLink: () => firstLink(queue),
    async listen() {
      await app.listen({ host: settings.host, port: settings.port })
      const { port } = app.server.address() as AddressInfo
      const scheme = settings.tls ? 'https' : 'http'
      if (origins.length === 0) origins.push(`${scheme}://localhost:${port}`, `${scheme}://127.0.0.1:${port}`)
      news.sendPushes()
      telling ??= startTelling(webhooks, { timers, facts, log })
      return origins[0] ?? ''
    },
    drain() {
      isDraining = true
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}
