import type { FastifyRequest } from 'fastify'
import { bearerToken } from '#server/identity/bearer-token.ts'
import { cookieTokensOf } from '#server/identity/session-cookie.ts'
import { authorizationTokenOf, hashOfToken } from '#server/identity/tokens.ts'
import type { Caller } from '#server/web/caller.ts'

type Known = 'person' | 'office'

/**
 * Whose sessions were good when they came last, to be told without a look into the database: whoever floods
 * an address keeps nobody there out who was in before. What opens nothing by now is forgotten when it comes
 * the next time.
 */
export interface KnownCallers {
  note(token: string, caller: Caller): void
  /** An office's own are its clerks, walls, kiosks and machines; null where nobody is known by it. */
  of(request: Pick<FastifyRequest, 'headers'>): Known | null
}

/** What a page that is loaded anew has of its session, before it asks for the token. */
const tokensOfCookies = ({ headers: { cookie = '' } }: Pick<FastifyRequest, 'headers'>): string[] =>
  cookieTokensOf(cookie).map(authorizationTokenOf)

/** @param most sessions that are remembered; the one that was not heard of for longest is forgotten first */
export function rememberCallers(most: number): KnownCallers {
  /** By the token's hash. */
  const known = new Map<string, Known>()
  const keyOf = (token: string) => Buffer.from(hashOfToken(token)).toString('base64url')
  return {
    note(token, { kind }) {
      const key = keyOf(token)
      known.delete(key)
      if (kind === 'guest') return
      known.set(key, kind === 'user' ? 'person' : 'office')
      if (known.size > most) known.delete(known.keys().next().value ?? '')
    },
    of(request) {
      const token = bearerToken(request)
      const tokens = token === null ? tokensOfCookies(request) : [token]
      const whose = tokens.map(one => known.get(keyOf(one)))
      return whose.includes('office') ? 'office' : whose.includes('person') ? 'person' : null
    },
  }
}
