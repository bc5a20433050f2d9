import type { Request } from 'express'
import type { CheckedManagement } from '../../host/checked.js'
import type { MaybePromise } from '../../adapters/types.js'
import type { Caller } from '../../manage/caller.js'
import { WebhookError } from '../../model/errors.js'
import type { HookUser } from '../../model/records.js'
import { inWire } from '../../model/sent.js'
import { isAlive } from '../../rules/alive.js'
import { callRefusal, type Call } from '../../rules/permissions.js'
import type { Asked } from '../routes.js'
import { checkSameOrigin, type OwnSite } from '../same-origin.js'

/** What is needed to identify and check the caller. */
export interface CallsOptions extends OwnSite {
  readonly settings: CheckedManagement['settings']
  /** Null if no user is signed in. */
  readonly currentUser: (req: Request) => MaybePromise<HookUser | null>
  /** Whether `currentUser` may read cookies, so that cross-site requests must be rejected. */
  readonly csrf: boolean
}

/** The specific parts of calls. */
export type CallHandlers<Name extends Call> = {
  readonly [Each in Name]: (caller: Caller, asked: Asked<Each>) => MaybePromise<unknown>
}

/** Answers calls. It rejects with 401, 501 or 403, in this order, before anything of a call is read. */
export function answerCalls<Name extends Call>(
  options: CallsOptions,
  handlers: CallHandlers<Name>,
) {
  return async <Each extends Name>(name: Each, asked: Asked<Each>): Promise<unknown> => {
    const { req } = asked
    const user = await options.currentUser(req)
    // Signed-out callers cause no lookup.
    if (!isAlive(user)) throw new WebhookError('session_expired')
    const settings = await options.settings.get()
    const refusal = callRefusal(name, user, settings)
    if (refusal) throw new WebhookError(refusal)
    if (options.csrf) checkSameOrigin(req, options)
    return handlers[name]({ user, settings, spell: inWire }, asked)
  }
}
