import type { Figures } from '#contract/rest/figures.ts'
import type { CountedTurns } from './read-turns.ts'

type Capacity = NonNullable<Figures['capacity']>

/** Sets those who came at each hour against those for whom the open modulos had time. */
export function countCapacity() {
  const hours = new Map<number, { came: number; open_minutes: number }>()
  const days = new Set<string>()
  const attention = { of: 0, seconds: 0 }

  const at = (hour: number) => {
    const known = hours.get(hour) ?? { came: 0, open_minutes: 0 }
    hours.set(hour, known)
    return known
  }

  return {
    /** @param turns of whole days */
    add(turns: CountedTurns): void {
      const known = new Set(turns.open.map(({ day }) => day))
      for (const day of known) days.add(day)
      for (const { hour, minutes } of turns.open) at(hour).open_minutes += minutes
      for (const { day, hour, taken, booked, attended, attention_seconds } of turns.hours) {
        // Whoever came on a day of which nothing is known would be set against nothing.
        if (known.has(day)) at(hour).came += taken + booked
        attention.of += attended
        attention.seconds += attention_seconds
      }
    },
    /** Whatever modulo stayed open through the night, those hours are nobody's. */
    capacity(): Capacity | null {
      const busy = [...hours].filter(([, { came }]) => came > 0).map(([hour]) => hour)
      const minutes = attention.seconds / 60 / attention.of
      if (busy.length === 0 || !(minutes > 0)) return null
      const [first, last] = [Math.min(...busy), Math.max(...busy)]
      return {
        days: days.size,
        attention: toTenth(minutes),
        hours: Array.from({ length: last - first + 1 }, (_, nth) => {
          const { came, open_minutes } = at(first + nth)
          return { hour: first + nth, came, open_minutes, could: toTenth(open_minutes / minutes) }
        }),
      }
    },
  }
}

const toTenth = (value: number) => Math.round(10 * value) / 10
