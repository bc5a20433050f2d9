import { isIPv6 } from 'node:net'
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
