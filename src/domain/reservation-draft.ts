import type { Answers } from '#contract/rest/forms.ts'
import type { ForWhom } from './for-whom.ts'
import type { Modality } from '#contract/rest/reservations.ts'
import { readJson } from './read-json.ts'

/** What the wizard was told of one line so far. */
export interface ReservationDraft {
  modality: Modality | null
  /** YYYY-MM-DD, on the office's calendar. */
  day: string | null
  block: { from: string; to: string } | null
  answers: Answers
  /** Null where the form has not told, or does not ask. */
  forWhom: ForWhom | null
  acceptsPolicy: boolean
  /** Of the request that was made of it, if one was: a repeat of it gives the same reservation. */
  requestId: string | null
  /** Whose session ended over it: it waits for them, and goes where somebody else comes in. */
  leftBy: string | null
}

export const EMPTY_DRAFT: ReservationDraft = {
  modality: null,
  day: null,
  block: null,
  answers: {},
  forWhom: null,
  acceptsPolicy: false,
  requestId: null,
  leftBy: null,
}

/**
 * What was asked for is no longer the same wish once one of these changes; the draft then is a new request.
 */
export function draftAfter(draft: ReservationDraft, change: Partial<ReservationDraft>): ReservationDraft {
  return { ...draft, requestId: null, ...change }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function isDraft(value: unknown): value is ReservationDraft {
  if (!isObject(value) || !isObject(value.answers)) return false
  const { modality, day, block, answers, forWhom = null, acceptsPolicy, requestId, leftBy = null } = value
  return (
    (modality === null || modality === 'in-person' || modality === 'video') &&
    (forWhom === null || forWhom === 'me' || forWhom === 'other') &&
    isTextOrNull(day) &&
    isTextOrNull(requestId) &&
    isTextOrNull(leftBy) &&
    typeof acceptsPolicy === 'boolean' &&
    (block === null || (isObject(block) && isText(block.from) && isText(block.to))) &&
    Object.values(answers).every(isText)
  )
}

/**
 * Drafts by line id, out of what the browser kept: what has not their shape (another version's) is left out.
 */
export function readDrafts(text: string | null): Record<number, ReservationDraft> {
  const kept = readJson(text)
  return isObject(kept)
    ? Object.fromEntries(
        Object.entries(kept).flatMap(([line, draft]) =>
          isDraft(draft) ? [[line, { ...EMPTY_DRAFT, ...draft }]] : [],
        ),
      )
    : {}
}
