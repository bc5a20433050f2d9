import type { CheckedDelivery } from '../../lib/host/checked.js'
import { type AnyDelivery, HostAdapters } from '../../lib/host/host-adapters.js'

export type { AnyDelivery } from '../../lib/host/host-adapters.js'

/** The adapters of a host as the pipeline calls them. What would be logged fails the test. */
export function checkedDelivery(adapters: AnyDelivery): CheckedDelivery {
  return new HostAdapters(0, (code) => {
    throw new Error(code)
  }).checked(adapters)
}
