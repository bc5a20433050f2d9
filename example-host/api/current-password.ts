import type { Request } from 'express'
import { type User, WebhookError } from 'express-incoming-webhooks'
import { addressOf } from '../environment.js'
import { invalid } from './calls.js'

/**
 * Whether the caller knows the password of today. Asked by signing in through the front door, which
 * counts failures; the session made by it ends with all others when the password changes.
 */
export async function checkCurrentPassword(
  req: Request,
  user: User,
  password: string,
): Promise<void> {
  const { localAddress = '127.0.0.1', localPort = 0 } = req.socket
  const answer = await fetch(`${addressOf(localAddress, localPort)}/api/v4/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify({ login_id: user.username, password }),
  })
  await answer.body?.cancel()
  if (answer.ok) return
  if (answer.status === 429) {
    const retryAfterSeconds = Number(answer.headers.get('retry-after') ?? 60)
    throw new WebhookError('rate_limited', { retryAfterSeconds })
  }
  throw invalid('current_password')
}
