import type { Registry } from 'prom-client'
import type { Environment } from '#contract/bases.ts'
import type { Database } from '#server/database/database.ts'
import { probeWriting } from '#server/database/write-probe.ts'
import { askSeldom, inTime } from '#server/platform/ask-seldom.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Routes } from '#server/web/app.ts'
import { Refusal } from '#server/web/refusal.ts'

export interface HealthOptions {
  database: Database
  timers: Timers
  registry: Registry
  version: string
  environment: Environment
  isDraining: () => boolean
}

/** Whoever asks more often hears the last answer: a balancer, and whoever else finds the address. */
const PROBE_EVERY_MS = 5_000

const FIGURES = '/metrics'

const worked = (work: Promise<unknown>): Promise<true> => work.then(() => true)

/**
 * /livez: the process turns; to start it anew helps where it does not. /readyz: it may be sent people, for
 * its database answers and keeps what it is given, and it is not going. /healthz is the sum, for whoever asks
 * one thing alone. /metrics: figures for Prometheus. None holds anything personal; keep /metrics inside at
 * the proxy all the same. It answers to no other spelling, such as `/metrics/` or `/%6Detrics`, which a
 * router takes for the same: whoever bars that path at a proxy means the figures.
 */
export const healthRoutes =
  ({ database, timers, registry, version, environment, isDraining }: HealthOptions): Routes =>
  app => {
    const writes = askSeldom(timers, PROBE_EVERY_MS, () => worked(probeWriting(database)))

    app.get('/livez', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    )

    for (const path of ['/readyz', '/healthz'])
      app.get(path, async (_request, reply) => {
        const answers = (await inTime(timers, worked(database.ping()))) === true
        const keeps = answers && (await writes()) === true
        const draining = isDraining()
        const isReady = answers && keeps && !draining
        return reply
          .code(isReady ? 200 : 503)
          .header('cache-control', 'no-store')
          .send({
            status: isReady ? 'ok' : 'unavailable',
            database: answers,
            writes: keeps,
            draining,
            version,
            environment,
          })
      })

    app.get(FIGURES, async ({ url }, reply) => {
      if (url.split('?')[0] !== FIGURES) throw new Refusal('not-found', 404, 'there is nothing here')
      return reply
        .type(registry.contentType)
        .header('cache-control', 'no-store')
        .send(await registry.metrics())
    })
  }
