import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceUse } from '#contract/rest/devices.ts'
import type { IdentityContext } from './identity-context.ts'

/**
 * Customers and clerks have a cookie each: one browser may serve both, as in a trial at one desk. A third one
 * opens nothing: it says which clerks have signed in here before. Nor does the fourth by itself: it is the
 * browser that began an attempt to sign in with a provider. A wall and a kiosk have one for each office, for
 * several may stand in one browser.
 */
export type CookieKind = PersonsCookie | `${DeviceUse}-${string}`
type PersonsCookie = 'customer' | 'clerk' | 'known-browser' | 'attempt'

const NAMES: Record<PersonsCookie, string> = {
  customer: 'numerito',
  clerk: 'numerito-desk',
  'known-browser': 'numerito-known',
  attempt: 'numerito-attempt',
}
/** A session's cookie of whichever kind, and of whichever scheme. */
const SESSION_COOKIES = /(?:^|; ?)(?:__Host-)?numerito(?:-[\w-]+)?=([\w-]{43})(?=;|$)/g
/** A browser has one for a customer, one for a clerk, and one for each wall and kiosk. */
const COOKIES_LOOKED_AT = 6
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

type Origins = Pick<IdentityContext, 'origins'>

/**
 * Browsers refuse a Secure cookie from plain http, and with it the `__Host-` prefix. There it is left out for
 * the developer's own machine alone, and only where that is an origin of ours: a Host header must not take it
 * away.
 */
function isOwnMachine({ origins }: Origins, request: FastifyRequest): boolean {
  return (
    request.protocol === 'http' &&
    LOOPBACK.has(request.hostname) &&
    origins.includes(`http://${request.host}`)
  )
}

function cookieOf(context: Origins, request: FastifyRequest, kind: CookieKind) {
  const secure = !isOwnMachine(context, request)
  const names: Record<string, string | undefined> = NAMES
  const name = names[kind] ?? `numerito-${kind}`
  return {
    name: secure ? `__Host-${name}` : name,
    attributes: { httpOnly: true, secure, sameSite: 'lax', path: '/' } as const,
  }
}

/** What may be tokens of sessions in a Cookie header, before anybody says whose they are. */
export const cookieTokensOf = (header: string): string[] =>
  [...header.matchAll(SESSION_COOKIES)].slice(0, COOKIES_LOOKED_AT).map(([, value = '']) => value)

export function readSessionCookie(
  context: Origins,
  request: FastifyRequest,
  kind: CookieKind,
): string | undefined {
  return request.cookies[cookieOf(context, request, kind).name]
}

/** @param expiresAt the session's own end (AUTH-06) */
export function setSessionCookie(
  context: Origins & Pick<IdentityContext, 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: CookieKind,
  { cookieToken, expiresAt }: { cookieToken: string; expiresAt: string },
): void {
  const { name, attributes } = cookieOf(context, request, kind)
  const maxAge = Math.round((Date.parse(expiresAt) - context.clock.now().getTime()) / 1_000)
  reply.setCookie(name, cookieToken, { ...attributes, maxAge })
}

export function clearSessionCookie(
  context: Origins,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: CookieKind,
): void {
  const { name, attributes } = cookieOf(context, request, kind)
  reply.clearCookie(name, attributes)
}
