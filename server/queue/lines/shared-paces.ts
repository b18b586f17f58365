import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { isYoung } from './is-young.ts'
import { readPaces } from './line-pace.ts'
import { type LineUsual, paceOf } from './pace-of.ts'
import type { LinePace } from './wait-estimate.ts'

/**
 * What is usual at this hour, and how long attentions take today, hardly moves within so long; what moves,
 * the calls of the last hour and who waits, is always read.
 */
const USUAL_KEPT_MS = 60_000
/** With time the wait for the next call moves, though nothing happens: so old it may be. */
const MOVING_KEPT_MS = 1_000
/** Lines, and offices, remembered at once. */
const KEPT_MAX = 20_000

/** How fast lines move, with the expensive part, fourteen past days, read once a minute for each line. */
export interface SharedPaces {
  /** In one statement. @param db the transaction in which it is asked, where there is one */
  of(db: Kysely<Tables>, lineIds: readonly number[], at: Date): Promise<Map<number, LinePace>>
  /** What whoever changed an office knows of its lines' paces since. */
  keep(office: OfficeMoment, paces: ReadonlyMap<number, LinePace>): void
  /** What was kept, where nothing has happened at the office since, and hardly any time has passed. */
  kept(office: OfficeMoment): ReadonlyMap<number, LinePace> | undefined
}

interface OfficeMoment {
  office_id: number
  /** Its newest fact. */
  seq: number
  at: Date
}

export function createSharedPaces(): SharedPaces {
  const kept = new Map<number, { at: number; usual: LineUsual }>()

  const offices = new Map<number, { seq: number; at: number; paces: ReadonlyMap<number, LinePace> }>()

  function usual(lineId: number, at: Date): LineUsual | undefined {
    const known = kept.get(lineId)
    return known && isYoung(known.at, at, USUAL_KEPT_MS) ? known.usual : undefined
  }

  return {
    async of(db, lineIds, at) {
      const known = new Map(lineIds.map(id => [id, usual(id, at)]))
      const isKnown = [...known.values()].every(usually => usually !== undefined)
      const read = await readPaces(db, lineIds, at, isKnown ? 0 : undefined)
      if (!isKnown) {
        if (kept.size + read.size > KEPT_MAX) kept.clear()
        for (const [id, one] of read) kept.set(id, { at: at.getTime(), usual: one.usual })
      }
      return new Map(
        [...read].map(([id, one]) => [id, paceOf(one.moving, (isKnown && known.get(id)) || one.usual, at)]),
      )
    },
    keep({ office_id, seq, at }, paces) {
      if (offices.size >= KEPT_MAX) offices.clear()
      offices.set(office_id, { seq, at: at.getTime(), paces })
    },
    kept({ office_id, seq, at }) {
      const known = offices.get(office_id)
      const isNow = known?.seq === seq && isYoung(known.at, at, MOVING_KEPT_MS)
      return isNow ? known.paces : undefined
    },
  }
}
