import type { FastifyBaseLogger } from 'fastify'
import { JOIN_BUSY } from '#contract/channel/office-channel.ts'
import type { Database } from './database/database.ts'
import { eachByItself } from './database/each-by-itself.ts'
import type { FactHub } from './facts/fact-hub.ts'
import type { Metrics } from './http/metrics.ts'
import type { AccountJobPayloads } from './accounts/account-jobs.ts'
import type { JobHandlers } from './jobs/job.ts'
import { type NewsJobPayloads, type NewsJobs, runNewsJobs } from './news-jobs.ts'
import { discardPushLeftovers } from './notify/discard-push-leftovers.ts'
import type { NotifyContext } from './notify/notify-context.ts'
import { askPoll } from './notify/ask-poll.ts'
import { tellOpening } from './notify/tell-opening.ts'
import { pushReservationNews } from './notify/push-reservation-news.ts'
import { pushTicketNews } from './notify/push-ticket-news.ts'
import { pushRoutes } from './notify/routes.ts'
import { loadVapidKeys } from './notify/vapid-keys.ts'
import type { Clock } from './platform/clock.ts'
import type { Pressure } from './platform/pressure.ts'
import type { Random } from './platform/random.ts'
import type { Timers } from './platform/timers.ts'
import type { Tracer } from './platform/tracing.ts'
import type { QueueContext } from './queue/queue-context.ts'
import type { BookingContext } from './reservations/reservations-context.ts'
import { followLoaded } from './office-settings/follow-settings.ts'
import { repeatCall } from './queue/call/repeat-call.ts'
import { pushJobsOf } from './queue/turn/queue-jobs.ts'
import { createRealtime, type Realtime, type RealtimeOptions } from './realtime/create-realtime.ts'
import type { Protection } from './secrets/protection.ts'
import type { Settings } from './settings/settings.ts'
import type { Routes } from './web/app.ts'
import type { WhatsappJobPayloads } from './whatsapp/arrange-call.ts'
import { callByWhatsapp } from './whatsapp/call-by-whatsapp.ts'
import { discardWhatsappLeftovers } from './whatsapp/discard-whatsapp-leftovers.ts'
import type { WhatsappContext } from './whatsapp/whatsapp-context.ts'

export interface NewsOptions {
  database: Database
  clock: Clock
  timers: Timers
  random: Random
  facts: FactHub
  queue: QueueContext & BookingContext
  protection: Protection
  metrics: Metrics
  log: FastifyBaseLogger
  push: Settings['push']
  /** What accounts ask for by jobs: e-mails. */
  accountJobs: JobHandlers<AccountJobPayloads>
  whatsapp: WhatsappContext | null
  /** The application's public origin, known for certain once the server listens. */
  origin: () => string
  callerOf: RealtimeOptions['callerOf']
  openSessions: RealtimeOptions['openSessions']
  meetSeatOf: RealtimeOptions['meetSeatOf']
  onNewsElsewhere: RealtimeOptions['onNewsElsewhere']
  onSessionEnd: RealtimeOptions['onSessionEnd']
  pressure: Pressure
  tracer?: Tracer
  socket: RealtimeOptions['socket']
}

export interface News {
  realtime: Realtime
  /** Every kind of job that is done here. */
  jobKinds: readonly string[]
  pushRoutes: Routes
  /** Begins with the jobs. Not before the server listens: until then nobody knows where a notice leads. */
  sendPushes(): void
  discardLeftovers(ending?: AbortSignal): Promise<void>
  /** Takes no more jobs and waits for those that run; then closes the sockets. */
  stop(): Promise<void>
}

/** Where nothing is configured what was arranged is over: nobody waits for it. */
const whatsappJobs = (context: WhatsappContext | null): JobHandlers<WhatsappJobPayloads> =>
  context ? callByWhatsapp(context) : { 'whatsapp-call': async () => {} }

/** The two ways in which news leaves the server: to sockets at once, and by jobs to phones that sleep. */
export async function startNews(options: NewsOptions): Promise<News> {
  const { database, clock, timers, random, facts, queue, metrics, log } = options
  const realtime = await createRealtime({
    database,
    clock,
    timers,
    random,
    facts,
    queue,
    proofOfPoll: token => options.protection.mark('poll token', token),
    callerOf: options.callerOf,
    openSessions: options.openSessions,
    meetSeatOf: options.meetSeatOf,
    onNewsElsewhere: options.onNewsElsewhere,
    onSessionEnd: options.onSessionEnd,
    onJoin(topic, outcome) {
      metrics.countJoin(topic, outcome)
      if (outcome === JOIN_BUSY) metrics.countShed('join')
    },
    pressure: options.pressure,
    tracer: options.tracer,
    socket: options.socket,
    onFault: error => log.error({ err: error }, 'bringing news to sockets failed'),
  })
  metrics.watchSockets(() => {
    const { websocket, longpoll } = realtime.endpoint.stats().sockets
    return websocket + longpoll
  })

  const notify: NotifyContext = {
    database,
    clock,
    random,
    keys: await loadVapidKeys(database, options.protection.keySeal),
    contact: options.push.contact,
    origin: options.origin,
    extraPushServices: options.push.hosts,
    whatsapp: options.whatsapp,
    count: metrics.countPush,
    countNotice: metrics.countNotice,
    countShown: metrics.countShown,
    log,
  }
  const handlers: JobHandlers<NewsJobPayloads> = {
    ...pushTicketNews(notify),
    ...pushReservationNews(notify),
    ...tellOpening(notify),
    ...options.accountJobs,
    ...askPoll(notify),
    ...repeatCall(queue),
    ...followLoaded(queue),
    ...whatsappJobs(options.whatsapp),
  }
  let jobs: NewsJobs | null = null
  // Jobs are written with the facts from which they follow: whoever hears of such facts knows that there is
  // work.
  const unsubscribe = facts.subscribe(told => {
    jobs?.wake(pushJobsOf(told, clock.now()).map(({ kind }) => kind))
  })

  return {
    realtime,
    jobKinds: Object.keys(handlers),
    pushRoutes: pushRoutes(notify),
    async discardLeftovers(ending) {
      const all = [discardPushLeftovers, discardWhatsappLeftovers]
      await eachByItself(all, discard => discard(notify, ending), ending)
    },
    sendPushes() {
      jobs ??= runNewsJobs({
        database,
        clock,
        timers,
        handlers,
        count: metrics.countJob,
        tracer: options.tracer,
        log,
      })
    },
    async stop() {
      unsubscribe()
      await jobs?.stop()
      await realtime.close()
    },
  }
}
