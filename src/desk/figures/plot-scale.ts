import type { Figures } from '#contract/rest/figures.ts'

type Hour = Figures['hours'][number]

/** Where an hour stands in the plot, everything in shares of it: 0 at the left and at the foot. */
export interface PlottedHour {
  hour: number
  x: number
  /** How many came, beside the most that came in an hour. */
  bar: number
  /** Half of those called waited so long; null where nobody was called. */
  wait: number | null
  told: { from: number; to: number } | null
}

export interface Plot {
  hours: PlottedHour[]
  /** Of the minutes, at the left: the lowest first. */
  ticks: { count: number; y: number }[]
}

const STEPS = [5, 10, 15, 30, 60, 120, 240]
const TICKS = 5
/** The bars are the ground on which the line stands: they take less than half of the height. */
const BARS = 0.4

/** The hours from the first to the last in which something was taken, those between them too. */
export function plotOf(hours: readonly Hour[]): Plot {
  const [first, last] = [hours[0], hours.at(-1)]
  if (!first || !last) return { hours: [], ticks: [] }
  const longest = Math.max(...hours.map(({ wait, told }) => Math.max(wait.median ?? 0, told.to ?? 0)))
  const step = STEPS.find(minutes => minutes * TICKS > longest) ?? Math.ceil(longest / TICKS)
  const top = step * Math.max(1, Math.ceil(longest / step))
  const most = Math.max(1, ...hours.map(comersOf))
  const count = last.hour - first.hour + 1
  const byHour = new Map(hours.map(hour => [hour.hour, hour]))
  return {
    hours: Array.from({ length: count }, (_, nth) => {
      const counted = byHour.get(first.hour + nth) ?? null
      const { from = null, to = null } = counted?.told ?? {}
      const median = counted?.wait.median ?? null
      return {
        hour: first.hour + nth,
        x: (nth + 0.5) / count,
        bar: counted ? (BARS * comersOf(counted)) / most : 0,
        wait: median === null ? null : median / top,
        told: from === null || to === null ? null : { from: from / top, to: to / top },
      }
    }),
    ticks: Array.from({ length: top / step + 1 }, (_, nth) => ({
      count: nth * step,
      y: (nth * step) / top,
    })),
  }
}

/** Whoever came: for a number, or at the time that they had booked. */
export const comersOf = ({ taken, booked }: Pick<Hour, 'taken' | 'booked'>): number => taken + booked

/** Neighbours that all have something to show: where an hour between them has nothing, it breaks off. */
export function stretches<Shown>(hours: readonly PlottedHour[], shown: (hour: PlottedHour) => Shown | null) {
  const found: { x: number; shown: Shown }[][] = [[]]
  for (const hour of hours) {
    const value = shown(hour)
    if (value === null) found.push([])
    else found.at(-1)?.push({ x: hour.x, shown: value })
  }
  return found.filter(stretch => stretch.length > 0)
}
