import type { Request } from 'express'
import { type IncomingWebhooks, type HookUser, WebhookError } from 'express-incoming-webhooks'
import { invalid } from './calls.js'

/** Throws unless the caller sends the current password. Failures count like those of sign-in. */
export async function checkCurrentPassword(
  webhooks: Pick<IncomingWebhooks, 'checkPassword'>,
  req: Request,
  user: HookUser,
  password: string,
): Promise<void> {
  try {
    await webhooks.checkPassword({ loginId: user.username, password, address: req.ip ?? '' })
  } catch (error) {
    if (error instanceof WebhookError && error.code === 'sign_in_failed') {
      throw invalid('current_password')
    }
    throw error
  }
}
