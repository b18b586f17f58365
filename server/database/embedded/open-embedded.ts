import pg from 'pg'
import type { Timers } from '#server/platform/timers.ts'
import type { Backend } from '../backend.ts'
import { columnTypes } from '../column-types.ts'
import type { DatabaseLog } from '../database.ts'
import { StatementNames } from '../statement-names.ts'
import { Subscribers } from '../subscribers.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { EngineThread } from './engine-thread.ts'
import { keepUp } from './upkeep.ts'

/** There is one session. */
const MOST_STATEMENTS = 500

export interface EmbeddedOptions {
  /** Absent for a database in memory. */
  directory?: string
  template?: string
  acquireTimeout: number
  log: DatabaseLog
  timers: Timers
  onFailure(error: Error): void
}

/**
 * PGlite in a thread, spoken to by pg's own client over the thread's message port: types, error codes and
 * constraint names are PostgreSQL's because the same code reads them. One session, so a pool of one: whoever
 * asks queues there, and a transaction keeps it to its end.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Backend> {
  const { directory, template, log, timers } = options
  const thread = await EngineThread.start({ directory, template }, error => {
    log.error({ err: error }, 'the embedded database died')
    options.onFailure(error)
  })
  const subscribers = new Subscribers(log)
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: options.acquireTimeout,
    stream: thread.openStream,
    ssl: false,
    user: 'postgres',
    database: 'postgres',
    types: columnTypes,
    onConnect: resetSession,
  })
  pool.on('error', error => log.warn({ err: error }, 'the connection to the embedded database broke'))
  pool.on('connect', client => {
    client.on('notification', ({ channel, payload }) => subscribers.tell(channel, payload ?? ''))
  })
  const upkeep = keepUp(pool, timers, log)

  return {
    kind: 'embedded',
    pool,
    names: new StatementNames(MOST_STATEMENTS),
    async listen(channel, subscriber) {
      subscribers.add(channel, subscriber)
      try {
        await pool.query(`listen ${pg.escapeIdentifier(channel)}`)
      } catch (cause) {
        subscribers.remove(channel, subscriber)
        throw new DatabaseUnavailable('no connection to listen to the database', { cause })
      }
      return async () => {
        if (!subscribers.remove(channel, subscriber) || pool.ending) return
        await pool.query(`unlisten ${pg.escapeIdentifier(channel)}`)
      }
    },
    retire: () => upkeep.stop(),
    close: () => thread.close(),
  }
}

/**
 * A new client finds the session as the one before left it. The pool waits for the promise; its types do not
 * say so.
 */
const resetSession = (client: pg.ClientBase) =>
  client.query('rollback; deallocate all') as unknown as undefined
