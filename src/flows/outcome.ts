import { ApiError } from '#src/api/api-error.ts'
import type { FailureCode } from '#src/domain/failure-codes.ts'
import { SocketError } from '#src/socket/office-socket.ts'

/** How a verb ended. `code` is the server's, or one of ours: offline, timeout, user-is-guest. */
export type Outcome = { status: 'done' } | Failure
export interface Failure {
  status: 'failed'
  code: string
  /** The server's own words, for where §5 says that they are shown; null where it said nothing. */
  message: string | null
  /**
   * Another person holds something under the same document: may it be asked for again as declared ("No fui
   * yo")?
   */
  declarable?: boolean
}

export const DONE: Outcome = { status: 'done' }

/** By our own judgement; what the server or the network said comes by {@link failureOf}. */
export const failure = (code: FailureCode): Failure => ({ status: 'failed', code, message: null })

/** Nothing that anybody could mend went wrong: it was our fault, and is reported. */
export const FAULT: Failure = failure('internal')

/**
 * What the network or the server refused, as an outcome.
 * @throws whatever else went wrong: a fault of ours
 */
export function failureOf(error: unknown): Failure {
  const isSocket = error instanceof SocketError
  if (!isSocket && !(error instanceof ApiError)) throw error
  const { code, declarable } = error
  const message = isSocket ? error.said : error.status === 0 ? null : error.message
  return { status: 'failed', code, message, ...(declarable && { declarable: true }) }
}
