import { isIPv6 } from 'node:net'

/** Characters of an address that are looked at: behind a trusted proxy it may be any text. */
const MAX_LENGTH = 64

/**
 * What limits by address count: an IPv6 address as its /64, because a single host commonly has all
 * of it; an IPv4-mapped one as the IPv4 address; anything else as it stands, cut to 64 characters.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.slice(0, MAX_LENGTH).split('%', 1)
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  // The parser of URLs writes an IPv4 ending as two groups, and cuts the longest zeros at most once.
  const { hostname } = new URL(`http://[${address}]`)
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0)
  return [...head, ...zeros, ...tail]
}
