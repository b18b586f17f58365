import type { ErrorCode } from '#contract/error-codes.ts'
import { Refusal } from './refusal.ts'

/** A no for now: the answer says after how many seconds it is worth asking again. */
export class RetryLater extends Refusal {
  readonly retryAfter: number

  constructor(code: ErrorCode, status: 429 | 503, message: string, retryAfter: number) {
    super(code, status, message)
    this.name = 'RetryLater'
    this.retryAfter = retryAfter
  }
}
