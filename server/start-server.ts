import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics } from 'prom-client'
import { createApp, type NumeritoServer } from './app.ts'
import type { Database } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { type Demonstration, prepareDemonstration } from './demonstration.ts'
import { retireDemo } from './demo/retire-demo.ts'
import { adoptRestored } from './keeping/adopt-restored.ts'
import { createCopyHost } from './keeping/serve-copy.ts'
import { demandNotMoved } from './keeping/moved-mark.ts'
import { createLog } from './http/logging.ts'
import { createMetrics } from './http/metrics.ts'
import { holdsSealed } from './notify/vapid-keys.ts'
import { RELEASE } from './platform/release.ts'
import { systemTimers } from './platform/timers.ts'
import type { Tracer } from './platform/tracing.ts'
import { createProtection } from './secrets/protection.ts'
import { loadSecretFile } from './secrets/secret-file.ts'
import type { Settings } from './settings/settings.ts'
import { loadFile } from './office-settings/load-file.ts'
import { hearOperator } from './office-settings/operator-socket.ts'
import { prepareShutdown } from './shutdown.ts'
import { startLines } from './start-lines.ts'

/** Longer than any statement takes for whom somebody waits; they have asked again by then. */
const ANSWER_TIMEOUT_MS = 30_000

const root = join(import.meta.dirname, '..')

export interface Running {
  server: NumeritoServer
  database: Database
  /** The public one. */
  origin: string
  /** Ends the process in order, with this exit code. */
  end(exitCode: number): void
}

/** The packages of OpenTelemetry are read only where there is a collector. */
async function openTracer(
  { tracing }: Settings,
  log: ReturnType<typeof createLog>,
): Promise<Tracer | undefined> {
  if (!tracing) return undefined
  const { openOtlpTracer } = await import('./platform/otlp-tracer.ts')
  return openOtlpTracer(tracing, systemTimers, reason =>
    log.warn({ reason }, 'the collector of traces takes none; nothing else suffers'),
  )
}

/**
 * Opens the database, brings its tables up to date, and serves, until the process is told to end. Prints
 * where everything is. Rejects where it cannot start.
 */
export async function startServer(settings: Settings): Promise<Running> {
  const log = createLog(settings.logLevel)
  const tracer = await openTracer(settings, log)
  const metrics = createMetrics()
  collectDefaultMetrics({ register: metrics.registry })
  const applicationDirectory = join(root, 'dist')
  let demonstration: Demonstration | null = null
  let serving: NumeritoServer | null = null
  let hearNoMore = () => {}
  const end = prepareShutdown({
    drain() {
      serving?.drain()
      return serving !== null
    },
    async close() {
      hearNoMore()
      await demonstration?.stop()
      await serving?.close()
      await database.close()
      await tracer?.close()
    },
    onFault: error => log.fatal({ err: error }, 'the server ends after a fault'),
  })

  // Before the database is opened: what a restore left ready goes first.
  if (settings.databaseUrl === null) adoptRestored(settings.dataDirectory)
  const database = await openDatabase({
    dataDirectory: join(settings.dataDirectory, 'database'),
    databaseUrl: settings.databaseUrl ?? undefined,
    answerTimeout: ANSWER_TIMEOUT_MS,
    log,
    // Every request would fail from now on: a supervisor that starts the process anew helps, waiting does
    // not.
    onFailure: () => end(1),
  })
  await migrate(database)
  await demandNotMoved(database)
  const secret =
    settings.secret ?? (await loadSecretFile(settings.dataDirectory, () => holdsSealed(database)))
  const server = await createApp({
    settings,
    version: RELEASE,
    database,
    protection: createProtection(secret),
    log,
    metrics,
    tracer,
    applicationDirectory: existsSync(join(applicationDirectory, 'index.html')) ? applicationDirectory : null,
    onLook: officeId => demonstration?.lookedAt(officeId),
  })
  if (settings.demo) demonstration = await prepareDemonstration(server.queue, log)
  else await retireDemo(server.queue)
  const origin = await server.listen()
  serving = server
  if (database.kind === 'embedded' && process.platform !== 'win32')
    hearNoMore = await hearOperator({
      dataDirectory: settings.dataDirectory,
      load: (sources, ...words) => loadFile(server.queue, sources, ...words),
      copy: createCopyHost(database),
      onFault: error => log.error({ err: error }, 'what the operator asked for failed'),
    }).catch(error => {
      // A path that is too long, a volume that knows no sockets: everybody else is served all the same.
      log.warn(
        { err: error },
        'the operator is not heard: stop the server to load an offices file or take a backup',
      )
      return () => {}
    })
  demonstration?.start()
  const firstLink = settings.demo ? null : await server.firstLink()
  console.log(
    startLines({
      version: RELEASE,
      origin,
      settings,
      desk: demonstration?.desk ?? null,
      links: demonstration?.links ?? null,
      firstLink,
    }),
  )
  return { server, database, origin, end }
}
