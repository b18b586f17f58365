import type { FailureCode } from '#src/domain/failure-codes.ts'

/** How a verb ended. `code` is the server's, or one of ours: offline, timeout, user-is-guest. */
export type Outcome = { status: 'done' } | Failure
export interface Failure {
  status: 'failed'
  code: FailureCode
  /** The server's own words, for where §5 says that they are shown; null where it said nothing. */
  message: string | null
  /**
   * Another person holds something under the same document: may it be asked for again as declared ("No fui
   * yo")?
   */
  declarable?: boolean
}

export const DONE: Outcome = { status: 'done' }

export const isFailure = (outcome: unknown): outcome is Failure =>
  typeof outcome === 'object' && outcome !== null && 'status' in outcome && outcome.status === 'failed'

/** By our own judgement; what the server or the network said comes by `failureOf`. */
export const failure = (code: FailureCode): Failure => ({ status: 'failed', code, message: null })

/** Nothing that anybody could mend went wrong: it was our fault, and is reported. */
export const FAULT: Failure = failure('internal')
