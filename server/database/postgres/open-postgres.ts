import pg from 'pg'
import type { Random } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Backend } from '../backend.ts'
import { columnTypes } from '../column-types.ts'
import type { DatabaseLog } from '../database.ts'
import { StatementNames } from '../statement-names.ts'
import { KeptSessions } from './kept-sessions.ts'
import { PostgresListener } from './postgres-listener.ts'
import { prepareSession } from './prepare-session.ts'

export interface PostgresOptions {
  databaseUrl: string
  poolSize: number
  acquireTimeout: number
  log: DatabaseLog
  timers: Timers
  random: Random
}

/** Every connection of every process keeps so many. */
const MOST_STATEMENTS = 200

/**
 * Nothing was heard for so long: the system asks whether the other end is there. It would after two hours.
 */
const SILENT_MS = 10_000

export function openPostgres(options: PostgresOptions): Backend {
  const { databaseUrl, log, timers, random } = options
  const sessions = new KeptSessions(databaseUrl)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.poolSize,
    connectionTimeoutMillis: options.acquireTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENT_MS,
    application_name: 'numerito',
    types: columnTypes,
    // The pool waits for the promise; its types do not say so.
    onConnect: client =>
      prepareSession(client as pg.Client, sessions, options.acquireTimeout) as unknown as undefined,
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
