import { LONGEST_WAIT_MINUTES, type Range } from './bounds.ts'

/** Calls, and the minutes they took: counted only while somebody waited who could have been called. */
export interface Movement {
  calls: number
  minutes: number
}

/** What is known of how fast a line moves. */
export interface Pace {
  /** Within the last hour. */
  lately: Movement
  /** At this hour on past days. */
  usually: Movement
  /**
   * Minutes for which somebody has now waited in vain: since the last call, or since the first of them came.
   */
  idleMinutes: number
  /** Desks open in the office now. */
  openModulos: number
  /** What one attention takes, by the line's setting. */
  fallbackMinutes: number
}

/** Past days weigh as much as this many calls of the last hour, at most. */
const USUAL_WEIGHT = 4
/**
 * A desk that pauses says little about the next hour: beyond so many usual gaps the silence no longer counts.
 */
const IDLE_GAPS = 3
/**
 * With no call seen at all, the gap may be off by half. It must not be more, or a longer line could seem
 * shorter.
 */
const DOUBT = 0.5
const NOBODY_OPEN = 2

/** Minutes between two calls: what was seen lately, steadied by what is usual and by the line's setting. */
function minutesPerCall({ lately, usually, idleMinutes, openModulos, fallbackMinutes }: Pace): number {
  const weight = Math.min(usually.calls, USUAL_WEIGHT)
  const usual = weight > 0 ? (usually.minutes / usually.calls) * weight : 0
  const setting = fallbackMinutes / Math.max(1, openModulos)
  const calls = lately.calls + weight + 1
  // Numbers that were taken under a clock that stood ahead are called before they came.
  const seen = Math.max(0, lately.minutes + usual + setting)
  return (seen + Math.min(idleMinutes, (IDLE_GAPS * seen) / calls)) / calls
}

/**
 * How long until the one who has `ahead` people before them is called, in minutes. Calls come irregularly:
 * after n of them the spread has grown with the root of n, and to it comes the doubt about the pace itself.
 * It never promises less to a longer line. It holds where nothing was learned of the line yet.
 * @see docs/decisions/wait-as-a-range.md
 */
export function waitByPace(pace: Pace, ahead: number): Range {
  const gap = minutesPerCall(pace)
  const calls = ahead + 1
  const spread = gap * Math.sqrt(calls) + (gap * calls * DOUBT) / Math.sqrt(1 + pace.lately.calls)
  const longest = (gap * calls + spread) * (pace.openModulos === 0 ? NOBODY_OPEN : 1)
  return {
    from: Math.min(Math.floor(Math.max(0, gap * calls - spread)), LONGEST_WAIT_MINUTES),
    to: Math.min(Math.ceil(longest), LONGEST_WAIT_MINUTES),
  }
}
