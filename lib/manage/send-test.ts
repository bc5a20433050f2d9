import { codeSpan } from './notice-texts.js'
import type { CheckedManagement } from '../host/checked.js'
import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, HookUser } from '../model/records.js'
import { payloadRequest } from '../pipeline/by-key.js'
import type { Deliver } from '../pipeline/deliver.js'
import { isActive } from '../rules/alive.js'

interface SendTestParts {
  readonly settings: CheckedManagement['settings']
  readonly deliver: Deliver
  readonly clock: () => number
}

export type SendTest = ReturnType<typeof createSendTest>

/**
 * Sends a test message through the pipeline: the text, and a line that names the user. Returns the ids
 * of its posts.
 */
export function createSendTest({ settings, deliver, clock }: SendTestParts) {
  return async (webhook: IncomingWebhook, user: HookUser, given: string) => {
    refuseDead(webhook, clock())
    const name = codeSpan(webhook.displayName)
    const sender = `Test message from ${name}, sent by @${user.username}`
    const text = given === '' ? sender : `${given}\n\n${sender}`
    const { posts } = await deliver({
      // Whatever format the webhook is limited to.
      request: { ...payloadRequest({ text }), asked: { kind: 'native' } },
      // A rule could skip it, or lead it elsewhere.
      webhook: { ...webhook, rules: [] },
      settings: await settings.get(),
      key: null,
    })
    return posts.map((post) => post.id)
  }
}

// The same error as for a sender, but with the reason, because only managers of the webhook get it.
function refuseDead(webhook: IncomingWebhook, now: number): void {
  if (isActive(webhook, now)) return
  const detail = webhook.enabled ? 'the webhook has expired' : 'the webhook is disabled'
  throw new WebhookError('webhook_unknown', { detail })
}
