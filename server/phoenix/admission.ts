import type { IncomingMessage } from 'node:http'
import { AddressBook } from './address-book.ts'
import {
  type ConnectRequest,
  bearerFromHeader,
  bearerFromProtocols,
  clientParams,
  isAllowedOrigin,
  isKnownVersion,
} from './connect-request.ts'
import type { Hub } from './hub.ts'
import { LATE, withDeadline } from './deadline.ts'
import { digestOf } from './longpoll-sessions.ts'

/** Whoever is let in holds a place of its address until `leave` is called. */
export type Admitted<Identity> =
  | { identity: Identity; leave: () => void }
  | { refused: 403 | 429 | 500 | 503 }

export interface AdmissionOptions<Identity> {
  connect: (request: ConnectRequest) => Identity | null | Promise<Identity | null>
  allowedOrigins: 'same-host' | readonly string[]
  remoteAddress: (request: IncomingMessage) => string
}

/** The one gate of both transports: who may open a session, and as whom. */
export class Admission<Identity, Assigns> {
  readonly #hub: Hub<Identity, Assigns>
  readonly #options: AdmissionOptions<Identity>
  readonly #addresses: AddressBook
  /** Being admitted is counted too: a slow `connect` must not let any number of clients wait at the gate. */
  #waiting = 0
  #isClosed = false

  constructor(hub: Hub<Identity, Assigns>, options: AdmissionOptions<Identity>) {
    this.#hub = hub
    this.#options = options
    this.#addresses = new AddressBook(hub.limits, hub.now)
  }

  close(): void {
    this.#isClosed = true
  }

  /** Nobody is let in any more, for the endpoint goes. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  isAllowedOrigin(request: IncomingMessage): boolean {
    return isAllowedOrigin(request, this.#options.allowedOrigins)
  }

  /** Whether the client's address may go on polling, and posting, at this pace. */
  mayPoll(request: IncomingMessage): boolean {
    return this.#addresses.mayPoll(this.#options.remoteAddress(request))
  }

  admit(
    request: IncomingMessage,
    url: URL,
    transport: ConnectRequest['transport'],
  ): Promise<Admitted<Identity>> {
    return this.#hub.crowd.step(() => this.#admit(request, url, transport))
  }

  async #admit(
    request: IncomingMessage,
    url: URL,
    transport: ConnectRequest['transport'],
  ): Promise<Admitted<Identity>> {
    if (!this.isAllowedOrigin(request) || !isKnownVersion(url)) return { refused: 403 }
    if (this.#isClosed || this.#hub.size + this.#waiting >= this.#hub.limits.sockets) return { refused: 503 }
    const remoteAddress = this.#options.remoteAddress(request)
    const token =
      transport === 'websocket'
        ? bearerFromProtocols(request.headers['sec-websocket-protocol'])
        : bearerFromHeader(request)
    const digest = token === null ? null : digestOf(token)
    // Before anybody is asked who it is: a flood must cost no look at anything.
    if (!this.#addresses.mayConnect(remoteAddress, digest)) return { refused: 429 }
    // Held from now on: any number of attempts at once must not pass for none.
    const leave = this.#addresses.hold(remoteAddress)
    let isIn = false
    this.#waiting += 1
    try {
      const identity = await withDeadline(
        this.#connect({
          token,
          params: clientParams(url),
          origin: request.headers.origin ?? null,
          remoteAddress,
          transport,
        }),
        this.#hub.limits.connectMs,
        this.#hub.timers,
      )
      // The endpoint may have closed meanwhile, and has then already taken leave of everybody it knew.
      if (identity === LATE || this.#isClosed) return { refused: 503 }
      if (identity === null) {
        this.#addresses.failed(remoteAddress, digest)
        return { refused: 403 }
      }
      if (digest !== null) this.#addresses.succeeded(digest)
      isIn = true
      return { identity, leave }
    } catch (error) {
      this.#hub.log.error({ error }, 'connect crashed')
      return { refused: 500 }
    } finally {
      this.#waiting -= 1
      if (!isIn) leave()
    }
  }

  async #connect(request: ConnectRequest): Promise<Identity | null> {
    return (await this.#options.connect(request)) ?? null
  }
}
