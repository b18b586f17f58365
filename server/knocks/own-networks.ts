import { isIPv6 } from 'node:net'
import type { OwnNetwork } from '#server/database/tables/offices.ts'
import { networkOf } from '#server/platform/network.ts'

/** How many numbers of this address may wait by what these offices say; null where none of them names it. */
export function numbersOfOwn(networks: readonly OwnNetwork[], address: string): number | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4'
  const named = networks.filter(network => networkOf(network.address)?.check(plain, family))
  return named.length === 0 ? null : Math.max(...named.map(network => network.numbers))
}
