import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { Problem } from '#contract/problem.ts'
import { StorageFull } from '#server/database/storage-full.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { isCheckViolation, isForeignKeyViolation } from '#server/database/violations.ts'
import { Conflict, DocumentClash, Refusal, sessionIsOver } from '#server/web/refusal.ts'
import { RetryLater } from '#server/web/retry-later.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the refusal that was sent. */
    refusedAs?: ErrorCode
  }
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

const DATABASE_RETRY_S = 5
/** Somebody has to make room first. */
const STORAGE_RETRY_S = 30

/** What Fastify itself refuses, by status. Its messages name no input. */
const OWN_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'bad-request',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  503: 'unavailable',
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined

/**
 * Whatever was thrown, as a refusal; null where it is a fault of ours, of which nobody outside is told more.
 */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  // Whoever was erased in the moment in which they asked for something: nothing can be theirs any more.
  if (
    isForeignKeyViolation(error, 'users_erased_get_nothing') ||
    isCheckViolation(error, 'users_erased_are_nobody')
  )
    return sessionIsOver()
  if (error instanceof StorageFull) return new RetryLater('storage-full', 503, error.message, STORAGE_RETRY_S)
  if (error instanceof DatabaseUnavailable) {
    return new RetryLater('unavailable', 503, 'the database does not answer', DATABASE_RETRY_S)
  }
  const said = statusOf(error)
  // A part of the path that is longer than any name: there is no such thing, as with every other name that is
  // none.
  const status = said === 414 ? 404 : said
  if (status === undefined) return null
  // Whatever else of the request was wrong, such as a range beyond the end of a file, is no fault of ours.
  const code = OWN_CODES[status] ?? (status >= 400 && status < 500 ? 'bad-request' : undefined)
  if (code === undefined) return null
  return new Refusal(code, status, STATUS_CODES[status] ?? code)
}

export function problemOf(refusal: Refusal): Problem {
  const { code, status, message, fields } = refusal
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    message,
    ...(fields && { fields: [...fields] }),
    ...(refusal instanceof Conflict && refusal.stands),
    ...(refusal instanceof DocumentClash && { declarable: refusal.declarable }),
    ...(refusal instanceof RetryLater && { retry_after: refusal.retryAfter }),
  }
}

export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal instanceof RetryLater) reply.header('retry-after', String(refusal.retryAfter))
  reply.refusedAs = refusal.code
  // A string: no response schema of the route has a say in a refusal.
  return reply
    .code(refusal.status)
    .type(PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problemOf(refusal)))
}

/** Answers whatever a route or Fastify threw. No stack, no SQL, no input leaves the house. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (refusal === null) {
    request.log.error({ err: error }, 'a request failed')
    return sendProblem(reply, new Refusal('internal', 500, 'something went wrong here'))
  }
  if (refusal.code === 'unauthorized' && request.tokenIsOver) {
    return sendProblem(reply, sessionIsOver())
  }
  return sendProblem(reply, refusal)
}
