import net from 'node:net'
import pg from 'pg'
import type { Random } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { DatabaseLog } from '../database.ts'
import { type Subscriber, Subscribers } from '../subscribers.ts'
import { DatabaseUnavailable } from '../unavailable.ts'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 15_000
/** A connection whose other end went away without a word looks alive until it is asked something. */
const PROOF_OF_LIFE_MS = 30_000
const ANSWER_MS = 10_000

export interface ListenerOptions {
  databaseUrl: string
  log: DatabaseLog
  timers: Timers
  random: Random
}

/**
 * LISTEN on a connection of its own, opened by the first subscriber. A lost connection is opened again after
 * a pause that grows and is partly chance, so that many processes do not come back to a restarted server in
 * the same instant; then every subscriber is told of the gap.
 */
export class PostgresListener {
  readonly #options: ListenerOptions
  readonly #subscribers: Subscribers
  #client: Promise<pg.Client> | undefined
  /** The client's statements follow one another: it runs one at a time. */
  #lastStatement: Promise<unknown> = Promise.resolve()
  #missedSome = false
  #failures = 0
  #cancelRetry: (() => void) | undefined
  #closed = false

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#subscribers = new Subscribers(options.log)
  }

  /**
   * Resolves once PostgreSQL listens. Rejects where it cannot be reached now, and then nobody is subscribed.
   */
  async listen(channel: string, subscriber: Subscriber): Promise<() => Promise<void>> {
    if (this.#closed) throw new DatabaseUnavailable('the database is closing')
    this.#subscribers.add(channel, subscriber)
    try {
      await this.#run(await this.#connected(), `listen ${pg.escapeIdentifier(channel)}`)
    } catch (cause) {
      this.#subscribers.remove(channel, subscriber)
      throw new DatabaseUnavailable('no connection to listen to the database', { cause })
    }
    return async () => {
      if (!this.#subscribers.remove(channel, subscriber) || this.#closed) return
      const client = await this.#client?.catch(() => undefined)
      // A connection lost meanwhile listens to nothing any more.
      if (client) await this.#run(client, `unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancelRetry?.()
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  async #connect(): Promise<pg.Client> {
    const socket = new net.Socket()
    const client = new pg.Client({
      connectionString: this.#options.databaseUrl,
      stream: () => socket,
      connectionTimeoutMillis: ANSWER_MS,
      keepAlive: true,
      application_name: 'numerito listener',
    })
    client.on('error', error => this.#options.log.warn({ err: error }, 'the listening connection broke'))
    client.on('notification', ({ channel, payload }) => this.#subscribers.tell(channel, payload ?? ''))
    const ended = new Promise<void>(resolve => {
      client.once('end', resolve)
    })
    try {
      await client.connect()
      for (const channel of this.#subscribers.channels) {
        await this.#inTime(socket, this.#run(client, `listen ${pg.escapeIdentifier(channel)}`))
      }
    } catch (error) {
      socket.destroy()
      this.#client = undefined
      throw error
    }
    this.#proveLife(client, socket, ended)
    void ended.then(() => this.#lost())
    this.#failures = 0
    if (this.#missedSome) {
      this.#missedSome = false
      this.#subscribers.tellGap()
    }
    return client
  }

  #run(client: pg.Client, statement: string): Promise<unknown> {
    const result = this.#lastStatement.then(() => client.query(statement))
    this.#lastStatement = result.catch(() => undefined)
    return result
  }

  /** Ends the connection where no answer comes: what was asked fails by it. */
  #inTime(socket: net.Socket, asked: Promise<unknown>): Promise<unknown> {
    const end = () => socket.destroy(new Error('the database does not answer'))
    return asked.finally(this.#options.timers.after(ANSWER_MS, end))
  }

  #proveLife(client: pg.Client, socket: net.Socket, ended: Promise<void>): void {
    const stop = this.#options.timers.every(PROOF_OF_LIFE_MS, () => {
      void this.#inTime(socket, this.#run(client, 'select 1')).catch(() => undefined)
    })
    void ended.then(stop)
  }

  #lost(): void {
    this.#client = undefined
    this.#lastStatement = Promise.resolve()
    if (this.#closed) return
    this.#missedSome = true
    this.#retryLater()
  }

  #retryLater(): void {
    const { timers, random, log } = this.#options
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures)
    this.#failures += 1
    this.#cancelRetry?.()
    this.#cancelRetry = timers.after(longest * (0.5 + random.fraction() / 2), () => {
      if (this.#closed) return
      this.#connected().then(
        () => log.info({}, 'listening to the database again'),
        () => this.#retryLater(),
      )
    })
  }
}
