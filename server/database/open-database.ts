import { Kysely, PostgresDialect, sql } from 'kysely'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import type { Backend } from './backend.ts'
import { Connections } from './connections.ts'
import { type Database, type DatabaseOptions, silentLog } from './database.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import { OutageLog } from './outage-log.ts'
import { OwnTransaction } from './own-transaction.ts'
import { Patience } from './patience.ts'
import { Places } from './places.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import type { Tables } from './tables.ts'

const POOL_SIZE = 10
const ACQUIRE_TIMEOUT_MS = 10_000
/** PostgreSQL takes fewer than 8000 bytes. */
const PAYLOAD_BYTES = 7999

/**
 * The database of the settings: PostgreSQL where `databaseUrl` names one, else the embedded one, made where
 * it is missing. It answers when this resolves; its tables are `migrate`'s.
 *
 * @throws DirectoryInUse, where another process has the data directory
 * @throws DatabaseUnavailable, where the database does not start or answer, with what it said
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const backend = await openBackend(options)
  const database = faceOf(backend, options)
  try {
    await database.ping()
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

async function openBackend(options: DatabaseOptions): Promise<Backend> {
  const { dataDirectory, databaseUrl, acquireTimeout = ACQUIRE_TIMEOUT_MS } = options
  const { log = silentLog, timers = systemTimers, random = systemRandom } = options
  if (databaseUrl !== undefined) {
    const { poolSize = POOL_SIZE } = options
    return openPostgres({ databaseUrl, poolSize, acquireTimeout, log, timers, random })
  }
  return openEmbedded({
    directory: dataDirectory === ':memory:' ? undefined : dataDirectory,
    template: options.memoryTemplate,
    acquireTimeout,
    log,
    timers,
    onFailure: error => options.onFailure?.(error),
  })
}

function faceOf(backend: Backend, options: DatabaseOptions): Database {
  const { acquireTimeout = ACQUIRE_TIMEOUT_MS, log = silentLog, timers = systemTimers } = options
  const own = new OwnTransaction()
  const places = new Places(backend.pool.options.max, acquireTimeout, timers, () => performance.now())
  const connections = new Connections(backend.pool, {
    own,
    names: backend.names,
    places,
    outages: new OutageLog(log, timers),
    // The embedded one is in this process: it answers, or it is dead and says so.
    patience: new Patience(timers, backend.kind === 'postgres' ? options.answerTimeout : undefined),
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    // Begun first, so that nothing new comes in; ended before Kysely, which would refuse whoever still waits.
    const drained = connections.drain()
    await backend.retire()
    await drained
    await db.destroy()
    await backend.close()
  }

  return {
    kind: backend.kind,
    db,
    transaction: work => db.transaction().execute(trx => own.run(() => work(trx))),
    async listen(channel, onPayload, onGap) {
      own.assertOutside()
      return backend.listen(channel, { onPayload, onGap })
    },
    async notify(channel, payload) {
      if (Buffer.byteLength(payload) > PAYLOAD_BYTES)
        throw new RangeError('the payload is too long to notify')
      await sql`select pg_notify(${channel}, ${payload})`.execute(db)
    },
    waiting: () => places.waiting(),
    async ping() {
      await sql`select 1`.execute(db)
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}
