import { MISSED_FACTS_MAX } from '#contract/limits.ts'
import type { Fact } from '#server/facts/fact.ts'
import type { OfficeLines } from '#server/queue/lines/line-states.ts'

/** Clients that were away together missed nearly the same: they begin with the same hundred. */
const STEP = 100

/**
 * What happened at an office after `after`, up to the sequence number of the lines that are told with it,
 * oldest first; null where that is too much, or where the log does not know it all any more.
 */
export type MissedFacts = (officeId: number, after: number, upTo: OfficeLines) => Promise<Fact[] | null>

/** Reads once for all who join at the same sequence number and were away about as long. */
export function createMissedFacts(
  factsAfter: (officeId: number, seq: number, limit: number) => Promise<Fact[]>,
): MissedFacts {
  const read = new WeakMap<OfficeLines, Map<number, Promise<Fact[]>>>()

  function since(officeId: number, from: number, upTo: OfficeLines): Promise<Fact[]> {
    const ranges = read.get(upTo) ?? new Map<number, Promise<Fact[]>>()
    read.set(upTo, ranges)
    const facts = ranges.get(from) ?? factsAfter(officeId, from, upTo.seq - from)
    ranges.set(from, facts)
    facts.catch(() => ranges.delete(from))
    return facts
  }

  return async (officeId, after, upTo) => {
    if (upTo.seq - after > MISSED_FACTS_MAX) return null
    const facts = await since(officeId, after - (after % STEP), upTo)
    // Facts newer than the lines come live.
    const missed = facts.filter(({ seq }) => seq > after && seq <= upTo.seq)
    return missed[0]?.seq === after + 1 ? missed : null
  }
}
