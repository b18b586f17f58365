import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { addressOfHost, mayReach } from './may-reach.ts'

/** What the receiver said; or why nothing was heard: a code. */
export type WebhookAnswer =
  | {
      kind: 'answered'
      status: number
      /** How long it asked us to wait (Retry-After in seconds); 0 where it asked for nothing. */
      waitMs: number
    }
  | { kind: 'unheard'; reason: string }

export interface WebhookPost {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

export type PostWebhook = (post: WebhookPost) => Promise<WebhookAnswer>

const ADDRESS_REFUSED = 'address-refused'
const TIMEOUT = 'timeout'
const FAILED = 'failed'
/** Receivers note what they are told and answer; what takes longer is theirs to do later. */
const PATIENCE_MS = 5_000

class AddressRefused extends Error {
  readonly code = ADDRESS_REFUSED
}

/** A name that is looked up for longer than this part of the patience hangs: nobody waits behind it. */
const HANGS_AFTER = 1 / 5
/** For each of two questions, so that the name servers say something before the patience is over. */
const NAME_SERVER_MS = 1_000

/**
 * One name after the other. Node looks up two at once for all that the process does: names that hang would
 * keep those of push services from being found, and calls from being heard.
 */
function inTurn() {
  let before = Promise.resolve()
  return (lookUp: (done: () => void) => void) => {
    before = before.then(() => new Promise<void>(lookUp))
  }
}

type Find = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, found: LookupAddress[]) => void,
) => void

/** By sockets of its own, which hold up nobody; it knows no name of the machine's own file. */
const askNameServers: Find = (hostname, _options, callback) => {
  const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 })
  const four = resolver.resolve4(hostname).then(found => found.map(address => ({ address, family: 4 })))
  const six = resolver.resolve6(hostname).then(found => found.map(address => ({ address, family: 6 })))
  void Promise.allSettled([four, six]).then(asked =>
    callback(
      null,
      asked.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : [])),
    ),
  )
}

/** Of the addresses to which a name leads now, those that may be reached: the connection goes there. */
const guarded =
  (find: Find, isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    find(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const allowed = found.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (!first) return callback(new AddressRefused('no address of it may be reached'), [])
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return FAILED
  if (error.name === 'AbortError') return TIMEOUT
  return 'code' in error ? String(error.code) : FAILED
}

/**
 * Posts by connections of its own, to addresses that may be reached alone, and reads no more of the answer
 * than its head. A redirect is an answer like another: it is not followed.
 */
export function createPostWebhook({
  networks,
  lookup = systemLookup,
  resolve = askNameServers,
  patienceMs = PATIENCE_MS,
}: {
  networks: readonly string[]
  lookup?: Find
  resolve?: Find
  patienceMs?: number
}): PostWebhook {
  const afterOthers = inTurn()
  /** In one's turn; behind a name that hangs, which may be another office's, by the name servers. */
  const findBehindOthers =
    (signal: AbortSignal, isAllowed: (address: string) => boolean): LookupFunction =>
    (hostname, options, callback) => {
      let isFound = false
      const tell: typeof callback = (...found) => {
        if (!isFound) callback(...found)
        isFound = true
      }
      const hangs = AbortSignal.timeout(patienceMs * HANGS_AFTER)
      // What they do not know may stand in the machine's own file: that waits for its turn.
      hangs.onabort = () =>
        guarded(resolve, isAllowed)(hostname, options, (...found) => found[0] ?? tell(...found))
      afterOthers(done => {
        hangs.onabort = null
        // Nobody waits for it any more.
        if (signal.aborted || isFound) return done()
        guarded(lookup, isAllowed)(hostname, options, (...found) => {
          done()
          tell(...found)
        })
      })
    }
  return async ({ url, headers, body }) => {
    const signal = AbortSignal.timeout(patienceMs)
    const target = new URL(url)
    const isAllowed = (address: string) => mayReach(target.protocol, address, networks)
    const literal = addressOfHost(target)
    // Nobody looks up what is an address already.
    if (literal !== null && !isAllowed(literal)) return { kind: 'unheard', reason: ADDRESS_REFUSED }
    const request = target.protocol === 'https:' ? requestHttps : requestHttp
    return await new Promise<WebhookAnswer>(resolve => {
      const hear = ({ headers, statusCode }: IncomingMessage) => {
        const seconds = headers['retry-after'] ?? ''
        const waitMs = /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : 0
        resolve({ kind: 'answered', status: statusCode ?? 0, waitMs })
      }
      const posted = request(
        target,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          agent: false,
          lookup: findBehindOthers(signal, isAllowed),
          signal,
        },
        answer => {
          hear(answer)
          answer.destroy()
        },
      )
      // One who would rather speak another protocol has answered; what follows is not HTTP, and nobody's.
      posted.on('upgrade', (answer, socket) => {
        hear(answer)
        socket.destroy()
      })
      posted.on('error', error => resolve({ kind: 'unheard', reason: reasonOf(error) }))
      // Whatever else ends it: a post that never settles keeps its place among those told at once for good.
      posted.on('close', () => resolve({ kind: 'unheard', reason: FAILED }))
      posted.end(body)
    })
  }
}
