import type { OfficeRecords } from '../records.ts'
import type { Violation } from './violation.ts'

/** Each line gives 1, 2, 3 … of a day, each once, and none is missing. */
export function numbersOnce({ tickets }: OfficeRecords): Violation[] {
  const given = Map.groupBy(
    tickets.filter(({ number }) => number !== null),
    ({ given_in, day }) => `line ${given_in}, ${day}`,
  )
  return [...given].flatMap(([line, ofLine]) => {
    const byNumber = Map.groupBy(ofLine, ({ number }) => number ?? 0)
    const twice = [...byNumber]
      .filter(([, holders]) => holders.length > 1)
      .map(([number, holders]) => ({
        what: `${line}: ${holders.length} people hold number ${number}`,
        about: holders.map(({ id }) => id),
      }))
    const last = Math.max(...byNumber.keys())
    const missing = Array.from({ length: last }, (_, nth) => nth + 1).filter(nth => !byNumber.has(nth))
    const lost = missing.map(number => ({
      what: `${line}: number ${number} of ${last} is nobody's`,
      about: [],
    }))
    return [...twice, ...lost]
  })
}
