import type { Figures } from '#contract/rest/figures.ts'

type Capacity = NonNullable<Figures['capacity']>
type CapacityHour = Capacity['hours'][number]

/** Where an hour stands in the plot, everything in shares of it: 0 at the left and at the foot. */
export interface PlottedCapacity {
  hour: number
  /** Its left and its right edge. */
  from: number
  to: number
  /** How many came. */
  bar: number
  could: number
}

export interface CapacityScale {
  hours: PlottedCapacity[]
  /** Of the people, at the left: the lowest first. */
  ticks: { count: number; y: number }[]
}

const TICKS = 5
/** 1, 2, 5, 10, 20, 50 … */
function stepFor(most: number): number {
  const least = most / TICKS
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return [1, 2, 5, 10].map(times => times * power).find(step => step >= least) ?? power
}

/** One scale for both: they are people. */
export function capacityScale({ hours }: Pick<Capacity, 'hours'>): CapacityScale {
  const most = Math.max(1, ...hours.map(({ came, could }) => Math.max(came, could)))
  const step = stepFor(most)
  const top = step * Math.ceil(most / step)
  return {
    hours: hours.map(({ hour, came, could }, nth) => ({
      hour,
      from: nth / hours.length,
      to: (nth + 1) / hours.length,
      bar: came / top,
      could: could / top,
    })),
    ticks: Array.from({ length: top / step + 1 }, (_, nth) => ({
      count: nth * step,
      y: (nth * step) / top,
    })),
  }
}

/** The hour in which most who came were too many; null where there was room for all. */
export function tightestHour(hours: readonly CapacityHour[]): CapacityHour | null {
  const tightest = hours.reduce<CapacityHour | null>(
    (found, hour) => (found && missing(found) >= missing(hour) ? found : hour),
    null,
  )
  return tightest && missing(tightest) > 0 ? tightest : null
}

/** As the words say it: in whole people. */
const missing = ({ came, could }: CapacityHour): number => came - Math.round(could)
