import ky, { isNetworkError, isTimeoutError } from 'ky'
import * as v from 'valibot'
import type { Service } from '#contract/bases.ts'
import { FRESH_UNTIL } from '#contract/kept-copy.ts'
import { isOurs } from '#contract/is-ours.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { Clock } from '#src/platform/clock.ts'
import { ApiError, pauseOf, refusalOf } from './api-error.ts'

export interface ClientOptions {
  clock: Clock
  /** The base address of a service, without a slash at its end. */
  baseOf(service: Service): string
  /** The session's token, or null for a guest. Read at every request. */
  getToken(): string | null
  /** The server no longer knows the token that is still in use. */
  onSessionExpired(): void
  onTooManyRequests(retryAfterMs: number | null): void
  /**
   * An answer of the server's came over the network, whatever it said.
   * @param date when the server made it, by its `Date` header; null where a cache may have kept it, somebody
   *   before the server have made it, or the device have slept over it
   */
  onReached(date: string | null): void
  /** None came, for want of network or in time, or somebody gave a page of their own in its place. */
  onUnreached(): void
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: Record<string, string | number | boolean | undefined>
  json?: unknown
  /** How long the answer may take, milliseconds. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
  /** Besides those that every call has. */
  headers?: Readonly<Record<string, string>>
  /** What is asked for is so already where it happened before: said again, it gives the same answer. */
  again?: boolean
  /** No press of a clerk's: it looks, or whoever asks finds out by themselves what became of it. */
  nameless?: boolean
  /** The newest, and what the service worker keeps only without a network. */
  newest?: boolean
  /** Speaks for this session instead of the one that is signed in. */
  token?: string | undefined
  /** The short pause that wrong passwords bring is waited out by whoever asks, and blocks no screen. */
  waitsOut?: boolean
}

/** A password that is wrong says nothing of the session by which it was asked. */
const isOfSession = ({ status, code }: ApiError) => status === 401 && code !== 'wrong-credentials'

/** An answer with its age: it may come out of the service worker's cache. */
export interface Dated<Data> {
  data: Data
  /** When the server made it, milliseconds since the epoch. */
  inserted_at: number
}

export type AnySchema = v.GenericSchema<unknown, unknown>

/** Whoever waited longer for an answer slept meanwhile: no call lasts that long. */
const FRESH_MS = 60_000

interface Answer {
  response: Response
  text: string
}

export interface Client {
  /**
   * @param path below the service's base, with its leading slash; made with {@link path}
   * @throws ApiError
   */
  call<Schema extends AnySchema>(
    service: Service,
    path: string,
    schema: Schema,
    call?: Call,
  ): Promise<v.InferOutput<Schema>>
  dated<Schema extends AnySchema>(
    service: Service,
    path: string,
    schema: Schema,
    call?: Call,
  ): Promise<Dated<v.InferOutput<Schema>>>
  /** Null where there is nothing to say (204). */
  callOrNull<Schema extends AnySchema>(
    service: Service,
    path: string,
    schema: Schema,
    call?: Call,
  ): Promise<v.InferOutput<Schema> | null>
  /** For calls whose answer matters to nobody. */
  tell(service: Service, path: string, call: Call): Promise<void>
}

/** Builds a path with every value escaped: path`/state/${slug}/lines`. */
export function path(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return String.raw({ raw: parts }, ...values.map(value => encodeURIComponent(value)))
}

export function createClient(options: ClientOptions): Client {
  async function ask(service: Service, address: string, call: Call): Promise<Answer> {
    const token = call.token ?? options.getToken()
    const livesOnCookie = service === 'login' || service === 'desk'
    const request = ky(`${options.baseOf(service)}${address}`, {
      method: call.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...call.headers,
      },
      searchParams: call.query,
      json: call.json,
      timeout: call.timeoutMs ?? REQUEST_TIMEOUT_MS,
      signal: call.signal ?? null,
      // The others must not be given the cookie when they stand elsewhere.
      credentials: livesOnCookie ? 'include' : 'same-origin',
      cache: call.newest ? 'no-cache' : 'default',
      // Who asks decides whether to ask again: some questions must not be asked twice.
      retry: 0,
      throwHttpErrors: false,
    })
    const asked = options.clock.now()
    try {
      const response = await request
      const text = await request.text()
      // What the server said before the device slept would set its clock back by the whole sleep.
      const isFresh = options.clock.now() - asked < FRESH_MS
      if (!isOurs(response)) {
        // A portal's page in place of an answer is none. Of a proxy's own refusal nobody can say: the server
        // may be away for longer, or in this one answer.
        if (response.ok) options.onUnreached()
      } else if (!response.headers.has(FRESH_UNTIL))
        options.onReached(livesOnCookie && response.ok && isFresh ? response.headers.get('date') : null)
      if (response.ok) return { response, text }
      const refusal = refusalOf(response, text)
      // Only for the token that is in use now: an answer to an earlier one must not end the session that
      // replaced it.
      if (isOfSession(refusal) && token !== null && token === options.getToken()) options.onSessionExpired()
      if (response.status === 429 && !(call.waitsOut && pauseOf(refusal) !== null))
        options.onTooManyRequests(refusal.retryAfterMs)
      throw refusal
    } catch (error) {
      if (error instanceof ApiError || call.signal?.aborted) throw error
      options.onUnreached()
      if (isTimeoutError(error)) throw new ApiError('timeout', 0, 'no answer in time', { cause: error })
      // Engines disagree about what a failed fetch throws; ky knows most of them, and TypeError is the rest.
      if (isNetworkError(error) || error instanceof TypeError)
        throw new ApiError('offline', 0, 'the network cannot be reached', { cause: error })
      throw error
    }
  }

  function parse<Schema extends AnySchema>(schema: Schema, address: string, { response, text }: Answer) {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch (cause) {
      throw new ApiError('unreadable', response.status, `${address} answers no JSON`, { cause })
    }
    const parsed = v.safeParse(schema, body)
    if (parsed.success) return parsed.output
    const [issue] = parsed.issues
    throw new ApiError(
      'unreadable',
      response.status,
      `${address} ${v.getDotPath(issue) ?? ''}: ${issue.message}`,
    )
  }

  return {
    async call(service, address, schema, call = {}) {
      return parse(schema, address, await ask(service, address, call))
    },
    async callOrNull(service, address, schema, call = {}) {
      const answer = await ask(service, address, call)
      return answer.response.status === 204 ? null : parse(schema, address, answer)
    },
    async dated(service, address, schema, call = {}) {
      const answer = await ask(service, address, call)
      const made = Date.parse(answer.response.headers.get('date') ?? '')
      return {
        data: parse(schema, address, answer),
        inserted_at: Number.isNaN(made) ? options.clock.now() : made,
      }
    },
    async tell(service, address, call) {
      const answer = await ask(service, address, call)
      // Whoever answers a page of its own, as a portal does, has told nobody.
      if (answer.response.status !== 204) parse(v.unknown(), address, answer)
    },
  }
}
