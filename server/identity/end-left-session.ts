import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionLeft } from '#contract/rest/login.ts'
import { endSession } from './end-session.ts'
import { forgetMarks } from './forget-here.ts'
import type { IdentityContext } from './identity-context.ts'
import { readSessionCookie } from './session-cookie.ts'
import { hashOfToken } from './tokens.ts'
import { ownerBy } from './who-leaves.ts'

/**
 * Ends the session of somebody who left before the next person came in here, and nothing of that person's:
 * their session goes on, and where it is the same person, the browser goes on knowing them.
 */
export async function endLeftSession(
  context: IdentityContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { left, user_id }: SessionLeft,
): Promise<void> {
  const tokenHash = Buffer.from(left, 'hex')
  const cookieToken = readSessionCookie(context, request, 'customer')
  const here =
    cookieToken === undefined ? null : await ownerBy(context, 'cookie_hash', hashOfToken(cookieToken))
  const leaver = await ownerBy(context, 'token_hash', tokenHash)
  // Whoever only guesses has nothing written.
  if (leaver !== null) await endSession(context, { tokenHash })
  const gone = [leaver, user_id ?? null].filter(id => id !== null && id !== here) as string[]
  forgetMarks(context, request, reply, gone)
}
