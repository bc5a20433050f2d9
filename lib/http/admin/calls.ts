import type { Request, RequestHandler, Response } from 'express'
import type { CheckedSettings } from '../../adapters/checked.js'
import type { MaybePromise } from '../../adapters/types.js'
import type { Caller } from '../../manage/caller.js'
import { WebhookError } from '../../model/errors.js'
import type { User } from '../../model/records.js'
import { callRefusal, isSignedIn, type Call } from '../../rules/permissions.js'
import { asError } from '../../host/as-error.js'
import { asyncHandler } from '../async-handler.js'
import { jsonBody } from '../json-body.js'
import { checkSameOrigin, type OwnSite } from '../same-origin.js'

/** What is needed to identify and check the caller. */
export interface CallsOptions extends OwnSite {
  readonly settings: CheckedSettings
  /** Null if no user is signed in. */
  readonly currentUser: (req: Request) => MaybePromise<User | null>
  /** Whether `currentUser` may read cookies, so that cross-site requests must be rejected. */
  readonly csrf: boolean
}

/** The specific part of a call. A rejection goes to the error handler. */
export type HandleCall = (caller: Caller, req: Request, res: Response) => Promise<void>

/** Creates the handler of a call. It checks the caller and the origin before reading the body. */
export type MakeCall = (call: Call, handle: HandleCall) => RequestHandler

/** Rejects with 401, 501 or 403, in this order, before the call is handled. */
export function callMaker(options: CallsOptions): MakeCall {
  return (call, handle) =>
    asyncHandler(async (req, res) => {
      const user = await options.currentUser(req)
      // Signed-out callers cause no lookup.
      if (!isSignedIn(user)) throw new WebhookError('session_expired')
      const settings = await options.settings.get()
      const refusal = callRefusal(call, user, settings)
      if (refusal) throw new WebhookError(refusal)
      if (options.csrf) checkSameOrigin(req, options)
      await handle({ user, settings }, req, res)
    })
}

const parseJson = jsonBody()

/** The body as a JSON object; an empty one is `{}`. */
export async function readJson(req: Request, res: Response): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    void parseJson(req, res, (error?: unknown) => {
      if (error === undefined) resolve()
      else reject(asError(error))
    })
  })
  return req.body
}

/** 405 for other methods on a known path; `allow` lists the supported ones. */
export function methodNotAllowed(allow: string): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Allow', allow)
    next(new WebhookError('method_not_allowed'))
  }
}

/** 404 as JSON for unknown paths below a known one. */
export const unknownPath: RequestHandler = (_req, _res, next) => {
  next(new WebhookError('not_found'))
}
