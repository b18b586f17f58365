import { POLL_DESCRIPTION_MAX, POLL_RATINGS } from '#contract/limits.ts'
import { readJson } from './read-json.ts'

/** What somebody typed of how an attention was, before it is sent. */
export interface PollDraft {
  rating: number | null
  description: string
}

export const EMPTY_POLL_DRAFT: PollDraft = { rating: null, description: '' }

const isRating = (value: unknown) =>
  typeof value === 'number' &&
  Number.isInteger(value) &&
  value >= POLL_RATINGS.min &&
  value <= POLL_RATINGS.max

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isDraft = (value: unknown): value is PollDraft =>
  isObject(value) &&
  (value.rating === null || isRating(value.rating)) &&
  typeof value.description === 'string' &&
  value.description.length <= POLL_DESCRIPTION_MAX

/**
 * Drafts by ticket, out of what the browser kept: what has not their shape (another version's) is left out.
 */
export function readPollDrafts(text: string | null): Record<string, PollDraft> {
  const kept = readJson(text)
  return isObject(kept)
    ? Object.fromEntries(
        Object.entries(kept).flatMap(([ticket, draft]) => (isDraft(draft) ? [[ticket, draft]] : [])),
      )
    : {}
}
