import { isIPv6 } from 'node:net'

/** Characters of an address that are read: behind a trusted proxy it can be any text. */
const MAX_LENGTH = 64

/**
 * The part of an address that rate limits count: for IPv6 its /64, because a single host usually has
 * all of it; for an IPv4-mapped address the IPv4 address; otherwise the text, cut to 64 characters.
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
  // The URL parser writes an IPv4 suffix as two groups and shortens zeros at most once.
  const { hostname } = new URL(`http://[${address}]`)
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => 0)
  return [...head, ...zeros, ...tail]
}
