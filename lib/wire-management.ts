import type { Router } from 'express'
import type { ManagementAdapters } from './adapters/types.js'
import { createAdminRouter } from './http/admin-router.js'
import type { CurrentUser } from './http/current-user.js'
import {
  createCreateWebhook,
  type CreatedWebhook,
  type NewWebhook,
} from './manage/create-webhook.js'
import type { DebugLog } from './manage/debug-log.js'
import { createKeyCipher } from './manage/keys.js'
import type { RecentRequests } from './manage/recent-requests.js'
import { createSendTest } from './manage/send-test.js'
import type { InstanceValues } from './instance-options.js'
import type { IncomingWebhooksOptions, OwnSignInOptions, ResolvedOptions } from './options.js'
import type { Deliver } from './pipeline/deliver.js'
import { createSigningSecrets } from './rules/signing.js'

export interface ManagementParts {
  readonly options: IncomingWebhooksOptions | OwnSignInOptions
  readonly resolved: ResolvedOptions
  readonly instance: InstanceValues
  readonly adapters: ManagementAdapters
  readonly currentUser: CurrentUser
  readonly deliver: Deliver
  readonly recentRequests: RecentRequests
  readonly debugLog: DebugLog
  /** The URL that hook URLs start with. */
  readonly hookUrl: string
}

/** Management of webhooks and settings. */
export interface Management {
  readonly adminRouter: Router
  readonly createWebhook: (fields: NewWebhook) => Promise<CreatedWebhook>
}

export function wireManagement(parts: ManagementParts): Management {
  const { options, instance, adapters, currentUser, deliver } = parts
  const { recentRequests, debugLog, hookUrl } = parts
  const { clock, siteUrl, compatVersion } = parts.resolved
  const cipher = createKeyCipher(instance.secrets)
  const adminRouter = createAdminRouter({
    adapters,
    cipher,
    signingSecretsOf: createSigningSecrets(instance.secrets),
    recentRequests,
    debugLog,
    currentUser,
    siteUrl,
    compatVersion,
    clock,
    csrf: options.currentUser !== undefined,
    hooksPath: instance.hooksPath,
    origins: instance.origins,
    sendTest: createSendTest({ settings: adapters.settings, deliver, clock }),
  })
  const createWebhook = createCreateWebhook({ adapters, hookUrl, cipher, clock })
  return { adminRouter, createWebhook }
}
