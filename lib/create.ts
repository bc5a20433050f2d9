import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { type Accounts, createAccounts } from './accounts.js'
import { type AdapterNeeds, hasSessions } from './adapters/check.js'
import { createMemoryCounters } from './adapters/memory/counters.js'
import type { Guarantee } from './adapters/types.js'
import { IntegrationClient } from './buttons/integration-client.js'
import { listedHost } from './buttons/integration-url.js'
import { createPress } from './buttons/press.js'
import { createCore } from './core.js'
import { hooksOf } from './hooks.js'
import { safely } from './host/announce.js'
import { checkManagement } from './host/check-management.js'
import type { AnyAdapters } from './host/host-adapters.js'
import type { TellMistake } from './host/host-mistakes.js'
import { createAdminRouter, createButtonsRouter } from './http/admin-router.js'
import { PreviewLimits } from './http/preview-limits.js'
import { checkGiven, checkSpelling } from './option-table.js'
import { deliverByKey } from './pipeline/by-key.js'
import type { IncomingWebhooks } from './incoming-webhooks.js'
import { createDiagnostics } from './log/diagnostics.js'
import { createKeyCipher, type KeyCipher } from './manage/keys.js'
import { createNotices } from './manage/notices.js'
import { createTellOwners } from './manage/tell-owners.js'
import { createAddressWarnings } from './manage/address-warnings.js'
import { createListAttention } from './manage/list-attention.js'
import { createListIncidents } from './manage/list-incidents.js'
import { createForgetUser, createManagement } from './manage/management.js'
import { loggedText, recordsWith } from './log/delivery-record.js'
import { createKeptRequests } from './log/kept-requests.js'
import { shownAddresses } from './log/shown-address.js'
import { createRecordRequest } from './log/record-request.js'
import { createPreview } from './manage/preview.js'
import { createReplay, createReplayByButton, type ReplayByButton } from './manage/replay.js'
import { createSendTest } from './manage/send-test.js'
import { ShownWebhooks } from './manage/views.js'
import { Webhooks } from './manage/webhooks.js'
import type { IncomingWebhooksOptions } from './options.js'
import { keyRedactor } from './rules/redact.js'
import { resolveSecret } from './rules/secrets.js'
import { createSigningSecrets } from './rules/signing.js'
import { siteUrlOf } from './rules/site-url.js'

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

function checkNeeded(given: unknown) {
  checkGiven(given, 'adapters, secret and siteUrl')
  checkSpelling(given, ['adapters', 'secret', 'siteUrl'])
  if ('siteUrl' in given && typeof given.siteUrl === 'string') return
  throw new TypeError(
    'siteUrl: expected the public URL of your app, such as https://chat.example.org',
  )
}

/** What the routers of an instance share. */
type Instance = ReturnType<typeof createInstance>

function createInstance<G extends Guarantee>(given: IncomingWebhooksOptions<G>) {
  const secrets = resolveSecret(given.secret)
  const core = createCore(given, 'createIncomingWebhooks', needsOf(given))
  const { calls, tell, options } = core
  const { clock, log, siteUrl, hooksPath } = options
  const adapters = core.counted(checkManagement(calls.checked<AnyAdapters>(given.adapters), tell))
  const own = given.currentUser ? calls.currentUser(given.currentUser) : null
  const accounts = createAccounts({ given, core, secrets, adapters, own })
  const redact = keyRedactor(hooksPath)
  const node = given.node ?? hostname()
  const kept = createKeptRequests(secrets)
  const consoleUrl = given.consoleUrl === undefined ? null : siteUrlOf(given.consoleUrl)
  const notices = createNotices({ ...options, consoleUrl, adapters, announce: core.announce })
  const onHostSignal = given.onSignal && safely(given.onSignal, 'EIW_ON_SIGNAL_FAILED', tell)
  const tellOwners = createTellOwners({ ...adapters, onSignal: onHostSignal, notices, clock })
  const onSignal = given.onSignal || notices ? tellOwners.signal : undefined
  const diagnostics = createDiagnostics({
    adapters,
    node,
    clock,
    redact,
    log,
    kept,
    onSignal,
    onFailure: tellOwners.failure,
  })
  const recordOf = recordsWith(clock, redact, kept)
  const recordRequest = createRecordRequest({ ...diagnostics, recordOf })
  const hookUrl = siteUrl + hooksPath
  const shownAddress = shownAddresses(given.deliveryAddress, secrets)
  // Of a silence, the channel itself has been told.
  const hooks = hooksOf({
    core,
    adapters,
    recordRequest,
    onSignal: onHostSignal,
    shownAddress,
    secrets,
    hookUrl,
  })
  const origins = [siteUrl, ...(given.trustedOrigins ?? [])].map((url) => new URL(url).origin)
  const callers = {
    settings: adapters.settings,
    currentUser: own ?? existing(accounts).currentUser,
    csrf: own !== null,
    siteUrl,
    origins: new Set(origins),
    tell,
  }
  return {
    core,
    adapters,
    accounts,
    callers,
    hooks,
    diagnostics,
    audit: safely(given.onAudit, 'EIW_ON_AUDIT_FAILED', tell),
    onHandedOver: tellOwners.handedOver,
    allowedIntegrationHosts: given.allowedIntegrationHosts ?? [],
    secrets,
    signingSecretsOf: createSigningSecrets(secrets),
    hookUrl,
    redact,
  }
}

