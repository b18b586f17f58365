import pg from 'pg'
import type { Timers } from '#server/platform/timers.ts'
import type { DatabaseLog } from '../database.ts'

const TICK_MS = 60_000
/** Log written since the last checkpoint, in bytes, that is worth one at once, or one after `QUIET_TICKS`. */
const MUCH_LOG = 16 * 1024 * 1024
const SOME_LOG = 64 * 1024
const QUIET_TICKS = 5
const VACUUM_TICKS = 10
const FULL_VACUUM_TICKS = 24 * 60

const LOG_SINCE_CHECKPOINT = `
  select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`

/** As PostgreSQL's own autovacuum chooses, with half its patience: the tables here are small and hot. */
const TABLES_TO_VACUUM = `
  select schemaname as schema, relname as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.1 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`

export interface Upkeep {
  /** Ends it, once what runs has finished. */
  stop(): Promise<void>
}

/**
 * What PostgreSQL's background processes do and PGlite has none for: checkpoints, so that the log does not
 * grow without end and a start after a crash is short, and vacuum, so that tables do not. One table a
 * statement, so that people's statements get in between. Counts of dead rows are lost in a crash, hence a
 * vacuum of everything once a day.
 */
export function keepUp(pool: pg.Pool, timers: Timers, log: DatabaseLog): Upkeep {
  let ticks = 0
  let underWay: Promise<void> | undefined

  async function checkpoint(): Promise<void> {
    const { rows } = await pool.query<{ bytes: number }>(LOG_SINCE_CHECKPOINT)
    const bytes = rows[0]?.bytes ?? 0
    if (bytes > MUCH_LOG || (bytes > SOME_LOG && ticks % QUIET_TICKS === 0)) await pool.query('checkpoint')
  }

  async function vacuum(): Promise<void> {
    if (ticks % FULL_VACUUM_TICKS === 0) {
      await pool.query('vacuum (analyze)')
      return
    }
    if (ticks % VACUUM_TICKS !== 0) return
    const { rows } = await pool.query<{ schema: string; name: string }>(TABLES_TO_VACUUM)
    for (const { schema, name } of rows) {
      await pool.query(`vacuum (analyze) ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`)
    }
  }

  const cancel = timers.every(TICK_MS, () => {
    if (underWay) return
    ticks += 1
    underWay = checkpoint()
      .then(vacuum)
      .catch((error: unknown) => log.warn({ err: error }, 'upkeep of the embedded database failed'))
      .finally(() => {
        underWay = undefined
      })
  })

  return {
    async stop() {
      cancel()
      await underWay
    },
  }
}
