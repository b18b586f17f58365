import { readJson } from './read-json.ts'

/** A number that was asked for in one line. */
export interface TakingWish {
  officeSlug: string
  lineId: number
  /** A repeat of it gives the same ticket. */
  requestId: string
  /** "No fui yo": the document is theirs, whoever else holds a number under it. */
  declared: boolean
  /** The law lets them go first, they say; an earlier version did not write it. */
  preferential?: boolean | undefined
}

/**
 * Nobody has said no to it: it may have been given, or still be, by a request that hangs in the network.
 * `ticket-new`: no word came in time, and nothing was held by then.
 */
export const mayBeGiven = (code: string | undefined): boolean => code === 'unknown' || code === 'ticket-new'

function isWish(value: unknown): value is TakingWish {
  if (typeof value !== 'object' || value === null) return false
  const { officeSlug, lineId, requestId, declared, preferential } = value as Partial<
    Record<keyof TakingWish, unknown>
  >
  return (
    typeof officeSlug === 'string' &&
    Number.isSafeInteger(lineId) &&
    typeof requestId === 'string' &&
    typeof declared === 'boolean' &&
    (preferential === undefined || typeof preferential === 'boolean')
  )
}

/** Out of what the browser kept: what has not their shape (another version's) is left out. */
export function readTakingWishes(text: string): TakingWish[] {
  const kept = readJson(text)
  return Array.isArray(kept) ? kept.filter(isWish) : []
}
