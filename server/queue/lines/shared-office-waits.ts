import { OFFICE_WAITS_KEPT_MAX } from '#contract/limits.ts'
import type { OfficeWait } from '#contract/rest/offices.ts'
import { gatherReads } from '#server/database/gathered-reads.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { QueueContext } from '../queue-context.ts'
import { isYoung } from './is-young.ts'
import { readOfficeWaits } from './read-office-waits.ts'

/** So long a figure is given out as it is. */
const FRESH_MS = 10_000
/**
 * So long it is still given out while a newer one is fetched: nobody who looks at a list stands in a line for
 * it.
 */
const USABLE_MS = 60_000

interface Kept {
  /** Null for an office that has no line to join, or does not exist. */
  wait: OfficeWait | null
  readAt: number
}

/** How long one would wait in offices, for lists: @see {@link sharedOfficeWaits} */
export type OfficeWaits = (officeIds: readonly number[]) => Promise<OfficeWait[]>

/**
 * How long one would wait, read once for all who ask: however large the crowd and however many the offices,
 * it holds one connection, and an office is read at most once in ten seconds.
 */
export function sharedOfficeWaits({
  database: { db },
  clock,
  timers,
}: Pick<QueueContext, 'database' | 'clock'> & { timers: Timers }): OfficeWaits {
  const kept = new Map<number, Kept>()

  function keep(id: number, wait: OfficeWait | undefined, at: Date): void {
    // Put anew, so that the one read longest ago stands first.
    kept.delete(id)
    kept.set(id, { wait: wait ?? null, readAt: at.getTime() })
    for (const oldest of kept.keys()) {
      if (kept.size <= OFFICE_WAITS_KEPT_MAX) break
      kept.delete(oldest)
    }
  }

  const read = gatherReads<number, OfficeWait>(timers, async ids => {
    const at = clock.now()
    const found = new Map((await readOfficeWaits(db, at, ids)).map(wait => [wait.office_id, wait]))
    for (const id of ids) keep(id, found.get(id), at)
    return found
  })

  return async officeIds => {
    const now = clock.now()
    const isKept = (id: number, ms: number) => isYoung(kept.get(id)?.readAt ?? Number.NaN, now, ms)
    const stale = officeIds.filter(id => !isKept(id, FRESH_MS))
    const mustWait = stale.some(id => !isKept(id, USABLE_MS))
    const newer = Promise.all(stale.map(read))
    if (mustWait) await newer
    // Nobody waits for it: who asks next is told what went wrong.
    else newer.catch(() => {})
    return officeIds.flatMap(id => kept.get(id)?.wait ?? [])
  }
}
