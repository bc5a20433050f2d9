import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Router } from 'express'
import type { CheckedManagement } from './host/checked.js'
import { createIntegrationClient } from './buttons/integration-client.js'
import { listedHost } from './buttons/integration-url.js'
import { createPress } from './buttons/press.js'
import type { Core, Counted } from './core.js'
import { type HooksInstance, hooksOf } from './hooks.js'
import type { TellMistake } from './host/host-mistakes.js'
import { createAdminRouter } from './http/admin-router.js'
import { createButtonsRouter } from './http/buttons-router.js'
import type { CurrentUser } from './http/current-user.js'
import type { IncomingWebhooks } from './incoming-webhooks.js'
import { createDiagnostics, type Diagnostics } from './manage/diagnostics.js'
import { createKeyCipher, type KeyCipher } from './manage/keys.js'
import { createListIncidents } from './manage/list-incidents.js'
import { createManagement, type WebhookManagement } from './manage/management.js'
import { createRecordRequest } from './manage/record-request.js'
import { createSendTest } from './manage/send-test.js'
import { createShownWebhooks } from './manage/shown-webhooks.js'
import { createWebhooks } from './manage/webhooks.js'
import type { IncomingWebhooksOptions } from './options.js'
import { deliverByKey } from './pipeline/by-key.js'
import { HOOKS_PATH, hooksPathOf } from './rules/hooks-path.js'
import { keyRedactor } from './rules/redact.js'
import type { Secrets } from './rules/secrets.js'
import { createSigningSecrets } from './rules/signing.js'

export interface InstanceParts {
  readonly given: Omit<IncomingWebhooksOptions, 'adapters'>
  readonly core: Core
  readonly secrets: Secrets
  readonly adapters: Counted<CheckedManagement>
  readonly currentUser: CurrentUser
  /** Whether `currentUser` may read cookies, so that cross-site requests are rejected. */
  readonly csrf: boolean
}

/** What every host has, whoever signs its users in. */
export type Instance = Omit<IncomingWebhooks, 'authRouter' | 'signIn'>

/** What management and buttons share. */
interface Shared extends InstanceParts {
  /** Without a trailing slash. */
  readonly hooksPath: string
  /** The origins whose pages may make calls with cookies: that of `siteUrl` and the trusted ones. */
  readonly origins: ReadonlySet<string>
  readonly hooks: HooksInstance
  readonly diagnostics: Diagnostics
  /** Removes keys from a text. */
  readonly redact: (text: string) => string
}

/** Makes the parts of an instance in order, each once. */
export function createInstance(parts: InstanceParts): Instance {
  const { given, core, secrets, adapters, currentUser } = parts
  const { siteUrl, clock, log } = core.options
  const hooksPath = hooksPathOf(given.hooksPath ?? HOOKS_PATH)
  const redact = keyRedactor(hooksPath)
  const node = given.node ?? hostname()
  const diagnostics = createDiagnostics({ adapters, node, clock, redact, log })
  const { recentRequests, debugLog } = diagnostics
  const recordRequest = createRecordRequest(recentRequests, debugLog)
  const hookUrl = siteUrl + hooksPath
  const hooks = hooksOf({ given, core, adapters, recordRequest, secrets, hookUrl })
  const origins = new Set(
    [siteUrl, ...(given.trustedOrigins ?? [])].map((url) => new URL(url).origin),
  )
  const shared = { ...parts, hooksPath, origins, hooks, diagnostics, redact }
  const buttons = createButtons(shared)
  return {
    hooksRouter: hooks.router,
    hooksErrorHandler: hooks.errorHandler,
    listener: hooks.listenerAt(hooksPath),
    ...createManagers(shared),
    buttonsRouter: buttons.router,
    currentUser,
    deliver: async (key, payload) => {
      const { deliver, findWebhook } = hooks
      const delivering = { adapters, findWebhook, deliver, clock }
      const { posts, warnings, ignored } = await deliverByKey(delivering, key, payload)
      return { posts, warnings, ignored }
    },
    close: async () => {
      await Promise.all([buttons.close(), diagnostics.close()])
    },
  }
}

/** Management of webhooks and settings, over HTTP and without. */
function createManagers(shared: Shared): {
  readonly adminRouter: Router
  readonly manage: WebhookManagement
} {
  const { core, secrets, adapters, currentUser, csrf, hooksPath, origins, hooks, redact } = shared
  const { options, tell } = core
  const { clock, siteUrl, compatVersion, formats } = options
  const { recentRequests, debugLog } = shared.diagnostics
  const cipher = tellingCipher(createKeyCipher(secrets), tell)
  const signingSecretsOf = createSigningSecrets(secrets)
  const webhooks = createWebhooks({ adapters, cipher, formats, clock, random: randomBytes })
  const shown = createShownWebhooks({
    adapters,
    cipher,
    signingSecretsOf,
    clock,
    siteUrl,
    hooksPath,
  })
  const adminRouter = createAdminRouter({
    adapters,
    webhooks,
    shown,
    formats,
    recentRequests,
    debugLog,
    currentUser,
    siteUrl,
    compatVersion,
    csrf,
    origins,
    tell,
    listIncidents: createListIncidents(adapters, hooks.permalink, redact),
    sendTest: createSendTest({ settings: adapters.settings, deliver: hooks.deliver, clock }),
  })
  const manage = createManagement({ adapters, webhooks, shown, recentRequests })
  return { adminRouter, manage }
}

/** Tells of a key that none of the secrets has sealed. Those that came from elsewhere have no seal. */
function tellingCipher(cipher: KeyCipher, tell: TellMistake): KeyCipher {
  return {
    seal: (key, webhookId) => cipher.seal(key, webhookId),
    open: (text, webhookId) => {
      const key = cipher.open(text, webhookId)
      if (key === null && text !== '') tell('EIW_OTHER_SECRET', { webhook: webhookId })
      return key
    },
  }
}

/** The router of message buttons, and a function that closes its connections. */
function createButtons(shared: Shared): {
  readonly router: Router
  readonly close: () => Promise<void>
} {
  const { given, core, secrets, adapters, currentUser, csrf, origins, diagnostics } = shared
  const { options, tell, announce } = core
  const allowedHosts = given.allowedIntegrationHosts ?? []
  const client = createIntegrationClient({
    siteOrigin: new URL(options.siteUrl).origin,
    allowedHosts: allowedHosts.flatMap((host) => listedHost(host) ?? []),
  })
  const press = createPress({
    adapters,
    counters: adapters.counters,
    client,
    clock: options.clock,
    random: randomBytes,
    signingSecretsOf: createSigningSecrets(secrets),
    compose: options,
    announce,
    note: (settings, message, fields) => {
      diagnostics.debugLog.write(settings, 'debug', message, fields)
    },
  })
  const router = createButtonsRouter({
    press,
    currentUser,
    siteUrl: options.siteUrl,
    origins,
    tell,
    settings: adapters.settings,
    csrf,
  })
  return { router, close: () => client.close() }
}
