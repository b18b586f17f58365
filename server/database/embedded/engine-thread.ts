import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../unavailable.ts'
import { DirectoryInUse } from './directory-lock.ts'
import { EngineStream } from './engine-stream.ts'
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts'

/**
 * The embedded database's thread, seen from outside: started, spoken to by one stream at a time, shut down.
 */
export class EngineThread {
  readonly #worker: Worker
  readonly #onDeath: (error: Error) => void
  readonly #ended: Promise<void>
  /** Who waits for the engine's next answers, in order: it answers every batch once. */
  readonly #asked: EngineStream[] = []
  #stream: EngineStream | undefined
  #state: 'starting' | 'running' | 'closing' | 'ended' = 'starting'
  #causeOfDeath: string | undefined

  private constructor(start: WorkerStart, onDeath: (error: Error) => void) {
    this.#onDeath = onDeath
    // In a release both are JavaScript.
    const file = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)
    this.#worker = new Worker(file, { workerData: start })
    this.#worker.on('error', error => {
      this.#causeOfDeath ??= error instanceof Error ? error.message : String(error)
    })
    this.#ended = new Promise(resolve => {
      this.#worker.once('exit', () => {
        this.#end()
        resolve()
      })
    })
  }

  /** @throws DirectoryInUse; DatabaseUnavailable where the database cannot start, with what it said */
  static async start(start: WorkerStart, onDeath: (error: Error) => void): Promise<EngineThread> {
    const thread = new EngineThread(start, onDeath)
    await thread.#untilReady()
    return thread
  }

  /** A connection to the one session that the engine has. The one before must have ended. */
  readonly openStream = (): EngineStream => {
    const stream: EngineStream = new EngineStream(batch => {
      this.#asked.push(stream)
      this.#post(batch)
    })
    if (this.#state !== 'running') stream.destroy(this.#gone())
    else if (this.#stream && !this.#stream.destroyed && !this.#stream.writableEnded) {
      stream.destroy(new DatabaseUnavailable('the embedded database has one session, and it is in use'))
    } else this.#stream = stream
    return stream
  }

  /** Shuts the database down with everything on disk. */
  async close(): Promise<void> {
    if (this.#state === 'running') {
      this.#state = 'closing'
      this.#post('close')
    }
    await this.#ended
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  #untilReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromWorker) => {
        if (message instanceof Uint8Array) this.#asked.shift()?.answer(message)
        else if (message.is === 'ready') {
          this.#state = 'running'
          resolve()
        } else if (message.is === 'refused') {
          reject(message.inUse ? new DirectoryInUse(message.reason) : new DatabaseUnavailable(message.reason))
        } else this.#causeOfDeath = message.reason
      })
      // The thread's end comes after all of its messages, and changes nothing that one of them settled.
      void this.#ended.then(() => reject(this.#gone()))
    })
  }

  #end(): void {
    const died = this.#state === 'running' || (this.#state === 'closing' && this.#causeOfDeath !== undefined)
    this.#state = 'ended'
    this.#stream?.destroy(this.#gone())
    if (died) this.#onDeath(this.#gone())
  }

  #gone(): DatabaseUnavailable {
    return new DatabaseUnavailable(
      `the embedded database is gone: ${this.#causeOfDeath ?? 'its thread ended'}`,
    )
  }
}
