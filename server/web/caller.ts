import type { FastifyRequest } from 'fastify'
import type { DeviceUse } from '#contract/rest/devices.ts'
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
  /** A wall or a kiosk of an office: nobody. */
  | ({ kind: 'device'; use: DeviceUse; office_id: number; link_id: number } & OpenSession)
  /** A program of an office, by a token of its own: nobody as well. */
  | ({ kind: 'machine'; gives: boolean; office_id: number; link_id: number } & OpenSession)

export type UserCaller = Extract<Caller, { kind: 'user' }>
export type ClerkCaller = Extract<Caller, { kind: 'clerk' }>
export type DeviceCaller = Extract<Caller, { kind: 'device' }>
export type MachineCaller = Extract<Caller, { kind: 'machine' }>

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** @throws Refusal 401 for a guest, 403 for a clerk, a device or a machine */
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

/** @throws Refusal 401 for a guest, 403 for a customer, a device or a machine */
export function requireClerk(request: FastifyRequest): ClerkCaller {
  if (request.caller.kind === 'clerk') return request.caller
  throw request.caller.kind === 'guest'
    ? new Refusal('unauthorized', 401, 'sign in at the desk first')
    : new Refusal('forbidden', 403, 'this is for clerks')
}

/** @throws Refusal 401 for a guest, 403 for everybody else, and for a device of another use */
export function requireDevice(request: FastifyRequest, use: DeviceUse): DeviceCaller {
  const { caller } = request
  if (caller.kind === 'device' && caller.use === use) return caller
  throw caller.kind === 'guest'
    ? new Refusal('unauthorized', 401, 'open the office’s link first')
    : new Refusal('forbidden', 403, `this is for the office’s ${use}`)
}

/** @throws Refusal 401 for a guest, 403 for everybody else, and where the token is for looking alone */
export function requireMachine(request: FastifyRequest, does: 'look' | 'give'): MachineCaller {
  const { caller } = request
  if (caller.kind === 'machine' && (does === 'look' || caller.gives)) return caller
  if (caller.kind === 'guest') throw new Refusal('unauthorized', 401, 'send the token of a machine')
  throw new Refusal(
    'forbidden',
    403,
    caller.kind === 'machine' ? 'this token is for looking alone' : 'this is for the office’s own machines',
  )
}

/** user_id is never believed from a request: where one is sent, it must be the token's own. */
export function requireOwn(caller: UserCaller, userId: string): void {
  if (userId !== caller.user_id) throw new Refusal('forbidden', 403, 'user_id is not the token’s own')
}
