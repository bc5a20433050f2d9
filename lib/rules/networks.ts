import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Characters of an address that are read: behind a trusted proxy it can be any text. */
const MAX_LENGTH = 64

/**
 * The part of an address that rate limits count: for IPv6 its /64, because a single host usually has
 * all of it; for an IPv4-mapped address the IPv4 address; otherwise the text, cut to 64 characters.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.slice(0, MAX_LENGTH).split('%', 1)
  if (!isIPv6(bare)) return bare
  // The URL parser writes an IPv4 suffix as two groups, which only a mapped address is read by.
  const { hostname } = new URL(`http://[${bare}]`)
  const read = ipaddr.process(hostname.slice(1, -1))
  if (read instanceof ipaddr.IPv4) return read.toString()
  return `${read.toNormalizedString().split(':', 4).join(':')}::/64`
}

/** Whether a text is an address, or a network: an address and the length of its prefix. */
export function isNetwork(text: string): boolean {
  return rangeOf(text) !== null
}

/** Whether an address lies in one of these networks. */
export function liesIn(networks: readonly string[], address: string): boolean {
  const [bare = ''] = address.split('%', 1)
  if (isIP(bare) === 0) return false
  const own = ipaddr.process(bare)
  return networks.some((network) => {
    const range = rangeOf(network)
    return range !== null && own.kind() === range[0].kind() && own.match(range)
  })
}

function rangeOf(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  const [address = '', length, ...others] = text.split('/')
  if (isIP(address) === 0 || others.length > 0) return null
  const read = ipaddr.parse(address)
  const most = read.kind() === 'ipv4' ? 32 : 128
  if (length === undefined) return [read, most]
  return /^\d{1,3}$/.test(length) && Number(length) <= most ? [read, Number(length)] : null
}
