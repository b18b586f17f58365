import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { linePaces } from './line-pace.ts'
import type { LinePace, Movement } from './wait-estimate.ts'

/** What is usual at this hour hardly moves within so long; what moves, the last hour and who waits, is always read. */
const USUAL_KEPT_MS = 60_000
/** Lines remembered at once. */
const KEPT_MAX = 20_000

/** How fast lines move, with the dear part, fourteen past days, read once a minute for each line. */
export interface SharedPaces {
  /** In one statement. @param db the transaction in which it is asked, where there is one */
  of(db: Kysely<Tables>, lineIds: readonly number[], at: Date): Promise<Map<number, LinePace>>
}

export function createSharedPaces(): SharedPaces {
  const kept = new Map<number, { at: number; usually: Movement }>()

  function usual(lineId: number, at: Date): Movement | undefined {
    const known = kept.get(lineId)
    // A clock that was set back must not make old figures young.
    return known && Math.abs(at.getTime() - known.at) < USUAL_KEPT_MS ? known.usually : undefined
  }

  return {
    async of(db, lineIds, at) {
      const known = new Map(lineIds.map(id => [id, usual(id, at)]))
      if ([...known.values()].every(usually => usually !== undefined)) {
        const paces = await linePaces(db, lineIds, at, 0)
        return new Map(
          [...paces].map(([id, pace]) => [id, { ...pace, usually: known.get(id) ?? pace.usually }]),
        )
      }
      const paces = await linePaces(db, lineIds, at)
      if (kept.size + paces.size > KEPT_MAX) kept.clear()
      for (const [id, { usually }] of paces) kept.set(id, { at: at.getTime(), usually })
      return paces
    },
  }
}
