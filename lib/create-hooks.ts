import type { Router } from 'express'
import { checkAdapters } from './adapters/check.js'
import type { Guarantee } from './adapters/types.js'
import { createAnnounce } from './host/announce.js'
import { HostAdapters } from './host/host-adapters.js'
import { createTellMistake } from './host/host-mistakes.js'
import { tellUnknownOptions } from './known-options.js'
import { type HooksRouterOptions, resolveOptions } from './options.js'
import { resolveSecret } from './rules/secrets.js'
import { wireDelivery, withCounters } from './wire-delivery.js'

/**
 * Only the hooks router, for a host with its own sign-in and management. It needs only the adapter
 * methods that deliveries use.
 */
export function createHooksRouter<G extends Guarantee>(options: HooksRouterOptions<G>): Router {
  checkAdapters(options.adapters, 'delivery')
  const resolved = resolveOptions(options)
  const tell = createTellMistake(resolved.log)
  tellUnknownOptions(options, 'createHooksRouter', tell)
  const calls = new HostAdapters(resolved.adapterTimeout, tell)
  const delivery = wireDelivery({
    options,
    resolved,
    tell,
    adapters: withCounters(calls.delivery(options.adapters), resolved.clock),
    announce: createAnnounce(options.onPosts, tell),
    recordRequest: () => undefined,
    secrets: options.secret === undefined ? null : resolveSecret(options.secret),
    hookUrl: null,
  })
  return delivery.hooksRouter
}
