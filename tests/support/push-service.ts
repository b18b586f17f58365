import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { AutopushSocket } from './autopush-socket.ts'
import { makePushKeys, type PushKeys } from './push-decryption.ts'
import { type AcceptedPush, PushMailbox, type RefusedPush } from './push-mailbox.ts'
import { type PushRefusal, type PushRequest, readPushPost } from './push-post.ts'
import { waitFor } from './wait-for.ts'

/** What `PushSubscription.toJSON()` gives a page; keys in base64url. */
export type PushSubscriptionJson = { endpoint: string; keys: { p256dh: string; auth: string } }

/** How a subscription's endpoint can be made to answer; 201 is its normal life again. */
export type EndpointAnswer = 201 | 403 | 404 | 410 | 429 | 500

export type PushService = {
  /** For Firefox's `dom.push.serverURL`. */
  socketUrl: string
  /** Origin of every endpoint, and so the audience of every VAPID token. */
  origin: string
  /**
   * Every push answered with 201, oldest first; each entry's `fate` and `codes` change as the browser
   * reports.
   */
  accepted: readonly AcceptedPush[]
  /** Every push answered with anything else, with the reason. */
  refused: readonly RefusedPush[]
  /** A subscription that no browser listens to, with the keys to open what is sent to it. */
  createSubscription(applicationServerKey?: string): { subscription: PushSubscriptionJson; keys: PushKeys }
  /** Makes an endpoint answer every POST with a status, until told otherwise. */
  answerWith(endpoint: string, answer: EndpointAnswer): void
  /**
   * Drops every browser and lets none in until `admitBrowsers`: what comes meanwhile is kept, as for a phone
   * that is off.
   */
  refuseBrowsers(): void
  admitBrowsers(): void
  /**
   * Ends every subscription of every browser, as a service that lost its memory: each is told so when it is
   * back.
   */
  forgetBrowsers(): void
  /** The first accepted push that fits, already there or still to come. */
  waitForPush(fits?: (push: AcceptedPush) => boolean, patienceMs?: number): Promise<AcceptedPush>
  stop(): Promise<void>
}

const ENDPOINT_PATH = '/wpush/v2/'
/** What a 429 asks for. */
export const RETRY_AFTER_S = 60

/**
 * Starts a push service on a free port of 127.0.0.1: RFC 8030 towards the application server, autopush's
 * WebSocket protocol towards Firefox. It judges what it is sent as strictly as the strictest real service.
 * @param now milliseconds since the epoch; decides when a token or a message expires
 */
export async function startPushService({
  now = Date.now,
}: {
  now?: () => number
} = {}): Promise<PushService> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`
  const mailbox = new PushMailbox(`${origin}${ENDPOINT_PATH}`, now)
  const browsers = new Set<AutopushSocket>()
  const sockets = new WebSocketServer({ noServer: true })
  let isAdmitting = true

  server.on('request', (request, response) => {
    receivePost(request, response, { mailbox, browsers, origin, now }).catch(error => response.destroy(error))
  })
  server.on('upgrade', (request, socket, head) => {
    if (!isAdmitting) return socket.destroy()
    sockets.handleUpgrade(request, socket, head, connection => {
      const browser = new AutopushSocket(connection, mailbox)
      browsers.add(browser)
      connection.on('close', () => browsers.delete(browser))
    })
  })
  const dropBrowsers = () => {
    browsers.clear()
    for (const connection of sockets.clients) connection.terminate()
  }

  return {
    socketUrl: `ws://${host}/`,
    origin,
    accepted: mailbox.accepted,
    refused: mailbox.refused,
    createSubscription(applicationServerKey) {
      const keys = makePushKeys()
      const { endpoint } = mailbox.open({ uaid: undefined, applicationServerKey })
      const p256dh = keys.publicKey.toString('base64url')
      return { subscription: { endpoint, keys: { p256dh, auth: keys.auth.toString('base64url') } }, keys }
    },
    answerWith(endpoint, answer) {
      const channel = mailbox.find(endpoint)
      if (!channel) throw new Error(`no subscription has the endpoint ${endpoint}`)
      channel.refusal = answer === 201 ? undefined : answer
    },
    refuseBrowsers() {
      isAdmitting = false
      dropBrowsers()
    },
    admitBrowsers() {
      isAdmitting = true
    },
    forgetBrowsers() {
      mailbox.forgetBrowsers()
      dropBrowsers()
    },
    waitForPush: (fits = () => true, patienceMs) =>
      waitFor('a push', () => mailbox.accepted.find(fits), patienceMs),
    async stop() {
      dropBrowsers()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

type PostPlace = {
  mailbox: PushMailbox
  browsers: ReadonlySet<AutopushSocket>
  origin: string
  now: () => number
}

async function receivePost(
  request: IncomingMessage,
  response: ServerResponse,
  place: PostPlace,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const post = {
    endpoint: `${place.origin}${request.url}`,
    headers: request.headers,
    body: Buffer.concat(chunks),
  }
  const verdict =
    request.method === 'POST' ? judge(post, place) : { status: 405, reason: 'only POST is understood' }
  if ('status' in verdict) {
    place.mailbox.refused.push({ ...post, ...verdict })
    if (verdict.status === 429) response.setHeader('Retry-After', RETRY_AFTER_S)
    response.writeHead(verdict.status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ code: verdict.status, message: verdict.reason }))
    return
  }
  const message = place.mailbox.keep(verdict, post)
  response.writeHead(201, { Location: `${place.origin}/message/${message.id}`, TTL: message.ttl }).end()
  const channel = place.mailbox.find(post.endpoint)
  for (const browser of place.browsers) {
    if (channel && browser.uaid !== undefined && browser.uaid === channel.uaid)
      browser.deliver(channel, message)
  }
}

function judge(
  post: Pick<RefusedPush, 'endpoint' | 'headers' | 'body'>,
  place: PostPlace,
): PushRequest | PushRefusal {
  const channel = place.mailbox.find(post.endpoint)
  if (!channel) return { status: 404, reason: 'no such subscription' }
  if (channel.refusal !== undefined)
    return { status: channel.refusal, reason: 'this subscription answers so now' }
  const { applicationServerKey } = channel
  return readPushPost(post.headers, post.body, {
    audience: place.origin,
    applicationServerKey,
    now: place.now(),
  })
}
