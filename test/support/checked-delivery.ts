import type { CheckedDelivery } from '../../lib/host/checked.js'
import { type AnyDelivery, createHostAdapters } from '../../lib/host/host-adapters.js'

export type { AnyDelivery } from '../../lib/host/host-adapters.js'

/** The adapters of a host as the pipeline calls them. What would be logged fails the test. */
export function checkedDelivery(adapters: AnyDelivery): CheckedDelivery {
  return createHostAdapters(0, (code) => {
    throw new Error(code)
  }).checked(adapters)
}
