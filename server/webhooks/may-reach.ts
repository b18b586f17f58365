import { isIP, isIPv6 } from 'node:net'
import { networkOf } from '#server/platform/network.ts'

/** Of IPv4, what is not on the internet: own machine, own network, its neighbours, examples, many at once. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Of IPv6, what is; without ways through it to an address of IPv4, which may be any, and examples. */
const PUBLIC_V6 = ['2000::/3']
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const isIn = (networks: readonly string[], address: string): boolean =>
  networks.some(network => networkOf(network)?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))

const isPublic = (address: string): boolean =>
  isIPv6(address) ? isIn(PUBLIC_V6, address) && !isIn(NOT_PUBLIC_V6, address) : !isIn(NOT_PUBLIC_V4, address)

/**
 * Whether this server may post to a network address. It was named by a supervisor of some office: without
 * this the server could be made to call inside its operator's network.
 * @param networks private ones that the operator has named: there in clear, too
 */
export function mayReach(protocol: string, address: string, networks: readonly string[]): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 0) return false
  return isIn(networks, plain) || (protocol === 'https:' && isPublic(plain))
}

/** A host that is an address by itself, without the brackets of IPv6; null where it is a name. */
export function addressOfHost({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? null : bare
}
