import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { officeTopic } from '#contract/channel/office-channel.ts'
import type { LineState } from '#contract/rest/offices.ts'
import type { ChannelHandler, EventAnswer, JoinAnswer } from '#server/phoenix/channel.ts'
import { createPhoenixEndpoint, type PhoenixEndpoint } from '#server/phoenix/endpoint.ts'

interface Visitor {
  token: string | null
}

type Asked = Record<string, unknown>

interface StoredFact {
  seq: number
  event: string
  everyone: Asked | null
  owner: { token: string; payload: Asked } | null
}

/**
 * An office's channel on the project's own Phoenix server, at a port of its own: a log of facts with sequence
 * numbers, replayed at a join. What it has no part in (the queue) the test says.
 */
export class OfficeServer {
  readonly joins: { officeSlug: string; payload: Asked; token: string | null }[] = []
  readonly transports: string[] = []
  /** Whether anybody who knocks may connect. */
  letsIn = true
  /** What a join answers, before anything else; `null` lets it happen. */
  onJoin: (officeSlug: string) => JoinAnswer | null | Promise<JoinAnswer | null> = () => null
  onEvent: (event: string, payload: Asked, token: string) => EventAnswer | Promise<EventAnswer> = () =>
    undefined
  lines: LineState[] = []
  readonly #facts = new Map<string, StoredFact[]>()
  #endpoint!: PhoenixEndpoint<Visitor, object>
  #server!: Server
  #port = 0

  static async start(): Promise<OfficeServer> {
    const office = new OfficeServer()
    await office.listen()
    return office
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get socketUrl(): string {
    return `ws://127.0.0.1:${this.#port}/socket`
  }

  get endpoint(): PhoenixEndpoint<Visitor, object> {
    return this.#endpoint
  }

  joinedTo(officeSlug: string): number {
    return this.#endpoint.channelsOf(officeTopic(officeSlug)).size
  }

  seq(officeSlug: string): number {
    return this.#facts.get(officeSlug)?.length ?? 0
  }

  /**
   * Logs a fact and says it to who is joined: everyone gets `everyone`, the owner's sockets `owner` instead.
   * @returns its sequence number
   */
  tell(
    officeSlug: string,
    event: string,
    everyone: Asked | null,
    owner: { token: string; payload: Asked } | null = null,
    at = new Date().toISOString(),
  ): number {
    const seq = this.seq(officeSlug) + 1
    const placed = { seq, at, officeSlug }
    const fact = {
      seq,
      event,
      everyone: everyone && { ...placed, ...everyone },
      owner: owner && { token: owner.token, payload: { ...placed, ...owner.payload } },
    }
    this.#facts.set(officeSlug, [...(this.#facts.get(officeSlug) ?? []), fact])
    const topic = officeTopic(officeSlug)
    if (fact.owner) this.#endpoint.sendTo(fact.owner.token, event, fact.owner.payload, topic)
    if (fact.everyone)
      this.#endpoint.broadcast(topic, event, fact.everyone, {
        except: channel => channel.identityKey === fact.owner?.token,
      })
    return seq
  }

  /** Says something on the topic as it is, without a place in the log. */
  say(officeSlug: string, event: string, payload: object): void {
    this.#endpoint.broadcast(officeTopic(officeSlug), event, payload)
  }

  pushTo(token: string, officeSlug: string, event: string, payload: object): void {
    this.#endpoint.sendTo(token, event, payload, officeTopic(officeSlug))
  }

  async listen(): Promise<void> {
    this.#endpoint = createPhoenixEndpoint<Visitor, object>({
      connect: ({ token, transport }) => {
        this.transports.push(transport)
        return this.letsIn ? { token } : null
      },
      channels: { 'web:*': this.#channel() },
      identityKey: ({ token }) => token,
      // Joins that never end are for the client to give up.
      limits: { joinMs: 120_000, closeMs: 200, pollMs: 300 },
    })
    this.#server = createServer((request, response) => {
      if (!this.#endpoint.handleRequest(request, response)) response.writeHead(404).end()
    })
    this.#server.on('upgrade', (request, socket, head) => {
      if (!this.#endpoint.handleUpgrade(request, socket, head)) socket.destroy()
    })
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    await this.#endpoint.close()
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  #channel(): ChannelHandler<Visitor, object> {
    return {
      join: async ({ topic, payload, identity }) => {
        const officeSlug = topic.slice(officeTopic('').length)
        const asked = (payload ?? {}) as { last_seq?: number }
        this.joins.push({ officeSlug, payload: asked, token: identity.token })
        const answer = await this.onJoin(officeSlug)
        if (answer) return answer
        return { ok: this.#reply(officeSlug, asked.last_seq, identity.token) }
      },
      handle: (event, payload, channel) =>
        this.onEvent(event, payload as Asked, channel.identity.token ?? ''),
    }
  }

  #reply(officeSlug: string, lastSeq: number | undefined, token: string | null): object {
    const seq = this.seq(officeSlug)
    if (lastSeq === undefined) return { seq, reset: false, missed: [], lines: this.lines }
    if (lastSeq > seq) return { seq, reset: true, missed: [], lines: this.lines }
    const missed = (this.#facts.get(officeSlug) ?? [])
      .filter(fact => fact.seq > lastSeq)
      .map(({ event, everyone, owner }) => ({
        event,
        payload: owner?.token === token ? owner.payload : everyone,
      }))
      .filter(({ payload }) => payload !== null)
    return { seq, reset: false, missed, lines: this.lines }
  }
}
