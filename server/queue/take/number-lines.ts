import { displayedNumber } from '#contract/rules/ticket-number.ts'
import { placeOf } from '../turn/day-place.ts'
import type { SeenLine } from './read-take.ts'

/** A line as the numbers given in a round leave it. */
interface LineNow {
  day: string
  last_number: number
  next_place: number
  waiting: number
}

/** The number that comes next in a line. */
export interface NextNumber {
  day: string
  number: number
  /** As it is shown: A042. */
  ticket: string
  place: number
  /** How many wait in the line then, this one among them. */
  waiting: number
}

/** Gives the numbers of lines, one after the other, from where they were found. */
export function numbersOf(seen: readonly SeenLine[]) {
  const lines = new Map<number, LineNow>()
  return {
    /** How the line is found by who asks on this day; null where there is none. */
    line: (lineId: number, askedDay: string): SeenLine | null =>
      seen.find(line => line.line_id === lineId && line.asked_day === askedDay) ?? null,

    next(line: SeenLine): NextNumber {
      const known = lines.get(line.line_id)
      // Midnight may lie within a round, and a clock may go back within it: the later day goes on.
      const now = !known ? line : known.day >= line.day ? known : { ...known, ...startOf(line) }
      const { day } = now
      const number = now.last_number + 1
      const place = Math.max(placeOf(day, number), now.next_place)
      const waiting = now.waiting + 1
      lines.set(line.line_id, { day, last_number: number, next_place: Math.floor(place) + 1, waiting })
      return { day, number, ticket: displayedNumber(line.prefix, number), place, waiting }
    },
  }
}

const startOf = ({ day, last_number }: SeenLine) => ({ day, last_number })
