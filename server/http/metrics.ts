import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FastifyRequest } from 'fastify'
import { SERVICE_BASES } from '#contract/bases.ts'
import { PRESS_HEADER } from '#contract/rest/desk-press.ts'
import type { App } from '#server/web/app.ts'
import { createOfficeMetrics, type OfficeMetrics } from './office-metrics.ts'
import { isServersOwn } from './plain-path.ts'

/** From 5 ms to 10 s, the patience of the application. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics extends OfficeMetrics {
  registry: Registry
  /** Measures every request, by route and never by address; and what became of clerks' presses. */
  measure(app: App): void
  /** Counts numbers taken and calls, as they are told. */
  countFacts(facts: readonly { name: string }[]): void
  /** What became of a push. */
  countPush(outcome: string): void
  /** What the first try of a person's notice came to. */
  countNotice(outcome: string): void
  /** How one run of work to do later ended. */
  countJob(kind: string, outcome: string): void
  /** What became of a message by WhatsApp: when it was sent, or by what was told of it later. */
  countWhatsapp(kind: 'call' | 'code', outcome: string): void
  /** A message that WhatsApp charges for, by the category of its price. */
  countWhatsappBilled(category: string): void
  /** What became of what a webhook was told. */
  countWebhook(outcome: string): void
  /**
   * What the server does again and again, by name, and how it may end: each is at 0 from the start, so that
   * the first failure is seen as one more. The function returned counts how a task ended.
   */
  watchUpkeep(tasks: readonly string[], outcomes: readonly string[]): (task: string, outcome: string) => void
  /** @param count how many sockets are open now, asked at each look */
  watchSockets(count: () => number): void
}

/** Every file of the built application is a route of its own: they are one here. */
const labelOf = (url: string | undefined) =>
  url === undefined ? 'none' : isServersOwn(url) ? url : 'application'

/**
 * What a clerk pressed: a desk names each of its presses. Who only looks, signs in or comes by a link presses
 * nothing.
 */
const isPress = ({ headers, routeOptions: { url } }: FastifyRequest) =>
  headers[PRESS_HEADER] !== undefined && url?.startsWith(`${SERVICE_BASES.desk}/`) === true

/** The figures of one server. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers,
  })
  const tickets = new Counter({
    name: 'numerito_tickets_total',
    help: 'What happened to tickets: taken, called, attended …',
    labelNames: ['event'],
    registers,
  })
  const pushes = new Counter({
    name: 'numerito_pushes_total',
    help: 'Web push messages, by what became of them',
    labelNames: ['outcome'],
    registers,
  })
  const notices = new Counter({
    name: 'numerito_notices_total',
    help: 'Notices, each once for a person, by the best that the first try came to; tests are none',
    labelNames: ['outcome'],
    registers,
  })
  const jobs = new Counter({
    name: 'numerito_job_runs_total',
    help: 'Runs of work to do later, by kind: done, postponed as others did not take it, failed by a fault',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const presses = new Counter({
    name: 'numerito_desk_presses_total',
    help: 'What clerks pressed: done, or the code of its refusal',
    labelNames: ['outcome'],
    registers,
  })

  const whatsapp = new Counter({
    name: 'numerito_whatsapp_total',
    help: 'Messages by WhatsApp, by kind and by what became of them',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const whatsappBilled = new Counter({
    name: 'numerito_whatsapp_billed_total',
    help: 'Messages that WhatsApp charges for, by the category of their price',
    labelNames: ['category'],
    registers,
  })
  const webhooks = new Counter({
    name: 'numerito_webhooks_total',
    help: 'Facts told by webhook, by what became of them, and webhooks given up',
    labelNames: ['outcome'],
    registers,
  })
  // At 0 from the start, so that the first one is seen as one more.
  webhooks.inc({ outcome: 'given-up' }, 0)

  return {
    ...createOfficeMetrics(registry),
    registry,
    measure(app) {
      app.addHook('onResponse', async (request, reply) => {
        const route = labelOf(request.routeOptions.url)
        durations.observe(
          { method: request.method, route, status: String(reply.statusCode) },
          reply.elapsedTime / 1_000,
        )
        if (isPress(request))
          presses.inc({ outcome: reply.statusCode < 400 ? 'done' : (reply.refusedAs ?? 'other') })
      })
    },
    countFacts(facts) {
      for (const { name } of facts) tickets.inc({ event: name })
    },
    countPush: outcome => pushes.inc({ outcome }),
    countNotice: outcome => notices.inc({ outcome }),
    countJob: (kind, outcome) => jobs.inc({ kind, outcome }),
    countWhatsapp: (kind, outcome) => whatsapp.inc({ kind, outcome }),
    countWhatsappBilled: category => whatsappBilled.inc({ category }),
    countWebhook: outcome => webhooks.inc({ outcome }),
    watchUpkeep(tasks, outcomes) {
      const upkeep = new Counter({
        name: 'numerito_upkeep_total',
        help: 'What the server does again and again: closes offices, forgets people, prunes; by how it ended',
        labelNames: ['task', 'outcome'],
        registers,
      })
      for (const task of tasks) for (const outcome of outcomes) upkeep.inc({ task, outcome }, 0)
      return (task, outcome) => upkeep.inc({ task, outcome })
    },
    watchSockets(count) {
      new Gauge({
        name: 'numerito_sockets',
        help: 'Open sockets',
        registers,
        collect() {
          this.set(count())
        },
      })
    },
  }
}
