import type { FastifyRequest } from 'fastify'
import { bearerToken } from '#server/identity/bearer-token.ts'
import { cookieTokensOf } from '#server/identity/session-cookie.ts'
import { authorizationTokenOf, hashOfToken } from '#server/identity/tokens.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Caller } from '#server/web/caller.ts'

interface Known {
  /** An office's own are its clerks, walls, kiosks and machines. */
  whose: 'person' | 'office'
  session_id: string
}

/**
 * Whose sessions were good when they came last, to be told without a look into the database: whoever floods
 * an address keeps nobody there out who was in before. By a token that opens nothing any more one passes
 * once, to be told so, and is forgotten. What a cookie alone opens nobody looks up: it is good until its
 * session is over, as far as this process heard.
 */
export interface KnownCallers {
  note(token: string, caller: Caller): void
  /** Somebody ended the session, here or elsewhere. */
  end(sessionId: string): void
  /** @returns null where nobody is known by it */
  of(request: Pick<FastifyRequest, 'headers'>): (Known & { byCookie: boolean }) | null
}

/** What a page that is loaded anew has of its session, before it asks for the token. */
const tokensOfCookies = ({ headers: { cookie = '' } }: Pick<FastifyRequest, 'headers'>): string[] =>
  cookieTokensOf(cookie).map(authorizationTokenOf)

/** @param most sessions that are remembered; the one that was not heard of for longest is forgotten first */
export function rememberCallers(most: number, clock: Clock): KnownCallers {
  /** By the token's hash. */
  const known = new Map<string, Known & { until: Date }>()
  /** The same hashes, by session. */
  const keys = new Map<string, string>()
  const keyOf = (token: string) => Buffer.from(hashOfToken(token)).toString('base64url')
  function forget(key: string): void {
    keys.delete(known.get(key)?.session_id ?? '')
    known.delete(key)
  }
  return {
    note(token, caller) {
      const key = keyOf(token)
      forget(key)
      if (caller.kind === 'guest') return
      const { kind, session_id, expires_at: until } = caller
      known.set(key, { whose: kind === 'user' ? 'person' : 'office', session_id, until })
      keys.set(session_id, key)
      if (known.size > most) forget(known.keys().next().value ?? '')
    },
    end(sessionId) {
      const ended = known.get(keys.get(sessionId) ?? '')
      if (ended) ended.until = new Date(0)
    },
    of(request) {
      const token = bearerToken(request)
      const byCookie = token === null
      const found = (byCookie ? tokensOfCookies(request) : [token])
        .map(one => known.get(keyOf(one)))
        .filter(one => one !== undefined)
        .filter(({ until }) => !byCookie || until > clock.now())
      const best = found.find(({ whose }) => whose === 'office') ?? found[0]
      return best ? { whose: best.whose, session_id: best.session_id, byCookie } : null
    },
  }
}
