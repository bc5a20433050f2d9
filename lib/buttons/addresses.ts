import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** The IPv6 addresses that are assigned to the public internet; all others are reserved. */
const PUBLIC_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an address belongs to the public internet, and not to this machine. */
export function isPublicAddress(text: string): boolean {
  const [bare = ''] = text.split('%')
  // `ipaddr.js` also reads spellings that a resolver never returns, such as 127.1 or 0x7f.1.
  if (isIP(bare) === 0) return false
  // An IPv4 address mapped to IPv6 is checked as the IPv4 address to which it leads.
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv6 && !address.match(PUBLIC_V6)) return false
  return address.range() === 'unicast' && !isOwn(address.toString())
}

// Read each time: addresses come and go while the process lives.
function isOwn(address: string) {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .some((own) => ipaddr.process(own.address.split('%')[0] ?? '').toString() === address)
}
