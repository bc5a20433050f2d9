import type { Router } from 'express'
import { checkAdapters } from './adapters/check.js'
import type { Guarantee } from './adapters/types.js'
import { createAnnounce } from './host/announce.js'
import { HostAdapters } from './host/host-adapters.js'
import { createTellMistake } from './host/host-mistakes.js'
import { tellNoTransactions } from './host/no-transactions.js'
import type { Listener } from './http/listener.js'
import { checkGiven } from './instance-options.js'
import { tellIdleOptions } from './known-options.js'
import { type HooksRouterOptions, resolveOptions } from './options.js'
import { HOOKS_PATH, hooksPathOf } from './rules/hooks-path.js'
import { resolveSecret } from './rules/secrets.js'
import { type Delivery, wireDelivery, withCounters } from './wire-delivery.js'

/**
 * Only the hooks router, for a host with its own sign-in and management. It needs only the adapter
 * methods that deliveries use. Throws a `TypeError` for an invalid option or missing methods.
 *
 * @example
 * ```ts
 * const app = express()
 * app.use('/hooks', createHooksRouter({ adapters, siteUrl: 'https://chat.example.org' }))
 * ```
 */
export function createHooksRouter<G extends Guarantee>(options: HooksRouterOptions<G>): Router {
  return wire(options, 'createHooksRouter').hooksRouter
}

/**
 * The same for a server of its own, with or without Express: requests below `hooksPath` (default
 * `/hooks`) are answered, and all others are passed on to `app`.
 *
 * @example
 * ```ts
 * const listen = createHooksListener({ adapters, siteUrl: 'https://chat.example.org' })
 * createServer(listen(app)).listen(3000)
 * ```
 */
export function createHooksListener<G extends Guarantee>(
  options: HooksRouterOptions<G>,
  hooksPath = HOOKS_PATH,
): Listener {
  return wire(options, 'createHooksListener').listenerAt(hooksPathOf(hooksPath))
}

function wire<G extends Guarantee>(
  options: HooksRouterOptions<G>,
  caller: 'createHooksRouter' | 'createHooksListener',
): Delivery {
  checkGiven(options, 'adapters')
  checkAdapters(options.adapters, 'delivery')
  const resolved = resolveOptions(options)
  const tell = createTellMistake(resolved.log)
  tellIdleOptions(options, caller, tell)
  void tellNoTransactions(options.adapters.webhooks, tell)
  const calls = new HostAdapters(resolved.adapterTimeout, tell)
  return wireDelivery({
    options,
    resolved,
    tell,
    adapters: withCounters(calls.delivery(options.adapters), options.clock),
    announce: createAnnounce(options.onPosts, tell),
    recordRequest: () => undefined,
    secrets: options.secret === undefined ? null : resolveSecret(options.secret),
    hookUrl: null,
  })
}
