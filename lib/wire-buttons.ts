import { randomBytes } from 'node:crypto'
import type { Router } from 'express'
import { createIntegrationClient } from './buttons/integration-client.js'
import { listedHost } from './buttons/integration-url.js'
import { createPress } from './buttons/press.js'
import type { CheckedManagement } from './adapters/checked.js'
import type { Announce } from './host/announce.js'
import type { TellMistake } from './host/host-mistakes.js'
import { createButtonsRouter } from './http/buttons-router.js'
import type { CurrentUser } from './http/current-user.js'
import type { DebugLog } from './manage/debug-log.js'
import type { InstanceValues } from './instance-options.js'
import type { IncomingWebhooksOptions, OwnSignInOptions, ResolvedOptions } from './options.js'
import { createSigningSecrets } from './rules/signing.js'
import type { Counted } from './wire-delivery.js'

export interface ButtonsParts {
  readonly options: IncomingWebhooksOptions | OwnSignInOptions
  readonly resolved: ResolvedOptions
  readonly instance: InstanceValues
  readonly adapters: Counted<CheckedManagement>
  readonly announce: Announce
  readonly currentUser: CurrentUser
  readonly debugLog: Pick<DebugLog, 'write'>
  readonly tell: TellMistake
}

/** The router of message buttons, and a function that closes its connections. */
export function wireButtons(parts: ButtonsParts): {
  readonly router: Router
  readonly close: () => Promise<void>
} {
  const { options, resolved, instance, adapters, announce, currentUser, debugLog } = parts
  const allowedHosts = options.allowedIntegrationHosts ?? []
  const client = createIntegrationClient({
    siteOrigin: new URL(resolved.siteUrl).origin,
    allowedHosts: allowedHosts.flatMap((host) => listedHost(host) ?? []),
  })
  const press = createPress({
    adapters,
    counters: adapters.counters,
    client,
    clock: resolved.clock,
    random: randomBytes,
    signingSecretsOf: createSigningSecrets(instance.secrets),
    compose: resolved,
    announce,
    note: (settings, message, fields) => {
      debugLog.write(settings, 'debug', message, fields)
    },
  })
  const router = createButtonsRouter({
    press,
    currentUser,
    siteUrl: resolved.siteUrl,
    origins: instance.origins,
    tell: parts.tell,
    settings: adapters.settings,
    csrf: options.currentUser !== undefined,
  })
  return { router, close: () => client.close() }
}
