import { randomBytes } from 'node:crypto'
import type { Router } from 'express'
import type { CheckedManagement } from './adapters/checked.js'
import type { TellMistake } from './host/host-mistakes.js'
import { createAdminRouter } from './http/admin-router.js'
import type { CurrentUser } from './http/current-user.js'
import type { DebugLog } from './manage/debug-log.js'
import type { Permalink } from './http/receipts.js'
import { createListIncidents } from './manage/list-incidents.js'
import { createKeyCipher, type KeyCipher } from './manage/keys.js'
import { createManagement, type WebhookManagement } from './manage/management.js'
import type { RecentRequests } from './manage/recent-requests.js'
import { createSendTest } from './manage/send-test.js'
import { createShownWebhooks } from './manage/shown-webhooks.js'
import { createWebhooks } from './manage/webhooks.js'
import type { InstanceValues } from './instance-options.js'
import type { IncomingWebhooksOptions, OwnSignInOptions, ResolvedOptions } from './options.js'
import type { Deliver } from './pipeline/deliver.js'
import { createSigningSecrets } from './rules/signing.js'

export interface ManagementParts {
  readonly options: IncomingWebhooksOptions | OwnSignInOptions
  readonly resolved: ResolvedOptions
  readonly instance: InstanceValues
  readonly adapters: CheckedManagement
  readonly currentUser: CurrentUser
  readonly deliver: Deliver
  readonly permalink: Permalink
  readonly recentRequests: RecentRequests
  readonly debugLog: DebugLog
  readonly tell: TellMistake
  /** Removes keys from a text. */
  readonly redact: (text: string) => string
}

/** Management of webhooks and settings. */
export interface Management {
  readonly adminRouter: Router
  readonly manage: WebhookManagement
}

export function wireManagement(parts: ManagementParts): Management {
  const { options, instance, adapters, currentUser, deliver } = parts
  const { recentRequests, debugLog } = parts
  const { clock, siteUrl, compatVersion, formats } = parts.resolved
  const cipher = tellingCipher(createKeyCipher(instance.secrets), parts.tell)
  const signingSecretsOf = createSigningSecrets(instance.secrets)
  const { hooksPath, origins } = instance
  const adminRouter = createAdminRouter({
    adapters,
    cipher,
    formats,
    signingSecretsOf,
    recentRequests,
    debugLog,
    currentUser,
    siteUrl,
    compatVersion,
    clock,
    csrf: options.currentUser !== undefined,
    hooksPath,
    origins,
    tell: parts.tell,
    listIncidents: createListIncidents(adapters, parts.permalink, parts.redact),
    sendTest: createSendTest({ settings: adapters.settings, deliver, clock }),
  })
  const manage = createManagement({
    adapters,
    webhooks: createWebhooks({ adapters, cipher, formats, clock, random: randomBytes }),
    shown: createShownWebhooks({ adapters, cipher, signingSecretsOf, clock, siteUrl, hooksPath }),
    recentRequests,
  })
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
