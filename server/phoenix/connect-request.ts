import type { IncomingMessage } from 'node:http'

/** What a client says of itself when it connects. */
export interface ConnectRequest {
  /** What the genuine client was given as `authToken`. Null where it was given none. */
  token: string | null
  /** The client's `params`: the address's query without what belongs to the protocol. */
  params: Readonly<Record<string, string>>
  /** The page's origin; null when the client is no browser. */
  origin: string | null
  remoteAddress: string
  transport: 'websocket' | 'longpoll'
}

const BEARER = 'base64url.bearer.phx.'

/**
 * A browser cannot give a WebSocket a header, so the genuine client hides the token in the list of
 * subprotocols. Its encoding is btoa's without padding, whatever the prefix says; both alphabets are read.
 */
export function bearerFromProtocols(header: string | undefined): string | null {
  const bearer = header
    ?.split(',')
    .map(protocol => protocol.trim())
    .find(protocol => protocol.startsWith(BEARER))
  return bearer === undefined ? null : Buffer.from(bearer.slice(BEARER.length), 'base64').toString('latin1')
}

/** By long poll it is a header of its own. */
export function bearerFromHeader(request: IncomingMessage): string | null {
  const header = request.headers['x-phoenix-authtoken']
  return typeof header === 'string' ? header : null
}

/** The requested URL, or null if it is not valid. Its host is ignored. */
export function requestUrl(request: IncomingMessage): URL | null {
  const path = request.url ?? ''
  // A path of two slashes would be read as a host.
  return path.startsWith('/') && !path.startsWith('//') ? URL.parse(path, 'http://host') : null
}

const OF_THE_PROTOCOL = new Set(['vsn', 'token'])

export function clientParams(url: URL): Record<string, string> {
  return Object.fromEntries(
    [...url.searchParams].filter(([name]) => name !== '' && !OF_THE_PROTOCOL.has(name)),
  )
}

/** Only serializer 2.0 is spoken. A client that names none means 1.0, by the genuine server's rule. */
export const isKnownVersion = (url: URL): boolean => /^2\.0\.\d+$/.test(url.searchParams.get('vsn') ?? '')

/**
 * May a page of this origin connect? Without an Origin header it is no page, and has no cookies or other
 * powers of a visitor to abuse.
 */
export function isAllowedOrigin(request: IncomingMessage, allowed: 'same-host' | readonly string[]): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  if (allowed !== 'same-host') return allowed.includes(origin)
  // HTTP/2, by which a client may poll, names the host otherwise.
  const host = request.headers.host ?? request.headers[':authority']
  return typeof host === 'string' && URL.parse(origin)?.host === host.toLowerCase()
}
