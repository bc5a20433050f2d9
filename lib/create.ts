import { hostname } from 'node:os'
import { type AdapterNeeds, hasSessions } from './adapters/check.js'
import type { Guarantee } from './adapters/types.js'
import { type Accounts, createAccounts } from './accounts.js'
import { createCore } from './core.js'
import { hooksOf } from './hooks.js'
import { checkManagement } from './host/check-management.js'
import type { AnyAdapters } from './host/host-adapters.js'
import type { IncomingWebhooks } from './incoming-webhooks.js'
import { createButtons, createManagers } from './instance.js'
import { createDiagnostics } from './manage/diagnostics.js'
import { recordsWith } from './manage/recent-requests.js'
import { createRecordRequest } from './manage/record-request.js'
import { checkGiven, checkSpelling } from './option-table.js'
import type { IncomingWebhooksOptions } from './options.js'
import { deliverByKey } from './pipeline/by-key.js'
import { keyRedactor } from './rules/redact.js'
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
  const secrets = resolveSecret(given.secret)
  const core = createCore(given, 'createIncomingWebhooks', needsOf(given))
  const { calls, tell, options } = core
  const { clock, log, siteUrl, hooksPath } = options
  const adapters = core.counted(checkManagement(calls.checked<AnyAdapters>(given.adapters), tell))
  const own = given.currentUser ? calls.currentUser(given.currentUser) : null
  const accounts = createAccounts({ given, core, secrets, adapters, own })
  const currentUser = own ?? existing(accounts).currentUser
  const redact = keyRedactor(hooksPath)
  const node = given.node ?? hostname()
  const diagnostics = createDiagnostics({ adapters, node, clock, redact, log })
  const { recentRequests, debugLog } = diagnostics
  const recordRequest = createRecordRequest(recentRequests, debugLog, recordsWith(clock, redact))
  const hookUrl = siteUrl + hooksPath
  const hooks = hooksOf({ core, adapters, recordRequest, secrets, hookUrl })
  const origins = [siteUrl, ...(given.trustedOrigins ?? [])].map((url) => new URL(url).origin)
  const { settings } = adapters
  const callers = {
    settings,
    currentUser,
    csrf: own !== null,
    siteUrl,
    origins: new Set(origins),
    tell,
  }
  const shared = { given, core, secrets, adapters, callers, hookUrl, hooks, diagnostics, redact }
  const buttons = createButtons(shared)
  const webhooks = {
    hooksRouter: hooks.router,
    hooksErrorHandler: hooks.errorHandler,
    listener: hooks.listener,
    ...createManagers(shared),
    buttonsRouter: buttons.router,
    get authRouter() {
      return existing(accounts).takeAuthRouter()
    },
    get signIn() {
      return existing(accounts).signIn
    },
    currentUser,
    deliver: async (key: string, payload: unknown) => {
      const { deliver, findWebhook } = hooks
      const delivering = { adapters, findWebhook, deliver, clock }
      const { posts, warnings, ignored } = await deliverByKey(delivering, key, payload)
      return { posts, warnings, ignored }
    },
    close: async () => {
      await Promise.all([buttons.close(), diagnostics.close(), accounts?.close()])
    },
  }
  if (accounts) return webhooks
  // So that whoever prints or copies the result does not meet their error.
  const hidden = { enumerable: false }
  return Object.defineProperties(webhooks, { authRouter: hidden, signIn: hidden })
}

function needsOf({
  currentUser,
  adapters,
}: Partial<Record<'currentUser' | 'adapters', unknown>>): AdapterNeeds {
  if (currentUser === undefined) return 'all'
  return hasSessions(adapters) ? 'bothSignIns' : 'management'
}

function existing(accounts: Accounts | null): Accounts {
  if (accounts) return accounts
  throw new TypeError(
    'adapters.sessions: missing. Users of your app sign in with its own sign-in, so there is no ' +
      'authRouter and no signIn (docs/signing-in.md).',
  )
}

function checkNeeded(given: unknown): void {
  checkGiven(given, 'adapters, secret and siteUrl')
  checkSpelling(given, ['adapters', 'secret', 'siteUrl'])
  if ('siteUrl' in given && typeof given.siteUrl === 'string') return
  throw new TypeError(
    'siteUrl: expected the public URL of your app, such as https://chat.example.org',
  )
}
