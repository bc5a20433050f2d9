import { hasSessions } from './adapters/check.js'
import type { Guarantee } from './adapters/types.js'
import { createAccounts } from './accounts.js'
import { createCore } from './core.js'
import { checkManagement } from './host/check-management.js'
import type { AnyManagement } from './host/host-adapters.js'
import type { IncomingWebhooks, ManagedWebhooks } from './incoming-webhooks.js'
import { createInstance } from './instance.js'
import { checkGiven } from './option-table.js'
import type { IncomingWebhooksOptions, OwnSignInOptions } from './options.js'
import { resolveSecret } from './rules/secrets.js'

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
 * })
 * const app = express()
 * app.use('/hooks', webhooks.hooksRouter)
 * app.use('/api/v4/users', webhooks.authRouter)
 * app.use('/api/v4', webhooks.adminRouter)
 * ```
 */
export function createIncomingWebhooks<G extends Guarantee>(
  options: IncomingWebhooksOptions<G>,
): IncomingWebhooks
/**
 * For hosts with their own sign-in, which pass `currentUser`. Throws as the other form does.
 *
 * @example
 * ```ts
 * const webhooks = createIncomingWebhooks({
 *   adapters,
 *   secret: process.env['WEBHOOKS_SECRET'] ?? '',
 *   siteUrl: 'https://chat.example.org',
 *   currentUser: (req) => userOfSession(req.headers.cookie),
 * })
 * ```
 */
export function createIncomingWebhooks<G extends Guarantee>(
  options: OwnSignInOptions<G>,
): ManagedWebhooks
export function createIncomingWebhooks(
  given: IncomingWebhooksOptions | OwnSignInOptions,
): IncomingWebhooks | ManagedWebhooks {
  checkSiteUrl(given)
  const core = createCore(given, 'createIncomingWebhooks', signsIn(given) ? 'all' : 'management')
  const { calls, tell } = core
  const secrets = resolveSecret(given.secret)
  const adapters = core.counted(checkManagement(calls.checked<AnyManagement>(given.adapters), tell))
  const csrf = given.currentUser !== undefined
  const parts = { given, core, secrets, adapters, csrf }
  if (!signsIn(given)) {
    return createInstance({ ...parts, currentUser: calls.currentUser(given.currentUser) })
  }
  const accounts = createAccounts(given, core, secrets, adapters.counters)
  const { currentUser, takeAuthRouter, ...mine } = accounts
  const instance = createInstance({ ...parts, currentUser })
  return {
    ...instance,
    ...mine,
    get authRouter() {
      return takeAuthRouter()
    },
    close: async () => {
      await Promise.all([instance.close(), accounts.close()])
    },
  }
}

function checkSiteUrl(given: unknown): void {
  checkGiven(given, 'adapters, secret and siteUrl')
  if ('siteUrl' in given && typeof given.siteUrl === 'string') return
  throw new TypeError(
    'siteUrl: expected the public URL of your app, such as https://chat.example.org',
  )
}

function signsIn(
  given: IncomingWebhooksOptions | OwnSignInOptions,
): given is IncomingWebhooksOptions {
  return given.currentUser === undefined || hasSessions(given.adapters)
}
