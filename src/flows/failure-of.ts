import { ApiError } from '#src/api/api-error.ts'
import { heardCode } from '#src/domain/failure-codes.ts'
import { SocketError } from '#src/socket/office-socket.ts'
import type { Failure } from './outcome.ts'

/**
 * What the network or the server refused, as an outcome.
 * @throws whatever else went wrong: a fault of ours
 */
export function failureOf(error: unknown): Failure {
  const isSocket = error instanceof SocketError
  if (!isSocket && !(error instanceof ApiError)) throw error
  const { code, declarable } = error
  const message = isSocket ? error.said : error.status === 0 ? null : error.message
  return { status: 'failed', code: heardCode(code), message, ...(declarable && { declarable: true }) }
}
