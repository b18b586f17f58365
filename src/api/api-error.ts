import * as v from 'valibot'
import { SIGN_IN_PAUSE_MS } from '#contract/limits.ts'
import { problem, type Problem } from '#contract/problem.ts'

/**
 * How a call went wrong. The server's codes are in contract/error-codes.ts; ours are `offline` (no network),
 * `timeout` (no answer in time: what was asked may have happened) and `unreadable` (an answer in a shape that
 * we do not know: an old page before a new server, or a portal that answers for it).
 */
export class ApiError extends Error {
  readonly code: string
  /** The HTTP status; 0 where no answer came, 502 where what came is a proxy's own. */
  readonly status: number
  /** The fields at fault, for bad input. */
  readonly fields: NonNullable<Problem['fields']>
  /** How long to wait before asking again, where the server says. */
  readonly retryAfterMs: number | null
  /** What was refused may be asked for again as declared (DOC-01). */
  readonly declarable: boolean

  constructor(
    code: string,
    status: number,
    message: string,
    details: {
      fields?: Problem['fields']
      retryAfterMs?: number | null
      declarable?: boolean | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.fields = details.fields ?? []
    this.declarable = details.declarable ?? false
    this.retryAfterMs = details.retryAfterMs ?? null
  }

  /** Whether what was asked may have happened although no answer says so. */
  get isUncertain(): boolean {
    return (
      this.code === 'timeout' || this.code === 'offline' || this.code === 'unreadable' || this.status >= 500
    )
  }
}

/** How long wrong passwords make one wait, milliseconds; null for every other refusal. */
export function pauseOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'too-many-requests') return null
  const { retryAfterMs } = error
  // A longer one is not of wrong passwords.
  return retryAfterMs !== null && retryAfterMs <= SIGN_IN_PAUSE_MS.max ? retryAfterMs : null
}

/** Retry-After in its form of seconds; as a date it would depend on the phone's clock. */
function retryAfterOf(response: Response, said: number | undefined): number | null {
  const header = response.headers.get('retry-after')
  const seconds = header !== null && /^\d+$/.test(header) ? Number(header) : said
  return seconds === undefined ? null : seconds * 1_000
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A refusal as an error. The server says each of its own with a problem. What bears none was said by somebody
 * before it, whatever the status: a proxy that does not know yet where the server is answers 404. What was
 * asked is then as uncertain as without an answer; that one comes too often, a proxy knows by itself.
 *
 * @param text the answer's body
 */
export function refusalOf(response: Response, text: string): ApiError {
  const body = parseJson(text)
  const parsed = v.safeParse(problem, body)
  if (parsed.success) {
    const { code, status, message, fields, retry_after, declarable } = parsed.output
    return new ApiError(code, status, message, {
      fields,
      declarable,
      // The whole of it, for whoever knows what else it says.
      cause: body,
      retryAfterMs: retryAfterOf(response, retry_after),
    })
  }
  const isTooOften = response.status === 429
  return new ApiError(
    isTooOften ? 'too-many-requests' : 'unavailable',
    isTooOften ? 429 : 502,
    response.statusText,
    { retryAfterMs: retryAfterOf(response, undefined) },
  )
}