/** Management of webhooks and settings, over HTTP and without. */
function createManagers(instance: Instance) {
  const { core, adapters, callers, hooks, diagnostics, redact } = instance
  const cipher = tellingCipher(createKeyCipher(instance.secrets), callers.tell)
  const parts = { ...instance, ...core.options, ...diagnostics, cipher, random: randomBytes }
  const webhooks = new Webhooks(parts)
  const shown = new ShownWebhooks(parts)
  const { channels } = adapters
  const preview = createPreview({ ...parts, webhooks, channels, run: hooks.preview })
  const replay = createReplay({
    ...parts,
    webhooks,
    run: hooks.replay,
    asLogged: loggedText(redact),
  })
  const adminRouter = createAdminRouter({
    ...callers,
    ...parts,
    webhooks,
    shown,
    listAttention: createListAttention({ ...parts, webhooks }),
    addressWarnings: createAddressWarnings(diagnostics.deliveryLog),
    listIncidents: createListIncidents(adapters, core.permalink, redact),
    sendTest: createSendTest({ ...callers, ...hooks }),
    preview,
    replay,
    previewLimits: new PreviewLimits(createMemoryCounters()),
  })
  const forgetUser = createForgetUser({ ...parts, webhooks })
  const manage = createManagement({ adapters, webhooks, shown, preview, replay, forgetUser })
  const tell = async (webhookId: string): Promise<void> => diagnostics.watch?.tell(webhookId)
  const replayByButton = createReplayByButton({ webhooks, replay, tell })
  return { adminRouter, manage, replayByButton }
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
function createButtons(instance: Instance, replayRefused: ReplayByButton) {
  const { core, adapters, callers, hooks, diagnostics } = instance
  const { options, announce } = core
  const client = new IntegrationClient({
    siteOrigin: new URL(options.siteUrl).origin,
    allowedHosts: instance.allowedIntegrationHosts.flatMap((host) => listedHost(host) ?? []),
  })
  const press = createPress({
    ...instance,
    ...hooks,
    replayRefused,
    counters: adapters.counters,
    client,
    random: randomBytes,
    compose: options,
    announce,
    note: (settings, message, fields) => {
      diagnostics.debugLog.write(settings, 'debug', message, fields)
    },
  })
  return { router: createButtonsRouter({ ...callers, press }), close: () => client.close() }
}

function needsOf({
  currentUser,
  adapters,
}: Partial<Record<'currentUser' | 'adapters', unknown>>): AdapterNeeds {
  if (currentUser === undefined) return 'all'
  return hasSessions(adapters) ? 'bothSignIns' : 'management'
}

/** Throws for a host whose users sign in with its own sign-in. */
function existing(accounts: Accounts | null) {
  if (accounts) return accounts
  throw new TypeError(
    'adapters.sessions: missing. Users of your app sign in with its own sign-in, so there is no ' +
      'authRouter and no signIn (docs/signing-in.md).',
  )
}
