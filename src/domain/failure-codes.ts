import type { DeskErrorCode, ErrorCode, VideoErrorCode } from '#contract/error-codes.ts'

/** Codes that the application itself gives: no answer came at all. */
export type LocalErrorCode = 'offline' | 'timeout'

/** Where patience ran out. @see specification §8 "Timeouts", rules CHAN-02 and NOTE-03 */
export type Timeout = 'ticket-new' | 'channel-join-failed' | 'channel-join' | 'ticket-get' | 'reservation'

/**
 * With what a verb of the customers' application may fail by its own judgement. Each has its sentence
 * (`src/texts/error-texts.ts`): a code without words does not compile.
 */
export type FailureCode = Exclude<ErrorCode, DeskErrorCode | VideoErrorCode> | LocalErrorCode | Timeout
