import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Protection } from '#server/secrets/protection.ts'
import type { UserCaller } from '#server/web/caller.ts'

const IPV6_SUBNET = 64

/** From where somebody asks, as long as the request lasts. */
export interface Asker {
  session_id: string
  /** As the connection has it; it is kept nowhere. */
  address: string
}

export const askerOf = (request: FastifyRequest, { session_id }: UserCaller): Asker => ({
  session_id,
  address: request.ip,
})

/** By which the person is counted, whose every code makes a session more. */
export const userKey = (userId: string): string => `user ${userId}`

/** By which the address is counted: it can be recognised by the installation's secret, and not be read. */
export const addressKey = (
  { address }: Pick<Asker, 'address'>,
  protect: Pick<Protection, 'addressHash'>,
): string =>
  `address ${Buffer.from(protect.addressHash(normalizeIP(address, IPV6_SUBNET))).toString('base64url')}`
