import type { RepeatableRandom } from './repeatable-random.ts'

/** A desk that opens or is left, in minutes since the opening. */
export interface Switch {
  at: number
  open: boolean
}

/** By what chance an office lives. What is not said here does not happen in it. */
export interface OfficeLaw {
  name: string
  desks: number
  /** People who come in each hour from the opening on. */
  arrivals: readonly number[]
  /** Minutes of an attention; `spread` is the standard deviation of its logarithm. */
  attention: { mean: number; spread: number }
  /** The same of a line that all desks call from first. */
  above?: { arrivals: readonly number[]; attention: { mean: number; spread: number } }
  /**
   * When a desk opens and is left after `now`, in order; the last one leaves it open.
   * @param isOpen how it stands now
   */
  shifts(random: RepeatableRandom, desk: number, now: number, isOpen: boolean): Switch[]
}

/** Some days everything takes longer. */
export const DAY_SPREAD = 0.15
/** Called, waited for a minute, and not there. */
export const ABSENT = 0.08
export const ABSENT_MINUTES = 1
/** Gives up after 5 to 40 minutes. */
export const GIVES_UP = 0.06
export const PATIENCE = { least: 5, span: 35 }
/** Mornings are full. */
export const ARRIVALS = [33, 40, 36, 28, 20, 24, 24, 10]
const OPEN_MINUTES = 480

/** Who should be at lunch by now leaves as soon as the one before them is done. */
const overdue = (planned: readonly Switch[], now: number, isOpen: boolean): Switch[] =>
  isOpen && planned.findLast(({ at }) => at <= now)?.open === false ? [{ at: now, open: false }] : []
const scaled = (factor: number) => ARRIVALS.map(people => people * factor)

/** Clerks come one after the other, and go to lunch one after the other. */
const lunches =
  (opens: number, lunch: number, apart: number): OfficeLaw['shifts'] =>
  (_random, desk, now, isOpen) => {
    const planned = [
      { at: desk * opens, open: true },
      { at: 210 + desk * apart, open: false },
      { at: 210 + desk * apart + lunch, open: true },
    ]
    return [...overdue(planned, now, isOpen), ...planned.filter(({ at }) => at > now)]
  }

/** Away and back again, without a plan, until the day is over; then everybody works until nobody waits. */
function comeAndGo(open: number, away: number): OfficeLaw['shifts'] {
  return (random, _desk, now, isOpen) => {
    const shifts: Switch[] = []
    let state = isOpen
    // Nobody is there before the opening, and then they come as they would have come back.
    for (let at = Math.max(0, now); at < OPEN_MINUTES; state = !state) {
      at += random.exponential(state ? open : now <= 0 && shifts.length === 0 ? 5 : away)
      shifts.push({ at, open: !state })
    }
    return shifts.at(-1)?.open === false
      ? [...shifts, { at: shifts.at(-1)!.at + random.exponential(away), open: true }]
      : shifts
  }
}

/** Lunches, and short pauses at any time: what ends later of two that fall together ends both. */
function withPauses(shifts: OfficeLaw['shifts'], every: number, lasts: number): OfficeLaw['shifts'] {
  return (random, desk, now, isOpen) => {
    const planned = shifts(random, desk, Number.NEGATIVE_INFINITY, false)
    const isPlanned = (at: number) => planned.findLast(one => one.at <= at)?.open ?? false
    const away: [number, number][] = []
    if (now > 0 && !isOpen && isPlanned(now)) away.push([now, now + lasts * random.fraction()])
    for (let at = Math.max(0, now); at < OPEN_MINUTES; ) {
      at += random.exponential(every)
      away.push([at, at + lasts * (0.5 + random.fraction())])
    }
    const isAway = (at: number) => away.some(([from, to]) => from <= at && at < to)
    const moments = [...planned.map(({ at }) => at), ...away.flat()].filter(at => at > now)
    let state = isOpen
    const next = moments
      .sort((a, b) => a - b)
      .flatMap(at => {
        const open = isPlanned(at) && !isAway(at)
        if (open === state) return []
        state = open
        return [{ at, open }]
      })
    return isOpen && now > 0 && !isPlanned(now)
      ? [{ at: now, open: false }, ...next.slice(next[0]?.open === false ? 1 : 0)]
      : next
  }
}

/** Five offices, each hard in a way of its own. */
export const OFFICES: readonly OfficeLaw[] = [
  {
    name: 'three desks, lunches',
    desks: 3,
    arrivals: ARRIVALS,
    attention: { mean: 6, spread: 0.7 },
    shifts: lunches(10, 45, 45),
  },
  {
    name: 'six desks with pauses',
    desks: 6,
    arrivals: scaled(1.9),
    attention: { mean: 6, spread: 0.7 },
    shifts: withPauses(lunches(5, 45, 25), 90, 12),
  },
  {
    name: 'two slow desks',
    desks: 2,
    arrivals: scaled(0.27),
    attention: { mean: 15, spread: 0.7 },
    shifts: lunches(10, 45, 45),
  },
  {
    name: 'behind a preferential line',
    desks: 4,
    arrivals: scaled(0.95),
    attention: { mean: 6, spread: 0.7 },
    above: { arrivals: scaled(0.3), attention: { mean: 7, spread: 0.7 } },
    shifts: lunches(10, 45, 45),
  },
  {
    name: 'clerks who come and go',
    desks: 4,
    arrivals: scaled(1.15),
    attention: { mean: 6, spread: 0.7 },
    shifts: comeAndGo(70, 20),
  },
]
