import { BlockList, isIPv6 } from 'node:net'
import type { OwnNetwork } from '#server/database/tables/offices.ts'

/** An address, or a range of them in the notation of CIDR. */
export function networkOf(text: string): BlockList | null {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  try {
    if (more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
    return list
  } catch {
    return null
  }
}

/** How many numbers of this address may wait by what these offices say; null where none of them names it. */
export function numbersOfOwn(networks: readonly OwnNetwork[], address: string): number | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4'
  const named = networks.filter(network => networkOf(network.address)?.check(plain, family))
  return named.length === 0 ? null : Math.max(...named.map(network => network.numbers))
}
