import type { FastifyReply, FastifyRequest } from 'fastify'
import { KNOWN_BROWSER_MS } from '#contract/limits.ts'
import type { IdentityContext } from './identity-context.ts'
import { forgetInBrowser } from './known-browser.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'

/**
 * Whoever leaves by their own wish leaves no cookie behind: the mark by which the browser knew them goes, and
 * with the last mark the cookie; so does what an attempt to sign in with a provider left. Others who share
 * the browser stay known in it.
 */
export function forgetHere(
  context: Pick<IdentityContext, 'origins' | 'clock' | 'protection'>,
  request: FastifyRequest,
  reply: FastifyReply,
  userIds: readonly string[],
): void {
  if (readSessionCookie(context, request, 'attempt') !== undefined)
    clearSessionCookie(context, request, reply, 'attempt')
  forgetMarks(context, request, reply, userIds)
}

/** The marks alone: what else the browser holds is of whoever came after them. */
export function forgetMarks(
  context: Pick<IdentityContext, 'origins' | 'clock' | 'protection'>,
  request: FastifyRequest,
  reply: FastifyReply,
  userIds: readonly string[],
): void {
  const known = readSessionCookie(context, request, 'known-browser')
  if (known === undefined) return
  let left: string | null = known
  for (const name of userIds) left = left && forgetInBrowser(context, left, { kind: 'account', name })
  if (left === known) return
  if (left === null) return clearSessionCookie(context, request, reply, 'known-browser')
  const expiresAt = new Date(context.clock.now().getTime() + KNOWN_BROWSER_MS).toISOString()
  setSessionCookie(context, request, reply, 'known-browser', { cookieToken: left, expiresAt })
}
