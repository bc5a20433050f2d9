import type { Request } from 'express'
import { type HookUser, type IncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import { invalid } from './calls.js'

/** Throws unless the caller sends the current password. Failures count like those of sign-in. */
export async function checkCurrentPassword(
  webhooks: Pick<IncomingWebhooks, 'signIn'>,
  req: Request,
  user: HookUser,
  password: string,
): Promise<void> {
  try {
    await webhooks.signIn.checkPassword({ loginId: user.username, password, address: req.ip ?? '' })
  } catch (error) {
    if (error instanceof WebhookError && error.code === 'sign_in_failed') {
      throw invalid('current_password')
    }
    throw error
  }
}
