import pg from 'pg'
import type { Random } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Backend } from '../backend.ts'
import { columnTypes } from '../column-types.ts'
import type { DatabaseLog } from '../database.ts'
import { StatementNames } from '../statement-names.ts'
import { PostgresListener } from './postgres-listener.ts'

export interface PostgresOptions {
  databaseUrl: string
  poolSize: number
  acquireTimeout: number
  log: DatabaseLog
  timers: Timers
  random: Random
}

const OLDEST_VERSION = 15
/** Every connection of every process keeps so many. */
const MOST_STATEMENTS = 200
/**
 * A transaction that its process forgot about would otherwise keep its rows locked: nobody could take a
 * number.
 */
const IDLE_IN_TRANSACTION_MS = 30_000
/** What the embedded database has by itself; a server may have been set up otherwise. */
const SESSION = `
  set time zone 'UTC';
  set datestyle to 'ISO, YMD';
  set intervalstyle to 'postgres';
  set idle_in_transaction_session_timeout to ${IDLE_IN_TRANSACTION_MS}`

export function openPostgres(options: PostgresOptions): Backend {
  const { databaseUrl, log, timers, random } = options
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.poolSize,
    connectionTimeoutMillis: options.acquireTimeout,
    keepAlive: true,
    application_name: 'numerito',
    types: columnTypes,
    // The pool waits for the promise; its types do not say so.
    onConnect: client => prepareSession(client) as unknown as undefined,
  })
  // An idle connection that breaks is replaced by the next that is asked for; unheard, the event would end
  // the process.
  pool.on('error', error => log.warn({ err: error }, 'an idle connection to the database broke'))
  const listener = new PostgresListener({ databaseUrl, log, timers, random })

  return {
    kind: 'postgres',
    pool,
    names: new StatementNames(MOST_STATEMENTS),
    listen: (channel, subscriber) => listener.listen(channel, subscriber),
    retire: () => listener.close(),
    close: async () => undefined,
  }
}

/** Why such a server will not do; null where it does. */
export function faultOfServer(version: number, encoding: string): string | null {
  if (version < OLDEST_VERSION) return `PostgreSQL ${version} is too old: ${OLDEST_VERSION} is the oldest`
  return encoding === 'UTF8' ? null : `the database is encoded as ${encoding}; it has to be UTF8`
}

async function prepareSession(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, getdatabaseencoding() as encoding`,
  )
  const { version = 0, encoding = '' } = rows[0] ?? {}
  const fault = faultOfServer(version, encoding)
  if (fault !== null) throw new Error(fault)
  await client.query(SESSION)
}
