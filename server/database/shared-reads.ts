import type { Timers } from '#server/platform/timers.ts'
import { gatherReads } from './gathered-reads.ts'

/** Reads once for all who ask for the same in one moment. */
export type SharedReads = <Value>(key: string, read: () => Promise<Value>) => Promise<Value>

/**
 * Makes one read of the same that many ask for at once. As where keys are gathered it begins after they
 * asked, so nobody hears what was true only before; who asks alone is asked for at once, and nobody waits for
 * what is read of anything else.
 */
export function shareReads(timers: Timers): SharedReads {
  const asked = new Map<string, { find: (key: string) => Promise<unknown>; people: number }>()
  return async <Value>(key: string, read: () => Promise<Value>) => {
    const find = gatherReads<string, Value>(timers, async () => new Map([[key, await read()]]))
    const row = asked.get(key) ?? { find, people: 0 }
    asked.set(key, row)
    row.people += 1
    try {
      return (await row.find(key)) as Value
    } finally {
      row.people -= 1
      if (row.people === 0) asked.delete(key)
    }
  }
}
