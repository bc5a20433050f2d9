import { checkAdapters } from './adapters/check.js'
import { HostAdapters } from './host/host-adapters.js'
import { createTellMistake } from './host/host-mistakes.js'
import type { HooksRouter } from './http/hooks-router.js'
import { type HooksRouterOptions, resolveOptions } from './options.js'
import { wireDelivery, withCounters } from './wire-delivery.js'

/**
 * The hooks router alone, for a host with sign-in and management of its own: it asks for the
 * methods that a delivery needs and no others.
 */
export function createHooksRouter(options: HooksRouterOptions): HooksRouter {
  checkAdapters(options.adapters, 'delivery')
  const resolved = resolveOptions(options)
  const tell = createTellMistake(resolved.log)
  const calls = new HostAdapters(resolved.adapterTimeout, tell)
  const delivery = wireDelivery({
    options,
    resolved,
    tell,
    adapters: withCounters(calls.delivery(options.adapters), resolved.clock),
    recordRequest: () => undefined,
    hookUrl: null,
  })
  return delivery.hooksRouter
}
