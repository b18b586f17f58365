import type { IncomingMessage } from 'node:http'
import { normalizeIP } from '@fastify/rate-limit'

/** One household has many addresses of IPv6. */
const IPV6_SUBNET = 64

/** Two spellings of one address, and two addresses of one household, count as one. */
export const countedAddress = (address: string): string => normalizeIP(address, IPV6_SUBNET)

/**
 * By what a request that Fastify never sees is counted, with the same trust as its own `request.ip`: each
 * proxy of ours adds at the right whom it saw, and what stands further left anybody may have written.
 */
export function addressOf(request: IncomingMessage, proxyHops: number): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
  const seen = [request.socket.remoteAddress ?? '', ...forwarded.reverse()]
  return countedAddress(seen[Math.min(proxyHops, seen.length - 1)] ?? '')
}
