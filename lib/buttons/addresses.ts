import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * Networks that are not public: private, shared and reserved ones, and IPv6 forms that contain an
 * IPv4 address.
 */
// prettier-ignore
const CLOSED_V4 = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12',
  '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15',
  '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4',
]
// prettier-ignore
const CLOSED_V6 = [
  '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16',
  '3fff::/20', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8',
]

/** Public IPv6 addresses are in 2000::/3; IPv4-mapped ones are checked as IPv4 addresses. */
const OPEN_V6 = /^\[(?:[23][0-9a-f]{3}:.*|::ffff:[0-9a-f]{1,4}:[0-9a-f]{1,4})\]$/

const closed = new BlockList()
for (const network of CLOSED_V4) add(network, 'ipv4')
for (const network of CLOSED_V6) add(network, 'ipv6')

/** Whether an address is on the public internet and not one of this machine. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%')
  const version = isIP(bare)
  if (version === 0) return false
  if (version === 6 && !OPEN_V6.test(new URL(`http://[${bare}]`).hostname)) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  // BlockList checks IPv4-mapped IPv6 addresses against the IPv4 rules.
  return !closed.check(bare, family) && !isOwn(bare, family)
}

// Read each time, because addresses change while the process runs.
function isOwn(address: string, family: 'ipv4' | 'ipv6'): boolean {
  const own = new BlockList()
  for (const all of Object.values(networkInterfaces())) {
    for (const { address: each, family: kind } of all ?? []) {
      own.addAddress(each.split('%')[0] ?? each, kind === 'IPv4' ? 'ipv4' : 'ipv6')
    }
  }
  return own.check(address, family)
}

function add(network: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', prefix] = network.split('/')
  closed.addSubnet(address, Number(prefix), family)
}
