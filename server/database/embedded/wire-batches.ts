/** Frontend messages after which PostgreSQL answers and waits: Query and Sync. */
const ASKS = new Set([0x51, 0x53])
const TERMINATE = 0x58
const LENGTH_BYTES = 4

/**
 * Cuts what a PostgreSQL client writes into batches that the embedded engine can run to their end: it runs
 * what it is given and does not wait for the rest of a message.
 *
 * @see https://www.postgresql.org/docs/15/protocol-message-formats.html
 */
export class WireBatches {
  #pending: Uint8Array = new Uint8Array(0)
  #started = false

  /** The batches that `bytes` complete, each in an ArrayBuffer of its own. */
  push(bytes: Uint8Array): Uint8Array[] {
    const all = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength)
    const batches: Uint8Array[] = []
    let begin = 0
    let at = 0
    for (;;) {
      // The startup message alone has no type byte before its length.
      const typeBytes = this.#started ? 1 : 0
      if (all.length < at + typeBytes + LENGTH_BYTES) break
      const end = at + typeBytes + view.getUint32(at + typeBytes)
      if (all.length < end) break
      const type = this.#started ? all[at] : undefined
      at = end
      if (type === TERMINATE) begin = end
      else if (type === undefined || ASKS.has(type)) {
        batches.push(new Uint8Array(all.subarray(begin, end)))
        begin = end
      }
      this.#started = true
    }
    this.#pending = all.slice(begin)
    return batches
  }
}
