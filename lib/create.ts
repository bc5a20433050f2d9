import type { Guarantee } from './adapters/types.js'
import type { IncomingWebhooks } from './incoming-webhooks.js'
import { createButtons, createInstance, createManagers, existing } from './instance.js'
import { checkGiven, checkSpelling } from './option-table.js'
import type { IncomingWebhooksOptions } from './options.js'
import { deliverByKey } from './pipeline/by-key.js'

/**
 * Creates the routers for a host's adapters. Throws a `TypeError` for an invalid option, and one
 * that lists all missing adapter methods.
 *
 * @example
 * ```ts
 * const webhooks = createIncomingWebhooks({
 *   adapters,
 *   secret: process.env['WEBHOOKS_SECRET'] ?? '',
 *   siteUrl: 'https://chat.example.org',
 *   // If your app has no sign-in of its own, leave this out, and mount `webhooks.authRouter`.
 *   currentUser: (req) => userOfSession(req.headers.cookie),
 * })
 * const app = express()
 * app.use('/hooks', webhooks.hooksRouter)
 * app.use('/api/v4', webhooks.adminRouter)
 * ```
 */
export function createIncomingWebhooks<G extends Guarantee>(
  given: IncomingWebhooksOptions<G>,
): IncomingWebhooks {
  checkNeeded(given)
  const instance = createInstance(given)
  const { hooks, accounts, diagnostics, callers } = instance
  const { replayByButton, ...managers } = createManagers(instance)
  const buttons = createButtons(instance, replayByButton)
  // Once: it is more than a delivery costs.
  const delivering = { ...callers, ...hooks }
  const webhooks = {
    hooksRouter: hooks.router,
    hooksErrorHandler: hooks.errorHandler,
    listener: hooks.listener,
    ...managers,
    buttonsRouter: buttons.router,
    get authRouter() {
      return existing(accounts).takeAuthRouter()
    },
    get signIn() {
      return existing(accounts).signIn
    },
    currentUser: callers.currentUser,
    deliver: async (key: string, payload: unknown) => {
      const { posts, warnings, ignored } = await deliverByKey(delivering, key, payload)
      return { posts, warnings, ignored }
    },
    metrics: hooks.metrics,
    metricsText: hooks.metricsText,
    drain: hooks.drain,
    close: async () => {
      await Promise.all([buttons.close(), hooks.close(), diagnostics.close(), accounts?.close()])
    },
  }
  if (accounts) return webhooks
  // So that whoever prints or copies the result does not meet their error.
  const hidden = { enumerable: false }
  return Object.defineProperties(webhooks, { authRouter: hidden, signIn: hidden })
}

function checkNeeded(given: unknown): void {
  checkGiven(given, 'adapters, secret and siteUrl')
  checkSpelling(given, ['adapters', 'secret', 'siteUrl'])
  if ('siteUrl' in given && typeof given.siteUrl === 'string') return
  throw new TypeError(
    'siteUrl: expected the public URL of your app, such as https://chat.example.org',
  )
}
