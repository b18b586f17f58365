import pg from 'pg'
import type { Timers } from '#server/platform/timers.ts'
import type { Backend } from '../backend.ts'
import { columnTypes } from '../column-types.ts'
import type { DatabaseLog } from '../database.ts'
import { Subscribers } from '../subscribers.ts'
import { EngineThread } from './engine-thread.ts'
import { StatementNames } from './statement-names.ts'
import { keepUp } from './upkeep.ts'

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
 * PGlite in a thread, spoken to by pg's own client over the thread's message port: types, error codes and constraint
 * names are PostgreSQL's because the same code reads them. One session, so a pool of one: whoever asks queues there,
 * and a transaction keeps it to its end.
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
    // A new client meets the session as the one before left it.
    onConnect: client => client.query('rollback; deallocate all') as Promise<unknown> as unknown as undefined,
  })
  pool.on('error', error => log.warn({ err: error }, 'the connection to the embedded database broke'))
  pool.on('connect', client => {
    client.on('notification', ({ channel, payload }) => subscribers.tell(channel, payload ?? ''))
  })
  const upkeep = keepUp(pool, timers, log)

  return {
    kind: 'embedded',
    pool,
    names: new StatementNames(),
    async listen(channel, subscriber) {
      // The session outlives its clients, and so does what it listens to.
      if (subscribers.add(channel, subscriber)) await pool.query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => {
        if (subscribers.remove(channel, subscriber)) {
          await pool.query(`unlisten ${pg.escapeIdentifier(channel)}`)
        }
      }
    },
    retire: () => upkeep.stop(),
    close: () => thread.close(),
  }
}
