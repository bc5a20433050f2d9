import { readDelivery } from '../../lib/host/read-deliveries.js'
import type { NewDelivery } from '../../lib/model/deliveries.js'
import { id } from './hook-host.js'

/** A request of the webhook of a hook host, as it is appended to the log. */
export function deliveryOf(changes: Partial<NewDelivery> = {}): NewDelivery {
  const { kept = null, ...others } = changes
  const usual = { id: 'd', webhookId: id('hook'), time: 1, status: 200, format: 'native', size: 2 }
  return { ...readDelivery({ ...usual, ...others }), kept }
}
