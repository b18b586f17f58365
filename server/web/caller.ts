import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

interface OpenSession {
  session_id: string
  /** From then on the session is over, whatever is still open in its name. */
  expires_at: Date
}

/** Who asks, as the token says: never as the request's body claims. */
export type Caller =
  | { kind: 'guest' }
  | ({ kind: 'user'; user_id: string; temporal: boolean } & OpenSession)
  | ({ kind: 'clerk'; clerk_id: number } & OpenSession)

export type UserCaller = Extract<Caller, { kind: 'user' }>
export type ClerkCaller = Extract<Caller, { kind: 'clerk' }>

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** @throws Refusal 401 for a guest, 403 for a clerk */
export function requireUser(request: FastifyRequest): UserCaller {
  if (request.caller.kind === 'user') return request.caller
  throw request.caller.kind === 'guest'
    ? new Refusal('unauthorized', 401, 'sign in first')
    : new Refusal('forbidden', 403, 'this is for customers')
}

/**
 * What is kept at the server for whoever has an account.
 * @throws Refusal 401 for a guest, 403 for a clerk and for a temporary user
 */
export function requireRegistered(request: FastifyRequest): UserCaller {
  const caller = requireUser(request)
  if (caller.temporal) throw new Refusal('forbidden', 403, 'this is for those who have an account')
  return caller
}

/** @throws Refusal 401 for a guest, 403 for a customer */
export function requireClerk(request: FastifyRequest): ClerkCaller {
  if (request.caller.kind === 'clerk') return request.caller
  throw request.caller.kind === 'guest'
    ? new Refusal('unauthorized', 401, 'sign in at the desk first')
    : new Refusal('forbidden', 403, 'this is for clerks')
}

/** user_id is never believed from a request: where one is sent, it must be the token's own. */
export function requireOwn(caller: UserCaller, userId: string): void {
  if (userId !== caller.user_id) throw new Refusal('forbidden', 403, 'user_id is not the token’s own')
}
