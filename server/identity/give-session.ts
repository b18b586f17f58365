import type { FastifyReply, FastifyRequest } from 'fastify'
import { KNOWN_BROWSER_MS } from '#contract/limits.ts'
import type { Session } from '#contract/rest/login.ts'
import type { IdentityContext } from './identity-context.ts'
import { rememberBrowser, type Remembered } from './known-browser.ts'
import { readSessionCookie, setSessionCookie } from './session-cookie.ts'

/** A customer's session that has begun. */
export interface GivenSession {
  session: Session
  cookieToken: string
}

/** Hands the session to the browser: the cookie, and as the answer what the page may know. */
export function giveSession(
  context: Pick<IdentityContext, 'origins' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, cookieToken }: GivenSession,
): Session {
  setSessionCookie(context, request, reply, 'customer', { cookieToken, expiresAt: session.expires_at })
  return session
}

/** The browser is known for this person from now on: they wait there for nobody who guesses. */
export function rememberHere(
  context: Pick<IdentityContext, 'origins' | 'clock' | 'protection' | 'random'>,
  request: FastifyRequest,
  reply: FastifyReply,
  who: Remembered,
): void {
  const known = readSessionCookie(context, request, 'known-browser')
  setSessionCookie(context, request, reply, 'known-browser', {
    cookieToken: rememberBrowser(context, known, who),
    expiresAt: new Date(context.clock.now().getTime() + KNOWN_BROWSER_MS).toISOString(),
  })
}
