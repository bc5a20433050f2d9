import { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import type { CheckedManagement } from '../host/checked.js'
import type { DebugLog } from '../log/debug-log.js'
import { clientSettingsView, settingsView } from '../manage/settings.js'
import { WebhookError } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'
import { MANAGEMENT_ROUTES } from '../model/routes.js'
import { toClientUser } from '../rules/client-post.js'
import {
  answerCalls,
  type CallHandlers,
  type CallsOptions,
  logCalls,
  webhookCalls,
  type WebhookCallsOptions,
} from './admin/calls.js'
import { webhookErrorHandler } from './answers.js'
import { routeHandler, routerOf } from './routes.js'
import type { Pressed } from '../buttons/press.js'
import type { Press } from '../buttons/pressable.js'

/** What management needs from the host and from other parts. */
export interface AdminRouterOptions extends WebhookCallsOptions, CallsOptions {
  readonly adapters: Pick<CheckedManagement, 'users'>
  readonly debugLog: Pick<DebugLog, 'page'>
  /** Sent to clients as `Version`. */
  readonly compatVersion: string
  /** Since when there is a log of requests; null if that of earlier processes is kept. */
  readonly requestsSince: number | null
}

type ManagementCall = keyof typeof MANAGEMENT_ROUTES

const NAMES = fieldNames(MANAGEMENT_ROUTES)

/** Where every path and method is answered, with 404 and 405. */
const OWN_PATHS = ['/hooks/incoming', '/config', '/logs']

/**
 * Management below the host's `/api/v4`: `/hooks/incoming…`, `/users/me`, `/config…` and `/logs`
 * (docs/contract.md, Management). Every other path goes on to the host.
 */
export function createAdminRouter(options: AdminRouterOptions): Router {
  const { adapters, settings, debugLog } = options
  const host = { ...options, listsUsers: adapters.users.listFor !== undefined }
  const handlers: CallHandlers<ManagementCall> = {
    ...webhookCalls(options),
    ...logCalls(options),
    getMe: ({ user }) => toClientUser(user),
    getSettings: (caller) => settingsView(caller.settings),
    updateSettings: async (_caller, { body }) => settingsView(await settings.update(await body())),
    getClientSettings: (caller) => clientSettingsView(caller.settings, host),
    listLogs: (_caller, { query }) => {
      const { page, logs_per_page: perPage } = query()
      return debugLog.page(page, perPage)
    },
  }
  const answer = answerCalls(options, handlers)
  const router = Router()
  for (const path of OWN_PATHS) {
    const names = NAMES.filter((name) => MANAGEMENT_ROUTES[name].path.startsWith(path))
    router.use(path, routerOf(names, answer, path), unknownPath)
  }
  // Other methods and other users' routes are left to the host.
  router.get(MANAGEMENT_ROUTES.getMe.path, routeHandler('getMe', answer))
  router.use(undecodablePath, webhookErrorHandler())
  return router
}

/** 404 as JSON. */
const unknownPath: RequestHandler = (_req, _res, next) => {
  next(new WebhookError('not_found'))
}

/** A path segment that cannot be decoded is an unknown path, not an error of the host. */
const undecodablePath: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  next(error instanceof URIError ? new WebhookError('not_found', { cause: error }) : error)
}

interface ButtonsRouterOptions extends CallsOptions {
  readonly press: (press: Press) => Promise<Pressed>
}

/** The buttons and menus of messages. Other paths go on to the host. */
export function createButtonsRouter(options: ButtonsRouterOptions): Router {
  const handlers: CallHandlers<'press'> = {
    press: async ({ user, settings }, { req, body }) => {
      const { post_id: postId, action_id: actionId } = req.params
      if (typeof postId !== 'string' || postId.length > 256 || typeof actionId !== 'string') {
        throw new WebhookError('post_missing')
      }
      const selectedOption = await body()
      const pressed = await options.press({ user, settings, postId, actionId, selectedOption })
      return {
        status: 'OK',
        trigger_id: pressed.triggerId,
        ephemeral_text: pressed.ephemeralText || undefined,
        goto_location: pressed.gotoLocation || undefined,
      }
    },
  }
  return routerOf(['press'], answerCalls(options, handlers)).use(webhookErrorHandler())
}
