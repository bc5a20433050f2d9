import type { ErrorRequestHandler, Router } from 'express'
import type { Guarantee } from './adapters/types.js'
import { createCore } from './core.js'
import { hooksOf } from './hooks.js'
import type { AnyDelivery } from './host/host-adapters.js'
import type { Listener } from './http/listener.js'
import { checkGiven, checkSpelling } from './option-table.js'
import type { HooksOptions } from './options.js'
import { resolveSecret } from './rules/secrets.js'

/** What `createHooks` returns. */
export interface Hooks {
  /** `POST /:key`. Mount it at `hooksPath`, with `errorHandler` beside it if body parsers come first. */
  readonly router: Router
  /**
   * Delivers messages that a body parser before the router could not read, if it kept the text, and
   * otherwise responds as the router does. Mount it beside the router, at the same path.
   */
  readonly errorHandler: ErrorRequestHandler
  /**
   * For a server of its own, with or without Express: requests below `hooksPath` are answered, and all
   * others are passed on.
   */
  readonly listener: Listener
  /**
   * Call it when your server begins to close: requests that wait for the limit of their webhook, and
   * those that would have to, are answered 503 with `Retry-After`.
   */
  readonly drain: () => void
}

/**
 * Only the hooks, for a host with its own sign-in and management. It needs only the adapter methods
 * that deliveries use. Throws a `TypeError` for an invalid option or missing methods.
 *
 * @example
 * ```ts
 * const hooks = createHooks({ adapters, siteUrl: 'https://chat.example.org' })
 * const app = express()
 * app.use('/hooks', hooks.router)
 * ```
 */
export function createHooks<G extends Guarantee>(given: HooksOptions<G>): Hooks {
  checkGiven(given, 'adapters')
  checkSpelling(given, ['adapters'])
  const core = createCore(given, 'createHooks', 'delivery')
  const { router, errorHandler, listener, drain } = hooksOf({
    core,
    adapters: core.counted(core.calls.checked<AnyDelivery>(given.adapters)),
    recordRequest: () => ({ detail: '' }),
    secrets: given.secret === undefined ? null : resolveSecret(given.secret),
    hookUrl: null,
  })
  return { router, errorHandler, listener, drain }
}
