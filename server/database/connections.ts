import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type Span, spanHere } from '#server/platform/tracing.ts'
import { laneOf } from './lanes.ts'
import type { OutageLog } from './outage-log.ts'
import type { OwnTransaction } from './own-transaction.ts'
import type { Patience } from './patience.ts'
import type { Places } from './places.ts'
import { DatabaseReadOnly, isReadOnly } from './read-only.ts'
import type { StatementNames } from './statement-names.ts'
import { isDiskFull, StorageFull } from './storage-full.ts'
import { DatabaseUnavailable } from './unavailable.ts'
import { DatabaseUnfit } from './unfit.ts'

/**
 * PostgreSQL's `detail` and `where` quote the row: a rut, an e-mail. An error travels to the log; they must
 * not.
 */
function hideValues(error: unknown): void {
  if (!(error instanceof Error)) return
  if ('detail' in error) error.detail = undefined
  if ('where' in error) error.where = undefined
}

/** The server has ended the session with these; the socket's end comes a moment later. */
const LAST_WORDS = new Set<unknown>(['FATAL', 'PANIC'])
/** What pg says of a connection that is over; it has no codes for it. */
const OVER = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** Whether the connection failed, and not what was asked of it. */
function isConnectionsEnd(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return LAST_WORDS.has(error.severity)
  return error instanceof Error && ('syscall' in error || OVER.test(error.message))
}

/**
 * Whether PostgreSQL refused to run a kept plan because a table has changed since: "cached plan must not
 * change result type". It looks before it begins, so nothing has been done. The code alone also stands for
 * other things that the database cannot do, and the message is in the server's language.
 */
const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

interface Guards {
  own: OwnTransaction
  names: StatementNames
  places: Places
  outages: OutageLog
  patience: Patience
}

class Connection {
  #broken = false
  #span: Span | undefined
  #statements = 0
  #isTransaction = false
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  readonly #outages: OutageLog
  readonly #patience: Patience
  readonly #released: () => void

  constructor(client: pg.PoolClient, { names, outages, patience }: Guards, released: () => void) {
    this.#client = client
    this.#names = names
    this.#outages = outages
    this.#patience = patience
    this.#released = released
  }

  /** From here on it is held for what goes on in this span. */
  beginUse(span: Span | undefined): void {
    this.#span = span
    this.#statements = 0
    this.#isTransaction = false
  }

  async query(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    this.#statements += 1
    const inTransaction = this.#client.getTransactionStatus() === 'T'
    try {
      return await this.#ask(text, parameters, inTransaction)
    } catch (error) {
      if (!isOutdatedPlan(error)) {
        this.#span?.fail(error)
        throw error
      }
      // Another process has changed the tables.
      this.#names.renew()
      if (inTransaction) throw error
      return await this.#ask(text, parameters, inTransaction)
    }
  }

  release(discard?: boolean): void {
    this.#span?.set({
      'db.operation.name': this.#isTransaction ? 'transaction' : 'statement',
      'db.operation.batch.size': this.#statements,
    })
    this.#span?.end()
    this.#client.release(discard === true || this.#broken)
    this.#released()
  }

  async #ask(text: string, parameters: readonly unknown[], inTransaction: boolean): Promise<pg.QueryResult> {
    const values = [...parameters]
    this.#isTransaction ||= inTransaction
    const name = this.#names.nameOf(text, inTransaction)
    const answered = this.#patience.begin(this.#client)
    try {
      const answer = await this.#client.query(name === undefined ? { text, values } : { name, text, values })
      answered()
      return answer
    } catch (error) {
      const inVain = answered()
      hideValues(error)
      if (inVain !== null) {
        this.#broken = true
        this.#outages.count(inVain)
        throw new DatabaseUnavailable(inVain, { cause: error })
      }
      if (isDiskFull(error)) {
        const full = new StorageFull(error)
        this.#outages.count(full.message)
        throw full
      }
      if (isReadOnly(error)) {
        // What a connection may do is settled as it is opened: the next one may write already.
        this.#broken = true
        const refused = new DatabaseReadOnly(error)
        this.#outages.count(refused.message)
        throw refused
      }
      if (!isConnectionsEnd(error)) throw error
      this.#broken = true
      this.#outages.count(reasonOf(error))
      throw new DatabaseUnavailable('the connection to the database ended', { cause: error })
    }
  }
}

/**
 * The pool as Kysely sees it: refuses a statement that would wait for its own transaction, says plainly why
 * no connection can be had, and ends only when everything under way has finished (pg's own pool would leave
 * whoever waits for a connection waiting for ever).
 */
export class Connections implements PostgresPool {
  readonly options: object
  readonly #pool: pg.Pool
  readonly #guards: Guards
  /** Gives back the place of whoever holds a client. */
  readonly #leave = new WeakMap<pg.PoolClient, () => void>()
  /** Kysely knows a connection by its identity, so a client keeps the same face. */
  readonly #faces = new WeakMap<pg.PoolClient, Connection>()
  #inUse = 0
  #drained: Promise<void> | undefined
  #allReturned: (() => void) | undefined

  constructor(pool: pg.Pool, guards: Guards) {
    this.#pool = pool
    this.#guards = guards
    this.options = pool.options
    // Who holds a connection hears of its end from the statement. The event comes too, and unheard it would
    // end the process: the pool listens only to the idle ones.
    pool.on('connect', client => client.on('error', () => undefined))
  }

  async connect(): Promise<PostgresPoolClient> {
    const { own, places, outages } = this.#guards
    own.assertOutside()
    if (this.#drained) throw new DatabaseUnavailable('the database is closing')
    this.#inUse += 1
    let leave = () => {}
    const span = spanHere()?.begin('database', { 'db.system.name': 'postgresql', 'numerito.lane': laneOf() })
    try {
      leave = await places.take(laneOf())
      const client = await this.#pool.connect()
      this.#leave.set(client, leave)
      // pg-cursor's form of `query` is left out: nothing here streams rows.
      const face = this.#faceOf(client)
      face.beginUse(span)
      return face as unknown as PostgresPoolClient
    } catch (cause) {
      span?.fail(cause)
      span?.end()
      leave()
      this.#returned()
      outages.count(reasonOf(cause))
      if (cause instanceof DatabaseUnfit) throw cause
      throw new DatabaseUnavailable(`no connection to the database: ${reasonOf(cause)}`, { cause })
    }
  }

  /** Refuses new work from now on, and resolves once all that was asked before has finished. */
  drain(): Promise<void> {
    this.#drained ??= this.#untilReturned()
    return this.#drained
  }

  async end(): Promise<void> {
    await this.drain()
    await this.#pool.end()
  }

  #faceOf(client: pg.PoolClient): Connection {
    const known = this.#faces.get(client)
    if (known) return known
    const face = new Connection(client, this.#guards, () => {
      this.#leave.get(client)?.()
      this.#returned()
    })
    this.#faces.set(client, face)
    return face
  }

  async #untilReturned(): Promise<void> {
    if (this.#inUse === 0) return
    await new Promise<void>(resolve => {
      this.#allReturned = resolve
    })
  }

  #returned(): void {
    this.#inUse -= 1
    if (this.#inUse === 0) this.#allReturned?.()
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}
