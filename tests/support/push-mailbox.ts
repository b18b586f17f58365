import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { PushRefusal, PushRequest } from './push-post.ts'

/**
 * `waiting` for its browser; `sent` to it but not acknowledged; `delivered` to its service worker; `failed`
 * there; `replaced` by a later one of the same topic before it was delivered; `expired` while it waited.
 */
export type PushFate = 'waiting' | 'sent' | 'delivered' | 'failed' | 'replaced' | 'expired'

/** A push that the service took (201), with what has become of it so far. */
export type AcceptedPush = PushRequest & {
  id: string
  endpoint: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** Milliseconds since the epoch. */
  receivedAt: number
  fate: PushFate
  /**
   * What the browser reported: 100 delivered, 101 could not decrypt, 102 not delivered, 301–303 its worker
   * failed.
   */
  codes: number[]
}

/** A push that was answered with anything but 201. */
export type RefusedPush = PushRefusal & { endpoint: string; headers: IncomingHttpHeaders; body: Buffer }

export type PushChannel = {
  channelID: string
  /** The browser that owns it; undefined for one made by a test, which no browser listens to. */
  uaid: string | undefined
  endpoint: string
  /** base64url, unpadded. */
  applicationServerKey: string | undefined
  /** What every POST is answered instead of being judged; undefined when it works. */
  refusal: number | undefined
}

/** The subscriptions and the messages of the push service: all that it knows, without any network. */
export class PushMailbox {
  readonly channels: PushChannel[] = []
  readonly accepted: AcceptedPush[] = []
  readonly refused: RefusedPush[] = []
  readonly #endpointBase: string
  readonly #now: () => number

  constructor(endpointBase: string, now: () => number) {
    this.#endpointBase = endpointBase
    this.#now = now
  }

  /** Opens a subscription; its endpoint cannot be guessed, as RFC 8030 §8.1 asks. */
  open(channel: Pick<PushChannel, 'uaid' | 'applicationServerKey'> & { channelID?: string }): PushChannel {
    const endpoint = `${this.#endpointBase}${randomUUID()}`
    const opened = { channelID: randomUUID(), ...channel, endpoint, refusal: undefined }
    this.channels.push(opened)
    return opened
  }

  /** Ends a subscription: from now on its endpoint answers 410. */
  end(uaid: string, channelID: string): void {
    const channel = this.channels.find(one => one.uaid === uaid && one.channelID === channelID)
    if (channel) channel.refusal = 410
  }

  /** Ends the subscriptions of every browser, and knows none of them any more. */
  forgetBrowsers(): void {
    for (const channel of this.channels) {
      if (channel.uaid === undefined) continue
      channel.uaid = undefined
      channel.refusal = 410
    }
  }

  find(endpoint: string): PushChannel | undefined {
    return this.channels.find(channel => channel.endpoint === endpoint)
  }

  knows(uaid: string): boolean {
    return this.channels.some(channel => channel.uaid === uaid)
  }

  /** Keeps a message, in the place of an undelivered one of the same subscription and topic. */
  keep(request: PushRequest, post: Pick<AcceptedPush, 'endpoint' | 'headers' | 'body'>): AcceptedPush {
    for (const earlier of this.#undelivered(post.endpoint)) {
      if (request.topic !== undefined && earlier.topic === request.topic) earlier.fate = 'replaced'
    }
    const message: AcceptedPush = {
      ...request,
      ...post,
      id: randomUUID(),
      receivedAt: this.#now(),
      fate: 'waiting',
      codes: [],
    }
    this.accepted.push(message)
    return message
  }

  /**
   * What a browser that connects now has to be given, oldest first: also what it got but never acknowledged.
   */
  due(uaid: string): { channel: PushChannel; message: AcceptedPush }[] {
    const own = this.channels.filter(channel => channel.uaid === uaid && channel.refusal !== 410)
    return own
      .flatMap(channel => this.#undelivered(channel.endpoint).map(message => ({ channel, message })))
      .sort((a, b) => this.accepted.indexOf(a.message) - this.accepted.indexOf(b.message))
  }

  /** Notes what a browser reports of a message; a failure stays one, whatever else it says of it. */
  report(messageId: string, code: number): void {
    const message = this.accepted.find(one => one.id === messageId)
    if (!message) return
    message.codes.push(code)
    message.fate = message.codes.every(one => one === 100) ? 'delivered' : 'failed'
  }

  #undelivered(endpoint: string): AcceptedPush[] {
    const kept = this.accepted.filter(
      message => message.endpoint === endpoint && (message.fate === 'waiting' || message.fate === 'sent'),
    )
    for (const message of kept) {
      if (message.receivedAt + message.ttl * 1000 <= this.#now()) message.fate = 'expired'
    }
    return kept.filter(message => message.fate !== 'expired')
  }
}
