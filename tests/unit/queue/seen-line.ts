import type { SeenLine } from '#server/queue/take/read-take.ts'

export const TODAY = '2026-11-21'

/** A line at work, as a round of numbers finds it. */
export const seenLine = (about: Partial<SeenLine> = {}): SeenLine => ({
  line_id: 1,
  asked_day: TODAY,
  version: 'v',
  active: true,
  prefix: 'A',
  frozen: false,
  frozen_until: null,
  closed_until: null,
  proven_only: false,
  line_limit: 0,
  office_limit: 0,
  waiting: 0,
  next_place: 0,
  day: TODAY,
  last_number: 0,
  ...about,
})
