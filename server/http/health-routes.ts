import type { Registry } from 'prom-client'
import type { Environment } from '#contract/bases.ts'
import type { Database } from '#server/database/database.ts'
import { probeWriting } from '#server/database/write-probe.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Routes } from '#server/web/app.ts'

export interface HealthOptions {
  database: Database
  timers: Timers
  registry: Registry
  version: string
  environment: Environment
  isDraining: () => boolean
}

/** Whoever asks for our health has given up by then. */
const PATIENCE_MS = 3_000

/** Whoever asks more often hears the last answer: a balancer, and whoever else finds the address. */
const PROBE_EVERY_MS = 5_000

function inTime(timers: Timers, work: Promise<unknown>): Promise<boolean> {
  return new Promise(resolve => {
    const giveUp = timers.after(PATIENCE_MS, () => resolve(false))
    work
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(giveUp)
  })
}

/** Whether the database keeps what it is given, tried at most every PROBE_EVERY_MS. */
function createWriteCheck({
  database,
  timers,
}: Pick<HealthOptions, 'database' | 'timers'>): () => Promise<boolean> {
  let underWay: Promise<boolean> | null = null
  return () => {
    if (!underWay) {
      underWay = inTime(timers, probeWriting(database))
      const forget = () => {
        underWay = null
      }
      void underWay.then(() => timers.after(PROBE_EVERY_MS, forget))
    }
    return underWay
  }
}

/**
 * /livez: the process turns; to start it anew helps where it does not. /readyz: it may be sent people, for
 * its database answers and keeps what it is given, and it is not going. /healthz is the sum, for whoever asks
 * one thing alone. /metrics: figures for Prometheus. None holds anything personal; keep /metrics inside at
 * the proxy all the same.
 */
export const healthRoutes =
  ({ database, timers, registry, version, environment, isDraining }: HealthOptions): Routes =>
  app => {
    const writes = createWriteCheck({ database, timers })

    app.get('/livez', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    )

    for (const path of ['/readyz', '/healthz'])
      app.get(path, async (_request, reply) => {
        const answers = await inTime(timers, database.ping())
        const keeps = answers && (await writes())
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

    app.get('/metrics', async (_request, reply) =>
      reply
        .type(registry.contentType)
        .header('cache-control', 'no-store')
        .send(await registry.metrics()),
    )
  }
