import { randomBytes } from 'node:crypto'
import type { Router } from 'express'
import type { CheckedManagement } from './host/checked.js'
import { IntegrationClient } from './buttons/integration-client.js'
import { listedHost } from './buttons/integration-url.js'
import { createPress } from './buttons/press.js'
import type { Core, Counted } from './core.js'
import type { hooksOf } from './hooks.js'
import type { TellMistake } from './host/host-mistakes.js'
import type { CallsOptions } from './http/admin/calls.js'
import { createAdminRouter } from './http/admin-router.js'
import { createButtonsRouter } from './http/buttons-router.js'
import type { IncomingWebhooks } from './incoming-webhooks.js'
import type { Diagnostics } from './manage/diagnostics.js'
import { createKeyCipher, type KeyCipher } from './manage/keys.js'
import { createListIncidents } from './manage/list-incidents.js'
import { createManagement } from './manage/management.js'
import { createSendTest } from './manage/send-test.js'
import { ShownWebhooks } from './manage/shown-webhooks.js'
import { Webhooks } from './manage/webhooks.js'
import type { IncomingWebhooksOptions } from './options.js'
import type { Secrets } from './rules/secrets.js'
import { createSigningSecrets } from './rules/signing.js'

/** What management and buttons share. */
interface Shared {
  readonly given: Pick<IncomingWebhooksOptions, 'allowedIntegrationHosts'>
  readonly core: Core
  readonly secrets: Secrets
  readonly adapters: Counted<CheckedManagement>
  readonly callers: CallsOptions
  /** The URL that hook URLs start with. */
  readonly hookUrl: string
  readonly hooks: ReturnType<typeof hooksOf>
  readonly diagnostics: Diagnostics
  /** Removes keys from a text. */
  readonly redact: (text: string) => string
}

/** Management of webhooks and settings, over HTTP and without. */
export function createManagers(shared: Shared): Pick<IncomingWebhooks, 'adminRouter' | 'manage'> {
  const { core, secrets, adapters, callers, hookUrl, hooks, redact } = shared
  const { options, tell, permalink } = core
  const { clock, compatVersion, formats } = options
  const { recentRequests, debugLog } = shared.diagnostics
  const cipher = tellingCipher(createKeyCipher(secrets), tell)
  const signingSecretsOf = createSigningSecrets(secrets)
  const random = randomBytes
  const webhooks = new Webhooks({ adapters, cipher, formats, recentRequests, clock, random })
  const shown = new ShownWebhooks({ adapters, cipher, signingSecretsOf, clock, hookUrl })
  const adminRouter = createAdminRouter({
    ...callers,
    adapters,
    webhooks,
    shown,
    formats,
    recentRequests,
    debugLog,
    compatVersion,
    listIncidents: createListIncidents(adapters, permalink, redact),
    sendTest: createSendTest({ settings: adapters.settings, deliver: hooks.deliver, clock }),
  })
  return { adminRouter, manage: createManagement({ adapters, webhooks, shown }) }
}

/** Tells of a key that none of the secrets has sealed. Those that came from elsewhere have no seal. */
function tellingCipher(cipher: KeyCipher, tell: TellMistake): KeyCipher {
  return {
    ...cipher,
    open: (text, webhookId) => {
      const key = cipher.open(text, webhookId)
      if (key === null && text !== '') tell('EIW_OTHER_SECRET', { webhook: webhookId })
      return key
    },
  }
}

/** The router of message buttons, and a function that closes its connections. */
export function createButtons({ given, core, secrets, adapters, callers, diagnostics }: Shared): {
  readonly router: Router
  readonly close: () => Promise<void>
} {
  const { options, announce } = core
  const allowedHosts = given.allowedIntegrationHosts ?? []
  const client = new IntegrationClient({
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
  return { router: createButtonsRouter({ ...callers, press }), close: () => client.close() }
}
