import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics } from 'prom-client'
import { createApp, type NumeritoServer } from './app.ts'
import type { Database } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { type Demonstration, prepareDemonstration } from './demonstration.ts'
import { createLog } from './http/logging.ts'
import { createMetrics } from './http/metrics.ts'
import { holdsSealed } from './notify/vapid-keys.ts'
import { createProtection } from './secrets/protection.ts'
import { loadSecretFile } from './secrets/secret-file.ts'
import type { Settings } from './settings/settings.ts'
import { prepareShutdown } from './shutdown.ts'
import { startLines } from './start-lines.ts'

const root = join(import.meta.dirname, '..')

export interface Running {
  server: NumeritoServer
  database: Database
  /** The public one. */
  origin: string
  /** Ends the process in order, with this exit code. */
  end(exitCode: number): void
}

/**
 * Opens the database, brings its tables up to date, and serves, until the process is told to end. Prints
 * where everything is. Rejects where it cannot start.
 */
export async function startServer(settings: Settings): Promise<Running> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const log = createLog(settings.logLevel)
  const metrics = createMetrics()
  collectDefaultMetrics({ register: metrics.registry })
  const applicationDirectory = join(root, 'dist')
  let demonstration: Demonstration | null = null
  let serving: NumeritoServer | null = null
  const end = prepareShutdown({
    drain() {
      serving?.drain()
      return serving !== null
    },
    async close() {
      await demonstration?.stop()
      await serving?.close()
      await database.close()
    },
    onFault: error => log.fatal({ err: error }, 'the server ends after a fault'),
  })

  const database = await openDatabase({
    dataDirectory: join(settings.dataDirectory, 'database'),
    databaseUrl: settings.databaseUrl ?? undefined,
    log,
    // Every request would fail from now on: a supervisor that starts the process anew helps, waiting does
    // not.
    onFailure: () => end(1),
  })
  await migrate(database)
  const secret =
    settings.secret ?? (await loadSecretFile(settings.dataDirectory, () => holdsSealed(database)))
  const server = await createApp({
    settings,
    version,
    database,
    protection: createProtection(secret),
    log,
    metrics,
    applicationDirectory: existsSync(join(applicationDirectory, 'index.html')) ? applicationDirectory : null,
    onLook: officeId => demonstration?.lookedAt(officeId),
  })
  if (settings.demo) demonstration = await prepareDemonstration(server.queue, log)
  const origin = await server.listen()
  serving = server
  demonstration?.start()
  const firstLink = settings.demo ? null : await server.firstLink()
  console.log(
    startLines({
      version,
      origin,
      settings,
      desk: demonstration?.desk ?? null,
      links: demonstration?.links ?? null,
      firstLink,
    }),
  )
  return { server, database, origin, end }
}
