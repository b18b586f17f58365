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
  /** The HTTP status; 0 where no answer came. */
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

const codeOfStatus: Record<number, string> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  409: 'conflict',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
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
 * A refusal as an error. Proxies answer without a problem in the body: then the status says what it can.
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
  const code = codeOfStatus[response.status] ?? (response.status >= 500 ? 'internal' : 'bad-request')
  return new ApiError(code, response.status, response.statusText, {
    retryAfterMs: retryAfterOf(response, undefined),
  })
}
