import { bearerToken } from '#server/identity/bearer-token.ts'
import type { App } from '#server/web/app.ts'
import type { Caller } from '#server/web/caller.ts'
import type { KnownCallers } from './known-callers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A token was sent that opens nothing any more: its bearer is a guest. */
    tokenIsOver: boolean
  }
}

const guest: Caller = { kind: 'guest' }

/**
 * Says of every request who asks, by the Authorization header alone: never by the body, the address or a
 * cookie.
 */
export function knowCallers(
  app: App,
  callerOf: (token: string) => Promise<Caller>,
  known: KnownCallers,
): void {
  app.decorateRequest('caller')
  app.decorateRequest('tokenIsOver', false)
  app.addHook('onRequest', async request => {
    const token = bearerToken(request)
    request.caller = token === null ? guest : await callerOf(token)
    if (token !== null) known.note(token, request.caller)
    request.tokenIsOver = token !== null && request.caller.kind === 'guest'
  })
}
