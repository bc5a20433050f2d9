import type { CountersAdapter } from '../adapters/types.js'
import type { CheckedDelivery } from '../host/checked.js'
import type { Signal } from '../log/signals.js'
import { IDEMPOTENCY_LIFETIME } from '../model/limits.js'
import type { HookLog } from '../model/log.js'
import type { IncomingWebhook } from '../model/records.js'
import type { ComposeOptions } from '../pipeline/compose.js'
import { findPair } from '../pipeline/resolve.js'
import { type Announce, store } from '../pipeline/store.js'
import { isAlive } from '../rules/alive.js'

/** Four a day, of one webhook to one person. */
const LIMIT = { perSecond: 4 / 86_400, burst: 4 }

/** What somebody is told of a webhook. */
export interface Notice extends Pick<Signal, 'signal' | 'since'> {
  readonly userId: string
  readonly webhook: Pick<IncomingWebhook, 'id' | 'teamId'>
  /** In Markdown with code spans. */
  readonly text: string
}

/** The name of the counter of what a person is told of a webhook. */
export function noticesOf(webhookId: string, userId: string): string {
  return `notices ${webhookId} ${userId}`
}

/** Sends it once, even if other processes send it too. It never rejects. */
export type SendNotice = (notice: Notice) => Promise<void>

interface NoticeParts extends Pick<ComposeOptions, 'botUserId' | 'show'> {
  readonly adapters: CheckedDelivery & { readonly counters: CountersAdapter }
  readonly announce: Announce
  readonly clock: () => number
  readonly log: HookLog
}

/** Null if the chat has no direct channels. */
export function createSendNotice({ adapters, announce, ...parts }: NoticeParts): SendNotice | null {
  const { guarantees, users, counters } = adapters
  const { botUserId, show, clock, log } = parts
  if (!guarantees.has('direct')) return null
  const send = async ({ userId, webhook, signal, since, text }: Notice): Promise<void> => {
    const [user] = await users.findByIds([userId])
    if (!isAlive(user)) return
    const { allowed } = await counters.take(noticesOf(webhook.id, userId), LIMIT)
    if (!allowed) return
    const place = await findPair([botUserId ?? userId, userId], adapters)
    const key = `notice ${signal} ${since} ${userId}`
    const expiresAt = clock() + IDEMPOTENCY_LIFETIME
    const isPlain = show === 'text'
    const post = {
      channelId: '',
      userId: botUserId ?? userId,
      // It is not one of its posts, which its senders may change.
      webhookId: '',
      rootId: '',
      message: isPlain ? text.replaceAll('`', '"') : text,
      type: '',
      props: {
        webhook_notice: { hook_id: webhook.id, signal },
        ...(isPlain ? { webhook_plain_text: true } : {}),
      },
      priority: null,
      mentions: { userIds: [userId], channelWide: null },
    }
    // No sender's key has a space.
    const record = { webhookId: webhook.id, key, fingerprint: '', warnings: [], ignored: [] }
    const once = guarantees.has('once') ? { ...record, expiresAt } : null
    await store([post], { place, webhook }, once, { adapters, announce })
  }
  return async (notice) => {
    try {
      await send(notice)
    } catch (error) {
      const { webhook, signal } = notice
      log('warn', 'could not tell somebody of a webhook', { webhook: webhook.id, signal, error })
    }
  }
}
