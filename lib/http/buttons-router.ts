import { Router } from 'express'
import type { Pressed } from '../buttons/press.js'
import type { Press } from '../buttons/pressable.js'
import { isObject } from '../formats/reading.js'
import { WebhookError } from '../model/errors.js'
import { callMaker, type CallsOptions, methodNotAllowed, readJson } from './admin/calls.js'
import { webhookErrorHandler } from './error-handler.js'
import { sendJson } from './send-json.js'

export interface ButtonsRouterOptions extends CallsOptions {
  readonly press: (press: Press) => Promise<Pressed>
}

/** `POST /:post_id/actions/:action_id`, the buttons and menus of messages. Other paths go on to the host. */
export function createButtonsRouter(options: ButtonsRouterOptions): Router {
  const call = callMaker(options)
  const press = call('press', async ({ user, settings }, req, res) => {
    const { post_id: postId, action_id: actionId } = req.params
    if (typeof postId !== 'string' || postId.length > 256 || typeof actionId !== 'string') {
      throw new WebhookError('post_missing')
    }
    const selectedOption = readOption(await readJson(req, res))
    const pressed = await options.press({ user, settings, postId, actionId, selectedOption })
    sendJson(res, 200, {
      status: 'OK',
      trigger_id: pressed.triggerId,
      ...(pressed.ephemeralText === '' ? {} : { ephemeral_text: pressed.ephemeralText }),
      ...(pressed.gotoLocation === '' ? {} : { goto_location: pressed.gotoLocation }),
    })
  })
  const router = Router()
  router.route('/:post_id/actions/:action_id').post(press).all(methodNotAllowed('POST'))
  router.use(webhookErrorHandler())
  return router
}

function readOption(body: unknown): string {
  const option = isObject(body) ? body['selected_option'] : undefined
  if (option === undefined || option === null) return ''
  if (typeof option === 'string') return option
  throw new WebhookError('invalid_body', { params: { name: 'selected_option' } })
}
