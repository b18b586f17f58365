/**
 * Where one office's sequence of facts stands for this client. The server sends facts in order; what comes
 * twice (live, and again with the reply to a join) is known by its number.
 */
export class Sequence {
  #last: number | null = null

  /** The newest fact that was seen; null before the first join. */
  get last(): number | null {
    return this.#last
  }

  /** Whether a fact is new; from then on it is known. */
  admit(seq: number): boolean {
    if (this.#last !== null && seq <= this.#last) return false
    this.#last = seq
    return true
  }

  /** Known from elsewhere. Never goes back: what came live meanwhile is newer. */
  know(seq: number): void {
    if (this.#last === null || seq > this.#last) this.#last = seq
  }

  /** The server's word after a reset: its sequence may have begun anew, so it may go back. */
  restart(seq: number): void {
    this.#last = seq
  }
}
