/** Remembered at once: their owners are told within a moment. */
const KEPT_MAX = 1_000

/**
 * What this process has just written, as it was written: its owners are told of it without asking the
 * database.
 */
export interface Lately<Written> {
  note(written: Iterable<readonly [id: string, Written]>): void
  of(id: string): Written | undefined
}

/** Forgets the oldest where there are too many. */
export function rememberLately<Written>(): Lately<Written> {
  const kept = new Map<string, Written>()
  return {
    note(written) {
      for (const [id, one] of written) kept.set(id, one)
      for (const [oldest] of kept) {
        if (kept.size <= KEPT_MAX) return
        kept.delete(oldest)
      }
    },
    of: id => kept.get(id),
  }
}
