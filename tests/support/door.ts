import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { officeTopic } from '#contract/channel/office-channel.ts'
import { DoorSockets } from './door-sockets.ts'

/**
 * What becomes of a call or of a push: `lost`: it happens, and no answer comes. `unheard`: it does not
 * happen, and no answer comes. `dropped`: it happens on a channel, and not over HTTP, and the connection is
 * gone. `down`: 503.
 */
type Fault = 'lost' | 'unheard' | 'dropped' | 'down'

export interface Mishaps {
  /** By `GET /path`, or by the name of a push. */
  readonly faults: Map<string, Fault>
  /** Events that the server says and nobody hears. */
  readonly silent: Set<string>
  /** What was done, and never answered, by the names of the faults. */
  readonly lost: string[]
}

interface Asked {
  method: string
  path: string
  body: unknown
  token: string | null
}

type Answer = (response: ServerResponse) => void

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message) text += String(chunk)
  return text
}

/**
 * A door in front of a server: what passes is written down, and goes wrong where a test says so. Behind it is
 * also what a browser does and Node does not: it says from where a page asks, and keeps the session's cookie.
 */
export class Door implements Mishaps {
  readonly requests: Asked[] = []
  readonly sockets: DoorSockets
  readonly faults = new Map<string, Fault>()
  readonly silent = new Set<string>()
  readonly lost: string[] = []
  /** What is answered instead of the server, by `GET /path`. */
  readonly answers = new Map<string, Answer>()
  /** name=value, or null where the browser has none. */
  cookie: string | null = null
  /** By name: those by which the browser is known, and holds an attempt with a provider. */
  readonly others = new Map<string, string>()
  readonly #target: URL
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server = createServer((request, response) => {
    this.#pass(request, response).catch(() => response.destroy())
  })

  private constructor(target: string) {
    this.#target = new URL(target)
    this.sockets = new DoorSockets(this.#target, this)
    this.#server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.sockets.open(request, socket, head),
    )
  }

  static async before(target: string): Promise<Door> {
    const door = new Door(target)
    door.#server.listen(0, '127.0.0.1')
    await once(door.#server, 'listening')
    return door
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The calls of one kind, such as `GET /services/flags`. */
  asked(call: string): Asked[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === call)
  }

  /** What was said to an office's channel by this name. */
  said(event: string): Record<string, unknown>[] {
    return this.sockets.said.filter(said => said.event === event).map(({ payload }) => payload)
  }

  get joins(): { officeSlug: string; payload: Record<string, unknown> }[] {
    return this.sockets.said
      .filter(({ event }) => event === 'phx_join')
      .map(({ topic, payload }) => ({ officeSlug: topic.slice(officeTopic('').length), payload }))
  }

  /** Nothing goes wrong from now on. */
  mend(): void {
    this.faults.clear()
    this.silent.clear()
    this.answers.clear()
  }

  /** As before the first visitor. */
  forget(): void {
    this.mend()
    this.requests.length = 0
    this.lost.length = 0
    this.cookie = null
    this.others.clear()
    this.sockets.forget()
  }

  /** Whoever waits for an answer hears that none will come. */
  hangUp(): void {
    this.#server.closeAllConnections()
  }

  async close(): Promise<void> {
    this.sockets.forget()
    this.#agent.destroy()
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request
    const path = new URL(request.url ?? '', this.#target).pathname
    const body = await textOf(request)
    const call = `${method} ${path}`
    if (this.sockets.isCut) return void response.destroy()
    const token = headers.authorization?.replace('Bearer ', '') ?? null
    // The long poll is the sockets' other way, and no call.
    if (!path.startsWith('/socket'))
      this.requests.push({ method, path, body: body === '' ? {} : JSON.parse(body), token })
    const fault = this.faults.get(call)
    if (fault === 'dropped') return void response.destroy()
    if (fault === 'unheard') return
    if (fault === 'down') return unavailable(response)
    const canned = this.answers.get(call)
    if (canned) return canned(response)
    const answer = await this.#forward(request, body)
    if (fault === 'lost') {
      await textOf(answer)
      this.lost.push(call)
      return
    }
    for (const set of answer.headers['set-cookie'] ?? []) {
      const kept = /Max-Age=0|Expires=Thu, 01 Jan 1970/.test(set) ? null : (set.split(';')[0] ?? null)
      const [, other] = /^(numerito-(?:known|attempt))=/.exec(set) ?? []
      if (other === undefined) this.cookie = kept
      else if (kept === null) this.others.delete(other)
      else this.others.set(other, kept)
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  }

  async #forward({ method, url, headers }: IncomingMessage, body: string): Promise<IncomingMessage> {
    const { hostname, port, host, origin } = this.#target
    const own = this.cookie === null ? [] : [this.cookie]
    const cookies = [...own, ...this.others.values()].join('; ')
    const sent = { ...headers, host, origin, ...(cookies !== '' && { cookie: cookies }) }
    const asking = ask({ hostname, port, method, path: url, headers: sent, agent: this.#agent })
    asking.end(body)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    return answer
  }
}

/** What a proxy answers by itself that does not know yet, or no longer, where the server is. */
export const proxysOwn =
  (status: number): Answer =>
  response => {
    response.writeHead(status, { 'content-type': 'text/plain' })
    response.end(`${status} said by a proxy`)
  }

function unavailable(response: ServerResponse): void {
  const body = { type: 'about:blank', title: 'unavailable', status: 503, code: 'unavailable', message: 'no' }
  response.writeHead(503, { 'content-type': 'application/problem+json' })
  response.end(JSON.stringify(body))
}
