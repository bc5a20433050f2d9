import type { Router } from 'express'
import type { Pressed } from '../buttons/press.js'
import type { Press } from '../buttons/pressable.js'
import { WebhookError } from '../model/errors.js'
import { answerCalls, type CallHandlers, type CallsOptions } from './admin/calls.js'
import { webhookErrorHandler } from './error-handler.js'
import { routerOf } from './routes.js'

export interface ButtonsRouterOptions extends CallsOptions {
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
