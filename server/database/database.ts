import type { Kysely, Transaction } from 'kysely'
import type { Random } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Lane } from './lanes.ts'
import type { WaitingForPlace } from './places.ts'
import type { Tables } from './tables.ts'

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  /**
   * For single statements. Inside `transaction` use the transaction it hands over: this one would wait for
   * itself.
   */
  readonly db: Kysely<Tables>
  /**
   * Commits what `work` did, or undoes all of it when `work` rejects. Read committed on both kinds:
   * uniqueness and capacity are held by constraints, never by isolation. Asking `db`, `notify` or
   * `transaction` for something inside `work` rejects with `OutsideTransaction`.
   */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * Hears `notify` from every process on this database, this one included. Payloads sent while the connection
   * was broken are lost: `onGap` tells that this may have happened, once the connection is back. The function
   * returned ends it.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>
  /**
   * `payload` is at most 7999 bytes of UTF-8, PostgreSQL's own limit: send ids. Rejects with RangeError
   * beyond.
   */
  notify(channel: string, payload: string): Promise<void>
  /** Who waits for a connection of this process now, by lane. */
  waiting(): Record<Lane, WaitingForPlace>
  /** Rejects where the database does not answer. */
  ping(): Promise<void>
  /** Takes no new work, lets what is under way finish, and leaves everything on disk. May be called again. */
  close(): Promise<void>
}

/** The words of a structured logger that this room says. */
export interface DatabaseLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const silentLog: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

export interface DatabaseOptions {
  /**
   * Where the embedded database lives, or `:memory:` for one that goes with the process. Unused with
   * `databaseUrl`.
   */
  dataDirectory: string
  /** `postgresql://…`: a PostgreSQL server (15 or later) instead of the embedded database. */
  databaseUrl?: string
  /** Connections to a PostgreSQL server at most, 10 unless told. The listener has one more of its own. */
  poolSize?: number
  /** How long, in milliseconds, a statement may wait for a connection, 10 s unless told. */
  acquireTimeout?: number
  /**
   * How long, in milliseconds, a PostgreSQL server may take over a statement that does not take its time
   * (`patience.ts`); unless told it may for ever.
   */
  answerTimeout?: number
  /** A data directory packed by PGlite's dumpDataDir, to begin a `:memory:` database with. */
  memoryTemplate?: string
  log?: DatabaseLog
  timers?: Timers
  random?: Random
  /**
   * The embedded database died under way and will not come back in this process; every statement rejects from
   * now on.
   */
  onFailure?(error: Error): void
}
