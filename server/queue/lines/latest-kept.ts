/**
 * Keeps so many at most: whoever is put in anew is the newest, and the oldest goes where there are too
 * many.
 */
export class LatestKept<Key, Value> {
  readonly #most: number
  readonly #kept = new Map<Key, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Value | undefined {
    return this.#kept.get(key)
  }

  set(key: Key, value: Value): void {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) return
      this.#kept.delete(oldest)
    }
  }
}
