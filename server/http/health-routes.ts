import type { Registry } from 'prom-client'
import type { Environment } from '#contract/bases.ts'
import type { Database } from '#server/database/database.ts'
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

function answersInTime(database: Database, timers: Timers): Promise<boolean> {
  return new Promise(resolve => {
    const giveUp = timers.after(PATIENCE_MS, () => resolve(false))
    database
      .ping()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(giveUp)
  })
}

/**
 * /healthz: 200 while this server may be sent people, 503 once it is going or while its database does not answer.
 * /metrics: figures for Prometheus. Neither holds anything personal; keep /metrics inside at the proxy all the same.
 */
export const healthRoutes =
  ({ database, timers, registry, version, environment, isDraining }: HealthOptions): Routes =>
  app => {
    app.get('/healthz', async (_request, reply) => {
      const database_answers = await answersInTime(database, timers)
      const draining = isDraining()
      const isWell = database_answers && !draining
      return reply
        .code(isWell ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({
          status: isWell ? 'ok' : 'unavailable',
          database: database_answers,
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
