import type { Router } from 'express'
import type { Guarantee } from './adapters/types.js'
import { createCore } from './core.js'
import { createHooks, type Hooks } from './hooks.js'
import type { Listener } from './http/listener.js'
import { type Caller, checkGiven } from './option-table.js'
import type { HooksRouterOptions } from './options.js'
import { HOOKS_PATH, hooksPathOf } from './rules/hooks-path.js'
import { resolveSecret } from './rules/secrets.js'

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
  return hooksOf(options, 'createHooksRouter').router
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
  return hooksOf(options, 'createHooksListener').listenerAt(hooksPathOf(hooksPath))
}

function hooksOf<G extends Guarantee>(given: HooksRouterOptions<G>, caller: Caller): Hooks {
  checkGiven(given, 'adapters')
  const core = createCore(given, caller, 'delivery')
  return createHooks({
    given,
    core,
    adapters: core.counted(core.calls.delivery(given.adapters)),
    recordRequest: () => undefined,
    secrets: given.secret === undefined ? null : resolveSecret(given.secret),
    hookUrl: null,
  })
}
