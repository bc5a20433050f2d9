import { createHmac } from 'node:crypto'
import { networkOf } from '../rules/networks.js'
import { keysFor, type Secrets } from '../rules/secrets.js'

/** How the log keeps addresses of clients: without their end, whole, or only so that equal ones are seen. */
export type DeliveryAddress = 'cut' | 'whole' | 'hashed'

const PURPOSE = 'express-incoming-webhooks/addresses/1'
const LETTERS = 16
const MAX_LENGTH = 64

/** Of IPv4 the /24, of IPv6 the /64, as networks are counted. */
export function shownAddresses(
  how: DeliveryAddress = 'cut',
  secrets: Secrets | null,
): (address: string) => string {
  // Behind a proxy, it is what the proxy has written.
  if (how === 'whole') return (address) => address.slice(0, MAX_LENGTH)
  const [key] = secrets ? keysFor(PURPOSE, secrets) : [null]
  if (how === 'cut' || !key) return cut
  return (address) =>
    address && createHmac('sha256', key).update(address).digest('hex').slice(0, LETTERS)
}

function cut(address: string) {
  // As most servers see IPv4: the look at networks takes longer than the rest of a record.
  const bare = address.startsWith('::ffff:') ? address.slice(7) : address
  const network = bare.includes(':') ? networkOf(address) : bare.slice(0, MAX_LENGTH)
  const end = network.lastIndexOf('.')
  return end === -1 || network.includes(':') ? network : `${network.slice(0, end)}.0/24`
}
