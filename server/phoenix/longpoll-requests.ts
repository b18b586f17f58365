import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Admission } from './admission.ts'
import { bearerFromHeader } from './connect-request.ts'
import type { PhoenixLimits } from './limits.ts'
import { type Answer, digestOf, type LongPollSessions, type Question } from './longpoll-sessions.ts'
import type { PollRelay } from './poll-relay.ts'

/**
 * The HTTP status is always 200; this one is inside. The genuine client throws on any that is not among
 * these.
 */
type Status = 200 | 204 | 400 | 403 | 410 | 413 | 500

/** More than anybody guesses. */
const TOKEN_BYTES = 32

/** So many that nobody can foresee: of them a session's token is made. */
export type RandomBytes = (length: number) => Uint8Array

/** The fallback of clients whose WebSocket does not come through: GET polls, POST says something. */
export class LongPollRequests<Identity, Assigns> {
  readonly #limits: PhoenixLimits
  readonly #admission: Admission<Identity, Assigns>
  readonly #sessions: LongPollSessions<Identity, Assigns>
  readonly #relay: PollRelay | undefined
  readonly #randomBytes: RandomBytes

  constructor(options: {
    limits: PhoenixLimits
    admission: Admission<Identity, Assigns>
    sessions: LongPollSessions<Identity, Assigns>
    /** Absent where there is one process. */
    relay: PollRelay | undefined
    randomBytes: RandomBytes
  }) {
    this.#limits = options.limits
    this.#admission = options.admission
    this.#sessions = options.sessions
    this.#relay = options.relay
    this.#randomBytes = options.randomBytes
  }

  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const isAllowed = this.#admission.isAllowedOrigin(request)
    response.setHeader('vary', 'origin')
    if (isAllowed && request.headers.origin !== undefined) {
      response.setHeader('access-control-allow-origin', request.headers.origin)
    }
    if (request.method === 'OPTIONS') return answerPreflight(response)
    if (request.method !== 'GET' && request.method !== 'POST') return void response.writeHead(400).end()
    if (!isAllowed) return this.#answer(response, 403)
    // Inside, for the genuine client: it comes back after a growing delay.
    if (!this.#admission.mayPoll(request)) return this.#answer(response, 500)
    const token = url.searchParams.get('token') ?? ''
    const key = digestOf(token)
    const home = this.#relay?.homeOf(token) ?? null
    const isKnown = home !== null || this.#sessions.has(key)
    if (request.method === 'GET' && token === '') return this.#open(request, response, url)
    // A token that means nothing any more: the client starts over, and must not find a session it did not ask
    // for.
    if (!isKnown)
      return this.#answer(response, 410, request.method === 'GET' ? { token: null, messages: [] } : {})
    const secret = bearerFromHeader(request)
    const question = { key, bearer: secret === null ? null : digestOf(secret), posted: null }
    if (request.method === 'GET')
      return this.#ask(response, home, question, ({ status, messages }) =>
        this.#answer(
          response,
          status,
          status === 403 ? {} : { token: status === 410 ? null : token, messages },
        ),
      )
    const posted = await this.#read(request)
    if (posted)
      return this.#ask(response, home, { ...question, posted }, ({ status }) =>
        this.#answer(response, status),
      )
    response.setHeader('connection', 'close')
    this.#answer(response, 413)
  }

  async #open(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const admitted = await this.#admission.admit(request, url, 'longpoll')
    if ('refused' in admitted) return this.#answer(response, admitted.refused === 403 ? 403 : 500)
    const secret = Buffer.from(this.#randomBytes(TOKEN_BYTES)).toString('base64url')
    const token = this.#relay?.tokenOf(secret) ?? secret
    const bearer = bearerFromHeader(request)
    this.#sessions.open(
      digestOf(token),
      bearer === null ? null : digestOf(bearer),
      admitted.identity,
      admitted.leave,
    )
    this.#answer(response, 410, { token, messages: [] })
  }

  /** Of the session, wherever it lives. */
  async #ask(
    response: ServerResponse,
    home: string | null,
    question: Question,
    say: (answer: Answer) => void,
  ): Promise<void> {
    let hangUp = () => {}
    response.once('close', () => hangUp())
    hangUp =
      this.#relay && home !== null
        ? this.#relay.ask(home, question, say)
        : await this.#sessions.ask(question, say)
    if (response.destroyed) hangUp()
  }

  #answer(response: ServerResponse, status: Status, more: object = {}): void {
    // Kept alive for another poll, the connection would keep a server from ending.
    if (this.#admission.isClosed && response.req.httpVersionMajor === 1)
      response.setHeader('connection', 'close')
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .end(JSON.stringify({ ...more, status }))
  }

  /** @returns what was posted, line by line; null where that is too much */
  async #read(request: IncomingMessage): Promise<string[] | null> {
    const { batchBytes, batchMessages } = this.#limits
    const body = await readBody(request, batchBytes)
    if (body === null) return null
    const isBatch = request.headers['content-type']?.startsWith('application/x-ndjson')
    const lines = isBatch ? body.toString().split(/\r?\n/, batchMessages + 1) : [body.toString()]
    return lines.length > batchMessages ? null : lines
  }
}

/**
 * The whole body, or null once it is longer than `limit` bytes. Rejects when the client hangs up half-way.
 */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  // The request must outlive an early return, or its socket dies before the answer is on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function answerPreflight(response: ServerResponse): void {
  response
    .writeHead(200, {
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'accept, content-type, x-phoenix-authtoken',
      'access-control-max-age': '3600',
    })
    .end()
}
