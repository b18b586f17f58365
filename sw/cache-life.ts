import { LINES_CACHE_MS, OFFICES_CACHE_MS } from '#contract/limits.ts'

/** A kind of answer that is kept: how long it is fresh, and how many of them there may be. */
export interface CacheLife {
  cacheName: string
  life: { min: number; max: number }
  entriesMax: number
}

const OFFICES: CacheLife = { cacheName: 'offices-v1', life: OFFICES_CACHE_MS, entriesMax: 60 }
const LINES: CacheLife = { cacheName: 'lines-v1', life: LINES_CACHE_MS, entriesMax: 120 }

/** Answers that are everybody's: nothing here depends on who asks. */
const KEPT: [RegExp, CacheLife][] = [
  [/^\/api\/v3\/offices\/web$/, OFFICES],
  [/^\/api\/v3\/organizations\/\d+\/line_categories$/, OFFICES],
  [/^\/api\/v3\/line_categories\/\d+\/geo$/, OFFICES],
  [/^\/api\/v1\/categories$/, OFFICES],
  [/^\/api\/v1\/state\//, LINES],
  [/^\/api\/v1\/offices\/\d+(\/lines|\/hours|\/lines\/\d+\/forms|\/policy)?$/, LINES],
  [/^\/api\/v1\/policy$/, LINES],
  [/^\/api\/v1\/lines\/\d+(\/info)?$/, LINES],
]

/** How an address's answer is kept, or null where it is not. @see rules OFF-02 and OFF-03 */
export function cacheLifeOf(pathname: string): CacheLife | null {
  return KEPT.find(([pattern]) => pattern.test(pathname))?.[1] ?? null
}
