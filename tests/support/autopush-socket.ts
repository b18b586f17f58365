import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { AcceptedPush, PushChannel, PushMailbox } from './push-mailbox.ts'

type FromBrowser =
  | { messageType: 'hello'; uaid?: string; use_webpush?: boolean }
  | { messageType: 'register'; channelID: string; key?: string }
  | { messageType: 'unregister'; channelID: string; code?: number }
  | { messageType: 'ack'; updates: { channelID: string; version: string; code: number }[] }
  | { messageType: 'nack'; version: string; code: number }
  | { messageType?: undefined }

/**
 * Speaks autopush's protocol, as Firefox expects it, with one browser. What waits for the browser is sent
 * right after the greeting, and again on each greeting until it is acknowledged.
 */
export class AutopushSocket {
  /** Known after the greeting. */
  uaid: string | undefined
  readonly #socket: WebSocket
  readonly #mailbox: PushMailbox

  constructor(socket: WebSocket, mailbox: PushMailbox) {
    this.#socket = socket
    this.#mailbox = mailbox
    socket.on('message', data => this.#answer(JSON.parse((data as Buffer).toString())))
    // The browser may vanish in the middle of a frame; 'close' follows and says all there is to know.
    socket.on('error', () => {})
  }

  /** Hands a message over; it stays the service's until the browser acknowledges it. */
  deliver(channel: PushChannel, message: AcceptedPush): void {
    message.fate = 'sent'
    const encrypted = { data: message.body.toString('base64url'), headers: { encoding: 'aes128gcm' } }
    this.#send({
      messageType: 'notification',
      channelID: channel.channelID,
      version: message.id,
      ...(message.body.length > 0 ? encrypted : {}),
    })
  }

  #answer(message: FromBrowser): void {
    switch (message.messageType) {
      case 'hello':
        return this.#greet(message.uaid)
      case 'register':
        return this.#register(message.channelID, message.key)
      case 'unregister':
        if (this.uaid) this.#mailbox.end(this.uaid, message.channelID)
        return this.#send({ messageType: 'unregister', channelID: message.channelID, status: 200 })
      case 'ack':
        for (const update of message.updates) this.#mailbox.report(update.version, update.code)
        return
      case 'nack':
        return this.#mailbox.report(message.version, message.code)
      case undefined:
        // A ping is an empty object, and so is its answer.
        return this.#send({})
    }
  }

  #greet(claimed: string | undefined): void {
    // A browser that is given another id drops its subscriptions, as it must when the service has forgotten
    // them.
    this.uaid = claimed && this.#mailbox.knows(claimed) ? claimed : randomUUID().replaceAll('-', '')
    this.#send({ messageType: 'hello', status: 200, uaid: this.uaid, use_webpush: true })
    for (const { channel, message } of this.#mailbox.due(this.uaid)) this.deliver(channel, message)
  }

  #register(channelID: string, key: string | undefined): void {
    if (!this.uaid) return this.#send({ messageType: 'register', channelID, status: 401 })
    // Firefox pads the key; the Authorization header never does.
    const applicationServerKey = key?.replace(/=+$/, '')
    const { endpoint } = this.#mailbox.open({ uaid: this.uaid, channelID, applicationServerKey })
    this.#send({ messageType: 'register', channelID, status: 200, pushEndpoint: endpoint })
  }

  #send(message: object): void {
    this.#socket.send(JSON.stringify(message))
  }
}
