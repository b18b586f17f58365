import { gatherReads } from '#server/database/gathered-reads.ts'
import { type Lane, laneOf } from '#server/database/lanes.ts'
import { currentSeqs } from '#server/facts/read-facts.ts'
import type { Timers } from '#server/platform/timers.ts'
import { type OfficeLines, officeLines } from './line-states.ts'
import type { QueueContext } from './queue-context.ts'

/** The wait moves with time, though nothing happens: so old it may be. */
const SHARED_MS = 1_000
/** Offices remembered at once. */
const KEPT_MAX = 1_000

/** How the lines of offices stand, read once for all who ask at the same time and sequence number. */
export interface SharedLines {
  /** No older than what was committed when it was asked for. */
  now(officeId: number): Promise<OfficeLines>
  /**
   * The same for whoever has read where the office stands.
   * @param seq of a fact that is committed
   */
  since(officeId: number, seq: number): Promise<OfficeLines>
}

interface Reading {
  begun: number
  office: Promise<OfficeLines>
}

/**
 * One reading of an office's lines serves everybody while the office's sequence number stays the same, for a second at
 * most; a crowd that joins an office costs what one of them did. Whoever finds a reading under way waits for it. It may
 * have begun before the fact that they know of: then they share the next one, which cannot have.
 */
export function createSharedLines(
  context: Pick<QueueContext, 'database' | 'clock' | 'paces'> & { timers: Timers },
): SharedLines {
  const { database, clock, timers } = context
  const seqOf = gatherReads<number, number>(timers, officeIds => currentSeqs(database.db, officeIds))
  const kept = new Map<number, { begun: number; office: OfficeLines }>()
  /** Those who act never wait for what readers began: it may stand behind a thousand others. */
  const underWay: Record<Lane, Map<number, Reading>> = { actors: new Map(), readers: new Map() }

  // A clock that was set back must not make old figures young.
  const isYoung = ({ begun }: { begun: number }) => Math.abs(clock.now().getTime() - begun) < SHARED_MS

  function begin(officeId: number): Promise<OfficeLines> {
    const readings = underWay[laneOf()]
    const begun = clock.now().getTime()
    const reading = { begun, office: officeLines(context, officeId) }
    readings.set(officeId, reading)
    const end = () => {
      if (readings.get(officeId) === reading) readings.delete(officeId)
    }
    reading.office.then(office => {
      end()
      const known = kept.get(officeId)
      if (known && known.office.seq > office.seq) return
      if (kept.size >= KEPT_MAX) kept.clear()
      kept.set(officeId, { begun, office })
    }, end)
    return reading.office
  }

  function find(officeId: number): Promise<OfficeLines> | undefined {
    const readings = [underWay.actors, ...(laneOf() === 'readers' ? [underWay.readers] : [])]
    return readings.map(lane => lane.get(officeId)).find(reading => reading && isYoung(reading))?.office
  }

  async function since(officeId: number, seq: number): Promise<OfficeLines> {
    const known = kept.get(officeId)
    if (known && known.office.seq >= seq && isYoung(known)) return known.office
    for (let reading = find(officeId); reading; reading = find(officeId)) {
      const office = await reading
      if (office.seq >= seq) return office
    }
    return await begin(officeId)
  }

  return {
    since,
    now: async officeId => since(officeId, (await seqOf(officeId)) ?? 0),
  }
}
