import { Duplex } from 'node:stream'
import { WireBatches } from './wire-batches.ts'

type Written = (error?: Error | null) => void

/**
 * What the PostgreSQL client takes for its socket, with the engine's thread at the other end. The methods of
 * a socket that mean nothing between two threads do nothing.
 */
export class EngineStream extends Duplex {
  readonly #batches = new WireBatches()
  readonly #send: (batch: Uint8Array) => void

  constructor(send: (batch: Uint8Array) => void) {
    super()
    this.#send = send
  }

  /** What the engine answered. Too late for a stream that has ended, whose client no longer waits for it. */
  answer(bytes: Uint8Array): void {
    if (!this.readableEnded && !this.destroyed)
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    // The engine answers what it is asked; nothing can be fetched ahead.
  }

  override _write(bytes: Uint8Array, _encoding: BufferEncoding, written: Written): void {
    for (const batch of this.#batches.push(bytes)) this.#send(batch)
    written()
  }

  override _writev(chunks: { chunk: Uint8Array }[], written: Written): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, written)
  }

  override _final(finished: Written): void {
    this.push(null)
    finished()
  }
}
