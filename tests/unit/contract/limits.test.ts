import { expect, it } from 'vitest'
import {
  ALMOST_THERE_THRESHOLDS,
  AUTH_COOKIE_MS,
  CHANNEL_JOIN_TIMEOUT_MS,
  DAY_PARTS_FROM,
  DESKTOP_BREAKPOINT_PX,
  FLAGS_REFRESH_MS,
  FORM_LIMITS,
  HISTORY_PAGE_SIZE,
  LINES_CACHE_MS,
  LOADER_ROTATION_MS,
  NOTIFICATION_ENQUEUE_DELAY_MS,
  OFFICES_CACHE_MS,
  RESERVATION_CONFIRM_TIMEOUT_MS,
  RESERVATION_HIDDEN_AFTER_MS,
  RESERVATION_REFETCH_MS,
  RESERVATION_SAGA_TIMEOUT_MS,
  SCROLL_PAGING_FACTOR,
  TICKET_PUSH_TIMEOUT_MS,
  TICKET_RECENCY_MS,
  TICKET_REQUEST_TIMEOUT_MS,
  TOO_MANY_REQUESTS_COOKIE,
  TOO_MANY_REQUESTS_COOKIE_MS,
  TOO_MANY_REQUESTS_COUNT_MAX,
  VIDEO_ENTRY_BEFORE_MS,
  WAIT_SERVICE_TIMEOUT_MS,
} from '#contract/limits.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 86_400 * SECOND

/** The specification's own figures: every other test only says that they are kept. */
it.each([
  ['[TKT-01] a number is in the hand', TICKET_REQUEST_TIMEOUT_MS, 14 * SECOND],
  ['[TKT-01] a push of ticket:new', TICKET_PUSH_TIMEOUT_MS, 8 * SECOND],
  ['[CHAN-02] a join', CHANNEL_JOIN_TIMEOUT_MS, 12 * SECOND],
  ['[RES-05] a booking in all', RESERVATION_SAGA_TIMEOUT_MS, 25 * SECOND],
  ['[RES-05] its confirmation', RESERVATION_CONFIRM_TIMEOUT_MS, 20 * SECOND],
  ['[RES-06] the look after it', RESERVATION_REFETCH_MS, 3 * SECOND],
  ['[RES-10] a reservation that ended is hidden', RESERVATION_HIDDEN_AFTER_MS, 30 * MINUTE],
  ['[VID-01] a call may be entered', VIDEO_ENTRY_BEFORE_MS, 15 * MINUTE],
  ['[FORM-01] the default form', FORM_LIMITS, { name: 32, tel: 60, email: 60 }],
  ['[RES-01] the parts of a day', DAY_PARTS_FROM, { afternoon: 12 * 60, night: 19 * 60 }],
  ['[SHELL-03] the loader’s messages', LOADER_ROTATION_MS, SECOND],
  ['[SHELL-01] the desktop’s view', DESKTOP_BREAKPOINT_PX, 768],
  ['[SHELL-05] the cookie of 429', TOO_MANY_REQUESTS_COOKIE, 'zq_number_of_try_webapp'],
  ['[SHELL-05] the life of that cookie', TOO_MANY_REQUESTS_COOKIE_MS, DAY],
  ['[SHELL-05] how far it counts', TOO_MANY_REQUESTS_COUNT_MAX, 3],
  ['[SHELL-08] the flags', FLAGS_REFRESH_MS, 60 * SECOND],
  ['[WAIT-01] the wait service', WAIT_SERVICE_TIMEOUT_MS, 5 * SECOND],
  ['[NOTE-02] a notice', NOTIFICATION_ENQUEUE_DELAY_MS, 120 * SECOND],
  ['[OFF-02] the list of offices', OFFICES_CACHE_MS, { min: 10 * MINUTE, max: 30 * MINUTE }],
  ['[OFF-03] an office’s lines', LINES_CACHE_MS, { min: MINUTE, max: 5 * MINUTE }],
  ['[OFF-06] a page of results', SCROLL_PAGING_FACTOR, 4],
  ['[CALL-03] almost there', ALMOST_THERE_THRESHOLDS, [10, 5]],
  ['[CHAN-05] [TKT-05] a recent ticket', TICKET_RECENCY_MS, 21_600_000],
  ['[TKT-06] a page of the history', HISTORY_PAGE_SIZE, 10],
  ['[AUTH-06] the cookie of a session', AUTH_COOKIE_MS, 15 * DAY],
])('%s', (_what, ours, specified) => {
  expect(ours).toEqual(specified)
})
