import ky, { isNetworkError, isTimeoutError } from 'ky'
import * as v from 'valibot'
import type { Service } from '#contract/bases.ts'
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { Clock } from '#src/platform/clock.ts'
import { ApiError, refusalOf } from './api-error.ts'

export interface ClientOptions {
  clock: Clock
  /** The base address of a service, without a slash at its end. */
  baseOf(service: Service): string
  /** The session's token, or null for a guest. Read at every request. */
  getToken(): string | null
  /** The server no longer knows the token that is still in use. */
  onSessionExpired(): void
  onTooManyRequests(retryAfterMs: number | null): void
  /** An answer came, whatever it said. */
  onReached(): void
  /** None came, for want of network or in time. */
  onUnreached(): void
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: Record<string, string | number | boolean | undefined>
  json?: unknown
  /** How long the answer may take, milliseconds. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

/** An answer with its age: it may come out of the service worker's cache. */
export interface Dated<Data> {
  data: Data
  /** When the server made it, milliseconds since the epoch. */
  inserted_at: number
}

export type AnySchema = v.GenericSchema<unknown, unknown>

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
  /** For calls whose answer says nothing (204). */
  tell(service: Service, path: string, call: Call): Promise<void>
}

/** Builds a path with every value escaped: path`/state/${slug}/lines`. */
export function path(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return String.raw({ raw: parts }, ...values.map(value => encodeURIComponent(value)))
}

export function createClient(options: ClientOptions): Client {
  async function ask(service: Service, address: string, call: Call) {
    const token = options.getToken()
    const request = ky(`${options.baseOf(service)}${address}`, {
      method: call.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      searchParams: call.query,
      json: call.json,
      timeout: call.timeoutMs ?? REQUEST_TIMEOUT_MS,
      signal: call.signal ?? null,
      // The login service alone lives on a cookie; the others must not be given it when they stand elsewhere.
      credentials: service === 'login' ? 'include' : 'same-origin',
      // Who asks decides whether to ask again: some questions must not be asked twice.
      retry: 0,
      throwHttpErrors: false,
    })
    try {
      const response = await request
      const text = await request.text()
      options.onReached()
      if (response.ok) return { response, text }
      const refusal = refusalOf(response, text)
      // Only for the token that is in use now: an answer to an earlier one must not end the session that replaced it.
      if (response.status === 401 && token !== null && token === options.getToken())
        options.onSessionExpired()
      if (response.status === 429) options.onTooManyRequests(refusal.retryAfterMs)
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

  async function dated<Schema extends AnySchema>(
    service: Service,
    address: string,
    schema: Schema,
    call: Call = {},
  ): Promise<Dated<v.InferOutput<Schema>>> {
    const { response, text } = await ask(service, address, call)
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch (cause) {
      throw new ApiError('unreadable', response.status, 'the answer is no JSON', { cause })
    }
    const parsed = v.safeParse(schema, body)
    if (!parsed.success) {
      const [issue] = parsed.issues
      const place = v.getDotPath(issue) ?? ''
      throw new ApiError('unreadable', response.status, `${address} ${place}: ${issue.message}`)
    }
    const made = Date.parse(response.headers.get('date') ?? '')
    return { data: parsed.output, inserted_at: Number.isNaN(made) ? options.clock.now() : made }
  }

  return {
    dated,
    call: async (service, address, schema, call) => (await dated(service, address, schema, call)).data,
    tell: async (service, address, call) => void (await ask(service, address, call)),
  }
}
