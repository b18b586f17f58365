import { readJson } from './read-json.ts'

/** A time that was asked for: by line and beginning it is known among what is held. */
export interface BookingWish {
  officeSlug: string
  lineId: number
  /** When the block begins, ISO 8601. */
  from: string
  /** A repeat of it gives the same reservation. */
  requestId: string
  /** "No fui yo": the document is theirs, whoever else has booked under it. */
  declared: boolean
}

/** Out of what the browser kept: null where there is none, or one of another shape (another version's). */
export function readBookingWish(text: string | null): BookingWish | null {
  const kept = readJson(text)
  if (typeof kept !== 'object' || kept === null) return null
  const { officeSlug, lineId, from, requestId, declared } = kept as Partial<
    Record<keyof BookingWish, unknown>
  >
  const isWish =
    typeof officeSlug === 'string' &&
    Number.isSafeInteger(lineId) &&
    typeof from === 'string' &&
    typeof requestId === 'string' &&
    typeof declared === 'boolean'
  return isWish ? (kept as BookingWish) : null
}
