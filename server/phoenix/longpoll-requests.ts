import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Admission } from './admission.ts'
import { bearerFromHeader } from './connect-request.ts'
import type { Hub } from './hub.ts'
import { LongPollTransport, type PollAnswer } from './longpoll-transport.ts'

/**
 * The HTTP status is always 200; this one is inside. The genuine client throws on any that is not among
 * these.
 */
type Status = 200 | 204 | 400 | 403 | 410 | 413 | 500

/** More than anybody guesses. */
const TOKEN_BYTES = 32

interface Session {
  transport: LongPollTransport
  /**
   * The poll's token is in the address, where logs may see it: reading also takes what the client connected
   * with.
   */
  authToken: string | null
}

/** So many that nobody can foresee: of them a session's token is made. */
export type RandomBytes = (length: number) => Uint8Array

/** The fallback of clients whose WebSocket does not come through: GET polls, POST says something. */
export class LongPollRequests<Identity, Assigns> {
  readonly #hub: Hub<Identity, Assigns>
  readonly #admission: Admission<Identity, Assigns>
  readonly #randomBytes: RandomBytes
  readonly #sessions = new Map<string, Session>()

  constructor(
    hub: Hub<Identity, Assigns>,
    admission: Admission<Identity, Assigns>,
    randomBytes: RandomBytes,
  ) {
    this.#hub = hub
    this.#admission = admission
    this.#randomBytes = randomBytes
  }

  async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const isAllowed = this.#admission.isAllowedOrigin(request)
    response.setHeader('vary', 'origin')
    if (isAllowed && request.headers.origin !== undefined) {
      response.setHeader('access-control-allow-origin', request.headers.origin)
    }
    if (request.method === 'OPTIONS') return answerPreflight(response)
    if (request.method !== 'GET' && request.method !== 'POST') return void response.writeHead(400).end()
    if (!isAllowed) return answer(response, 403)
    const session = this.#sessions.get(url.searchParams.get('token') ?? '')
    // Inside, for the genuine client: it comes back after a growing delay.
    if (!this.#admission.mayPoll(request)) return answer(response, 500)
    // The token in the address opens the session; whether its owner may still use it is asked each time.
    const stays = session !== undefined && (await session.transport.mayStay())
    if (request.method === 'POST') return this.#publish(request, response, stays ? session : undefined)
    if (stays) return this.#listen(request, response, session, url)
    // A token that means nothing any more: the client starts over, and must not find a session it did not ask
    // for.
    if (url.searchParams.get('token')) return answer(response, 410, { token: null, messages: [] })
    return this.#open(request, response, url)
  }

  async #open(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const admitted = await this.#admission.admit(request, url, 'longpoll')
    if ('refused' in admitted) return answer(response, admitted.refused === 403 ? 403 : 500)
    const token = Buffer.from(this.#randomBytes(TOKEN_BYTES)).toString('base64url')
    const transport = new LongPollTransport(this.#hub.limits, this.#hub.timers, () => {
      this.#sessions.delete(token)
      admitted.leave()
    })
    transport.start(this.#hub.open(admitted.identity, transport))
    this.#sessions.set(token, { transport, authToken: bearerFromHeader(request) })
    answer(response, 410, { token, messages: [] })
  }

  #listen(
    request: IncomingMessage,
    response: ServerResponse,
    { transport, authToken }: Session,
    url: URL,
  ): void {
    if (bearerFromHeader(request) !== authToken) return answer(response, 403)
    const token = url.searchParams.get('token')
    const reply = ({ status, messages }: PollAnswer) => answer(response, status, { token, messages })
    response.once('close', () => transport.hungUp(reply))
    transport.poll(reply)
  }

  async #publish(
    request: IncomingMessage,
    response: ServerResponse,
    session: Session | undefined,
  ): Promise<void> {
    if (!session) return answer(response, 410)
    const bearer = bearerFromHeader(request)
    // The genuine client posts without it; whoever brings one must bring the right one.
    if (bearer !== null && bearer !== session.authToken) return answer(response, 403)
    const { batchBytes, batchMessages } = this.#hub.limits
    const body = await readBody(request, batchBytes)
    const isBatch = request.headers['content-type']?.startsWith('application/x-ndjson')
    const lines =
      body === null ? [] : isBatch ? body.toString().split(/\r?\n/, batchMessages + 1) : [body.toString()]
    if (body === null || lines.length > batchMessages) {
      response.setHeader('connection', 'close')
      return answer(response, 413)
    }
    answer(response, session.transport.receive(lines.map(decodeLine)) ? 200 : 410)
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

/**
 * The genuine client sends bytes as base64 here. A message of text is a JSON array, and no base64 has a
 * bracket.
 */
const decodeLine = (line: string): string | Uint8Array =>
  /^[A-Za-z0-9+/]+=*$/.test(line) ? Buffer.from(line, 'base64') : line

function answer(response: ServerResponse, status: Status, more: object = {}): void {
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify({ ...more, status }))
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
