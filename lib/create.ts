import { hostname } from 'node:os'
import { checkAdapters, hasSessions } from './adapters/check.js'
import type { CheckedManagement } from './adapters/checked.js'
import type { Guarantee } from './adapters/types.js'
import { type Announce, createAnnounce } from './host/announce.js'
import { HostAdapters } from './host/host-adapters.js'
import { createTellMistake, type TellMistake } from './host/host-mistakes.js'
import { tellNoTransactions } from './host/no-transactions.js'
import type { CurrentUser } from './http/current-user.js'
import type { IncomingWebhooks, ManagedWebhooks } from './incoming-webhooks.js'
import { tellIdleOptions } from './known-options.js'
import { createRecordRequest } from './manage/record-request.js'
import { checkInstanceOptions, type InstanceValues, resolveInstance } from './instance-options.js'
import {
  type IncomingWebhooksOptions,
  type OwnSignInOptions,
  type ResolvedOptions,
  resolveOptions,
} from './options.js'
import { deliverByKey } from './pipeline/by-key.js'
import { keyRedactor } from './rules/redact.js'
import { wireButtons } from './wire-buttons.js'
import { type Counted, wireDelivery, withCounters } from './wire-delivery.js'
import { wireDiagnostics } from './wire-diagnostics.js'
import { wireManagement } from './wire-management.js'
import { wireSignIn } from './wire-sign-in.js'

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
  options: IncomingWebhooksOptions | OwnSignInOptions,
): IncomingWebhooks | ManagedWebhooks {
  checkInstanceOptions(options)
  checkAdapters(options.adapters, signsIn(options) ? 'all' : 'management')
  const resolved = resolveOptions(options)
  const instance = resolveInstance(options, resolved.siteUrl)
  const tell = createTellMistake(resolved.log)
  tellIdleOptions(options, 'createIncomingWebhooks', tell)
  void tellNoTransactions(options.adapters.webhooks, tell)
  const calls = new HostAdapters(resolved.adapterTimeout, tell)
  const adapters = withCounters(calls.management(options.adapters), options.clock)
  const announce = createAnnounce(options.onPosts, tell)
  const parts = { options, resolved, instance, adapters, tell, announce }
  if (!signsIn(options)) {
    return wireManaged({ ...parts, currentUser: calls.currentUser(options.currentUser) })
  }
  const { counters } = adapters
  const { secrets } = instance
  const { signIn, passwords, ...mine } = wireSignIn({
    options,
    resolved,
    secrets,
    calls,
    counters,
    tell,
  })
  const managed = wireManaged({ ...parts, currentUser: mine.currentUser })
  return {
    ...managed,
    get authRouter() {
      return mine.takeAuthRouter()
    },
    authenticate: (token) => signIn.authenticate(token),
    checkPassword: (attempt) => signIn.checkPassword(attempt),
    hashPassword: (password) => passwords.hash(password),
    signOutUser: (userId) => signIn.signOutUser(userId),
    close: async () => {
      await Promise.all([managed.close(), passwords.close()])
    },
  }
}

function signsIn(
  options: IncomingWebhooksOptions | OwnSignInOptions,
): options is IncomingWebhooksOptions {
  return options.currentUser === undefined || hasSessions(options.adapters)
}

interface ManagedParts {
  readonly options: IncomingWebhooksOptions | OwnSignInOptions
  readonly resolved: ResolvedOptions
  readonly instance: InstanceValues
  readonly adapters: Counted<CheckedManagement>
  readonly tell: TellMistake
  readonly announce: Announce
  readonly currentUser: CurrentUser
}

/** Wires deliveries first, then what depends on them. */
function wireManaged(parts: ManagedParts): ManagedWebhooks {
  const { options, resolved, instance, adapters, currentUser } = parts
  const { clock, log } = resolved
  const { hooksPath } = instance
  const hookUrl = resolved.siteUrl + hooksPath
  const redact = keyRedactor(hooksPath)
  const node = options.node ?? hostname()
  const diagnostics = wireDiagnostics({ adapters, node, clock, redact, log })
  const { recentRequests, debugLog } = diagnostics
  const recordRequest = createRecordRequest(recentRequests, debugLog)
  const delivery = wireDelivery({ ...parts, recordRequest, hookUrl, secrets: instance.secrets })
  const { deliver, findWebhook, permalink } = delivery
  const management = wireManagement({
    ...parts,
    deliver,
    permalink,
    recentRequests,
    debugLog,
    redact,
  })
  const buttons = wireButtons({ ...parts, debugLog })
  return {
    hooksRouter: delivery.hooksRouter,
    listener: delivery.listenerAt(hooksPath),
    adminRouter: management.adminRouter,
    buttonsRouter: buttons.router,
    currentUser,
    manage: management.manage,
    deliver: async (key, payload) => {
      const delivering = { adapters, findWebhook, deliver, clock }
      const { posts, warnings, ignored } = await deliverByKey(delivering, key, payload)
      return { posts, warnings, ignored }
    },
    close: async () => {
      await Promise.all([buttons.close(), diagnostics.close()])
    },
  }
}
