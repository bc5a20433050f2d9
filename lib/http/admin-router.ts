import { randomBytes } from 'node:crypto'
import { Router, type ErrorRequestHandler, type RequestHandler } from 'express'
import type { CheckedManagement } from '../adapters/checked.js'
import type { Formats } from '../formats/registry.js'
import { DEBUG_LOG_LINES, type DebugLog } from '../manage/debug-log.js'
import type { KeyCipher } from '../manage/keys.js'
import { clientSettingsView, settingsChanges, settingsView } from '../manage/settings.js'
import { createShownWebhooks } from '../manage/shown-webhooks.js'
import { createWebhookViews } from '../manage/views.js'
import { createWebhooks } from '../manage/webhooks.js'
import { WebhookError } from '../model/errors.js'
import { clientUser } from '../rules/client-user.js'
import { withoutTrailing } from '../text/trimming.js'
import type { SigningSecretsOf } from '../rules/signing.js'
import {
  callMaker,
  methodNotAllowed,
  readJson,
  unknownPath,
  type CallsOptions,
  type MakeCall,
} from './admin/calls.js'
import { incomingRoutes, type IncomingRoutesOptions } from './admin/incoming-routes.js'
import { pageOf, perPageOf } from './admin/query.js'
import { webhookErrorHandler } from './error-handler.js'
import { sendJson } from './send-json.js'

const LOGS_PER_PAGE = { name: 'logs_per_page', fallback: DEBUG_LOG_LINES, max: DEBUG_LOG_LINES }

/** What management needs from the host and from other parts. */
export interface AdminRouterOptions
  extends
    Pick<IncomingRoutesOptions, 'recentRequests' | 'sendTest' | 'listIncidents'>,
    Pick<CallsOptions, 'currentUser' | 'origins' | 'tell'> {
  readonly adapters: Pick<CheckedManagement, 'users' | 'channels' | 'webhooks' | 'settings'>
  readonly cipher: KeyCipher
  readonly formats: Formats
  readonly signingSecretsOf: SigningSecretsOf
  readonly debugLog: Pick<DebugLog, 'page'>
  /** The public URL of the host; hook URLs are built from it. */
  readonly siteUrl: string
  /** The path where the hooks router is mounted, without a trailing slash. */
  readonly hooksPath: string
  /** Sent to clients as `Version`. */
  readonly compatVersion: string
  /**
   * Rejects cross-site requests, for a `currentUser` that reads cookies. Default true; not needed
   * for bearer tokens.
   */
  readonly csrf?: boolean
  readonly clock?: () => number
  readonly random?: (size: number) => Uint8Array
}

/**
 * Management below the host's `/api/v4`: `/hooks/incoming…`, `/users/me`, `/config…` and `/logs`
 * (docs/contract.md, Management). Every other path goes on to the host.
 */
export function createAdminRouter(options: AdminRouterOptions): Router {
  const { adapters, cipher, formats, signingSecretsOf, hooksPath } = options
  const { clock = Date.now, random = randomBytes } = options
  const siteUrl = withoutTrailing(options.siteUrl, '/')
  const call = callMaker({
    settings: adapters.settings,
    currentUser: options.currentUser,
    siteUrl,
    origins: options.origins,
    tell: options.tell,
    csrf: options.csrf ?? true,
  })
  const { recentRequests, sendTest, listIncidents } = options
  const webhooks = createWebhooks({ adapters, cipher, formats, clock, random })
  const views = createWebhookViews(
    createShownWebhooks({
      adapters,
      cipher,
      signingSecretsOf,
      clock,
      siteUrl,
      hooksPath,
    }),
  )
  const router = Router()
  const parts = { webhooks, views, formats, recentRequests, sendTest, listIncidents }
  router.use('/hooks/incoming', incomingRoutes(call, parts))
  // Other methods and other users' routes are left to the host.
  router.get('/users/me', me(call))
  router.use('/config', configRoutes(call, options, siteUrl))
  router.use('/logs', logRoutes(call, options))
  router.use(undecodablePath, webhookErrorHandler())
  return router
}

function me(call: MakeCall): RequestHandler {
  return call('getMe', async ({ user }, _req, res) => {
    sendJson(res, 200, clientUser(user))
  })
}

function configRoutes(call: MakeCall, options: AdminRouterOptions, siteUrl: string): Router {
  const { adapters, compatVersion } = options
  const host = { compatVersion, siteUrl, listsUsers: adapters.users.listFor !== undefined }
  const get = call('getSettings', async ({ settings }, _req, res) => {
    sendJson(res, 200, settingsView(settings))
  })
  const patch = call('updateSettings', async (_caller, req, res) => {
    const { parseSettingsPatch } = await import('../manage/schemas.js')
    const changes = settingsChanges(parseSettingsPatch(await readJson(req, res)))
    sendJson(res, 200, settingsView(await adapters.settings.update(changes)))
  })
  const getClient = call('getClientSettings', async ({ settings }, _req, res) => {
    sendJson(res, 200, clientSettingsView(settings, host))
  })
  const router = Router()
  router.route('/').get(get).all(methodNotAllowed('GET, HEAD'))
  router.route('/patch').put(patch).all(methodNotAllowed('PUT'))
  router.route('/client').get(getClient).all(methodNotAllowed('GET, HEAD'))
  router.use(unknownPath)
  return router
}

function logRoutes(call: MakeCall, { debugLog }: AdminRouterOptions): Router {
  const list = call('listLogs', async (_caller, req, res) => {
    sendJson(res, 200, await debugLog.page(pageOf(req), perPageOf(req, LOGS_PER_PAGE)))
  })
  const router = Router()
  router.route('/').get(list).all(methodNotAllowed('GET, HEAD'))
  router.use(unknownPath)
  return router
}

/** A path segment that cannot be decoded is an unknown path, not an error of the host. */
const undecodablePath: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  next(error instanceof URIError ? new WebhookError('not_found', { cause: error }) : error)
}
