import type { DeliveryLog } from '../log/delivery-log.js'
import type { IncomingWebhook } from '../model/records.js'
import { inWire } from '../model/sent.js'
import { isNetwork, liesIn } from '../rules/networks.js'

/** The last requests that are looked at. */
const LAST = 50
/** Requests that are read to find them among those that anybody can send. */
const MOST_READ = 200

export type AddressWarnings = ReturnType<typeof createAddressWarnings>

/** What the allowed addresses of a webhook would do that its owner may not expect. */
export function createAddressWarnings(deliveryLog: Pick<DeliveryLog, 'list'>) {
  return async ({ id, allowedAddresses }: IncomingWebhook, isBehindProxy: boolean) => {
    if (allowedAddresses.length === 0) return []
    const read = await deliveryLog.list({ webhookIds: [id] }, { offset: 0, limit: MOST_READ })
    // Where the log has digests of addresses, nothing is known.
    const last = read.filter(({ share, address }) => share !== 'unproven' && isNetwork(address))
    const asked = last.slice(0, LAST)
    const [latest, ...others] = asked.filter(({ address }) => !liesIn(allowedAddresses, address))
    const count = others.length + 1
    return [
      latest &&
        `would refuse ${count} of the last ${asked.length} requests, the latest from ${latest.address}`,
      isBehindProxy &&
        'behind a proxy, all requests have its address until the server trusts it (trust proxy)',
    ].flatMap((reason) => (reason ? [{ path: inWire('allowedAddresses'), reason }] : []))
  }
}
