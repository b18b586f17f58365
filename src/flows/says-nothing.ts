import type { FailureCode } from '#src/domain/failure-codes.ts'

/** None of these is the office's word on what was asked for. */
const SAY_NOTHING: ReadonlySet<FailureCode> = new Set([
  'offline',
  'timeout',
  'ticket-new',
  'channel-join',
  'channel-join-failed',
  'session-expired',
  'too-many-requests',
  'unavailable',
  'other',
])

/** Whether what becomes of a request stays as unknown as it was where a repeat of it fails so. */
export const saysNothing = (code: FailureCode): boolean => SAY_NOTHING.has(code)
