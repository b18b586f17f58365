import type { Fact } from '#server/facts/fact.ts'
import { gatherReads } from '#server/database/gathered-reads.ts'
import { type Lane, laneOf } from '#server/database/lanes.ts'
import { currentSeqs } from '#server/facts/read-facts.ts'
import type { Timers } from '#server/platform/timers.ts'
import { isYoung } from './is-young.ts'
import { LatestKept } from './latest-kept.ts'
import { type OfficeLines, officeLines } from './line-states.ts'
import type { QueueContext } from '../queue-context.ts'
import { estimateWait, type LinePace } from './wait-estimate.ts'

/** The wait moves with time, though nothing happens: so old it may be. */
const SHARED_MS = 1_000
/** A pace that was told is what people go by for so long, though it is read anew for whoever looks then. */
const TOLD_MS = 60_000
/**
 * Offices remembered at once, as many as those whose paces are: a process carries 3,000 busy ones, and
 * whoever looks at others on a list or a map must not push those out. With twenty who wait an office takes
 * some kilobytes.
 */
const KEPT_MAX = 20_000

/** How the lines of offices stand, read once for all who ask at the same time and sequence number. */
export interface SharedLines {
  /** No older than what was committed when it was asked for. */
  now(officeId: number): Promise<OfficeLines>
  /**
   * The same for whoever has read where the office stands.
   * @param seq of a fact that is committed
   */
  since(officeId: number, seq: number): Promise<OfficeLines>
  /**
   * How fast a line moves, as it was last told to whoever looked; undefined where nobody has looked for a
   * while. Asks nothing.
   */
  lately(officeId: number, lineId: number): LinePace | undefined
  /** Facts that this process committed: what they say of the lines need not be read again. */
  hear(facts: readonly Fact[]): void
}

interface Reading {
  begun: number
  office: Promise<OfficeLines>
}

/**
 * The lines as a number that was given leaves them: it stands behind everybody. Null where that is not the
 * next thing that happened after these lines were read, or is not of these lines.
 */
function withNumber(office: OfficeLines, fact: Fact): OfficeLines | null {
  if (fact.name !== 'ticket:created' || fact.seq !== office.seq + 1 || fact.stands_anywhere) return null
  const { ticket, waiting } = fact.detail
  const before = office.lines.find(line => line.line_id === fact.line_id)
  if (before?.waiting !== waiting - 1) return null
  const pace = office.paces.get(fact.line_id)
  const after = {
    ...before,
    waiting,
    wait: pace ? estimateWait(pace, waiting) : null,
    queue: { raw_tickets: [...before.queue.raw_tickets, ticket] },
    on_paper: before.on_paper + (fact.user_id === null ? 1 : 0),
    waiting_since: before.waiting_since ?? fact.at.toISOString(),
    longest: before.longest ?? (fact.ticket_id === null ? null : { tuid: fact.ticket_id, ticket }),
  }
  const paces = pace ? new Map(office.paces).set(fact.line_id, { ...pace, waiting }) : office.paces
  return { seq: fact.seq, paces, lines: office.lines.map(line => (line === before ? after : line)) }
}

/**
 * One reading of an office's lines serves everybody while the office's sequence number stays the same, for
 * a second at most; a crowd that joins an office costs what one of them did. Whoever finds a reading under
 * way waits for it. It may have begun before the fact that they know of: then they share the next one,
 * which cannot have. Numbers that this process gives are added to what is known: where many take one,
 * nobody reads the lines again for each of them.
 */
export function createSharedLines(
  context: Pick<QueueContext, 'database' | 'clock' | 'paces'> & { timers: Timers },
): SharedLines {
  const { database, clock, timers } = context
  const seqOf = gatherReads<number, number>(timers, officeIds => currentSeqs(database.db, officeIds))
  const kept = new LatestKept<number, { begun: number; office: OfficeLines }>(KEPT_MAX)
  /** Those who act never wait for what readers began: it may stand behind a thousand others. */
  const underWay: Record<Lane, Map<number, Reading>> = { actors: new Map(), readers: new Map() }

  const isShared = ({ begun }: { begun: number }) => isYoung(begun, clock.now(), SHARED_MS)

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
      // What is older than that is not newer by its number: its log may be there no longer.
      if (known && known.office.seq > office.seq && isShared(known)) return
      kept.set(officeId, { begun, office })
    }, end)
    return reading.office
  }

  function find(officeId: number): Promise<OfficeLines> | undefined {
    const readings = [underWay.actors, ...(laneOf() === 'readers' ? [underWay.readers] : [])]
    return readings.map(lane => lane.get(officeId)).find(reading => reading && isShared(reading))?.office
  }

  async function since(officeId: number, seq: number): Promise<OfficeLines> {
    const known = kept.get(officeId)
    if (known && known.office.seq >= seq && isShared(known)) return known.office
    for (let reading = find(officeId); reading; reading = find(officeId)) {
      const office = await reading
      if (office.seq >= seq) return office
    }
    return await begin(officeId)
  }

  return {
    since,
    lately(officeId, lineId) {
      const known = kept.get(officeId)
      return known && isYoung(known.begun, clock.now(), TOLD_MS) ? known.office.paces.get(lineId) : undefined
    },
    now: async officeId => since(officeId, (await seqOf(officeId)) ?? 0),
    hear(facts) {
      for (const fact of facts) {
        const known = kept.get(fact.office_id)
        const office = known && withNumber(known.office, fact)
        if (office) kept.set(fact.office_id, { ...known, office })
      }
    },
  }
}
