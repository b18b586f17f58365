import { BlockList, isIPv6 } from 'node:net'

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
