import type { DeskErrorCode, ErrorCode, VideoErrorCode } from '#contract/error-codes.ts'

/** Codes that the application itself gives: no answer came at all. */
export type LocalErrorCode = 'offline' | 'timeout'

/** Where patience ran out. @see specification §8 "Timeouts", rules CHAN-02 and NOTE-03 */
export type Timeout = 'ticket-new' | 'channel-join-failed' | 'channel-join' | 'reservation'

/** Codes that the application itself gives around a reservation. */
export type LocalReservationCode =
  | 'reserve-delete-failed'
  | 'reserves-failed'
  | 'blocks-failed'
  | 'forms-failed'
  | 'reservation-expired'
  | 'reservation-removed'
  | 'meeting-removed'

/** With what a verb of the customers' application may fail. */
export type FailureCode = Exclude<ErrorCode, DeskErrorCode | VideoErrorCode> | LocalErrorCode | Timeout

/** Each has its sentence (`src/texts/error-texts.ts`): a code without words does not compile. */
export type WordedCode =
  | FailureCode
  | LocalReservationCode
  | 'ticket-removed'
  | 'video-ticket-removed'
  | 'sent-home'

/**
 * A code that an answer brought, or the door by which none came. Here alone one is believed to be of ours: a
 * server newer than this page may say another, which then reads as an unexpected error.
 */
export const heardCode = (code: string): FailureCode => code as FailureCode
