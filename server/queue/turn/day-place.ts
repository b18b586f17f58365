import { type RawBuilder, sql } from 'kysely'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Far more than a line gives in a day. */
const PLACES_A_DAY = 1_000_000
const FIRST_DAY = '2000-01-01'

/** Days first: what waits from before midnight keeps its place before the new day's number 1. */
export const placeOf = (day: string, number: number): number =>
  Math.round((Date.parse(day) - Date.parse(FIRST_DAY)) / DAY_MS) * PLACES_A_DAY + number

/** SQL: midnight of a day, behind all of the days before, and before the next number of any line. */
export const midnightPlace = (day: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`((${day} - date ${sql.lit(FIRST_DAY)}) * ${sql.lit(PLACES_A_DAY)}::numeric)`
