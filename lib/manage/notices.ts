import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CountersAdapter } from '../adapters/types.js'
import type { CheckedManagement } from '../host/checked.js'
import type { Signal } from '../log/signals.js'
import { REPLAY } from '../model/action-ids.js'
import { DAY } from '../model/deliveries.js'
import type { HookLog } from '../model/log.js'
import type { HookPost, HookProps, IncomingWebhook } from '../model/records.js'
import { type Change, changePost } from '../pipeline/own-posts.js'
import type { ComposeOptions } from '../pipeline/compose.js'
import { findPair } from '../pipeline/resolve.js'
import { type Announce, store } from '../pipeline/store.js'
import { isAlive } from '../rules/alive.js'

/** Of one webhook to one person: three, and another one a day, so that no day has more than four. */
const LIMIT = { perSecond: 1 / 86_400, burst: 3 }

/** What somebody is told of a webhook. */
export interface Notice extends Pick<Signal, 'signal'> {
  /** What tells it from others of its kind, without spaces. */
  readonly name: string
  readonly userId: string
  readonly webhook: Pick<IncomingWebhook, 'id' | 'teamId'>
  /** In Markdown with code spans. */
  readonly text: string
  /** Whether it is for the owner, who may see the log of the webhook. */
  readonly isForOwner: boolean
  /** What the owner can send again. Default: nothing. */
  readonly replay?: Replayable | null
}

interface Replayable {
  /** Since when, in milliseconds since 1970. */
  readonly since: number
  /** How many requests. */
  readonly count: number
}

interface NoticeOptions extends Pick<ComposeOptions, 'show'> {
  /** Without a trailing slash; null if it is not known. */
  readonly consoleUrl: string | null
}

export type Notices = NonNullable<ReturnType<typeof createNotices>>

type Named = Pick<Notice, 'signal' | 'name' | 'userId' | 'webhook'>

/** The name of the counter of what a person is told of a webhook. */
export function noticesOf(webhookId: string, userId: string): string {
  return `notices ${webhookId} ${userId}`
}

interface NoticesParts extends Pick<ComposeOptions, 'botUserId'>, NoticeOptions {
  readonly adapters: CheckedManagement & { readonly counters: CountersAdapter }
  readonly announce: Announce
  readonly clock: () => number
  readonly log: HookLog
}

/** Null if the chat has no direct channels. */
export function createNotices({ adapters, announce, ...parts }: NoticesParts) {
  const { guarantees, users, channels, posts, counters, settings } = adapters
  const { clock, log } = parts
  if (!guarantees.has('direct')) return null
  const isOnce = guarantees.has('once')
  const put = async (notice: Notice, lifetime: number): Promise<void> => {
    const { userId, webhook } = notice
    const author = parts.botUserId ?? userId
    const place = await findPair([author, userId], adapters)
    const post = {
      // A button would keep a number that is soon wrong.
      ...noticePost(isOnce ? notice : { ...notice, replay: null }, parts),
      channelId: '',
      userId: author,
      // It is not one of its posts, which its senders may change.
      webhookId: '',
      rootId: '',
      type: '',
      priority: null,
      mentions: { userIds: [userId], channelWide: null },
    }
    const record = { webhookId: webhook.id, fingerprint: '', warnings: [], ignored: [] }
    const expiresAt = clock() + lifetime
    const once = isOnce ? { ...record, key: keyOf(notice), expiresAt } : null
    await store([post], { place, webhook }, once, { adapters, announce })
  }
  const send = async (notice: Notice): Promise<void> => {
    const { userId, webhook } = notice
    const [user] = await users.findByIds([userId])
    if (!isAlive(user)) return
    // As long as the log has the request that it may be named after.
    const lifetime = Number((await settings.get()).webhookDeliveryDays) * DAY
    // Of several processes one sends it, so that it counts once. Where nothing else does, this sees to it.
    const turn = { perSecond: isOnce ? 1 / 60 : 1_000 / lifetime, burst: 1 }
    const turnName = `notice ${webhook.id} ${keyOf(notice)}`
    if (!(await counters.take(turnName, turn)).allowed) return
    try {
      const { allowed } = await counters.take(noticesOf(webhook.id, userId), LIMIT)
      if (allowed) await put(notice, lifetime)
      else await counters.reset(turnName)
    } catch (error) {
      await counters.reset(turnName)
      throw error
    }
  }
  return {
    /** Sends it once, even if other processes send it too. It never rejects. */
    send: async (notice: Notice) => {
      try {
        await send(notice)
      } catch (error) {
        const { webhook, signal } = notice
        log('warn', 'could not tell somebody of a webhook', { webhook: webhook.id, signal, error })
      }
    },
    /** The post of a notice that was sent; null if there is none, or if the chat cannot find it. */
    find: async (sent: Named) => {
      const batch = isOnce ? await posts.findBatch(sent.webhook.id, keyOf(sent)) : null
      const [first] = batch?.posts ?? []
      return first ? posts.findById(first.id) : null
    },
    /** Makes the post show this. False if it was changed since it was found. */
    edit: async (post: HookPost, notice: Notice) => {
      const shown = noticePost(notice, parts)
      const change: Change = ({ props: { attachments: _, ...others } }) => ({
        message: shown.message,
        props: { ...others, ...shown.props },
      })
      const { message, props } = post
      if (isDeepStrictEqual(change(post), { message, props })) return true
      const saved = await changePost(posts.update, change, post, async () => null, 1)
      const channel = saved && (await channels.findById(saved.channelId))
      if (channel) announce({ change: 'edited', posts: [saved], channel })
      return saved !== null
    },
  }
}

/** No sender's key has a space. Of the person only a digest: it may outlive what is known of them. */
function keyOf({ signal, name, userId }: Named): string {
  return `notice ${signal} ${name} ${hash('sha256', userId).slice(0, 16)}`
}

/** What the post of a notice shows. */
function noticePost(
  { webhook, signal, text, isForOwner, replay = null }: Notice,
  { show, consoleUrl }: NoticeOptions,
): Pick<HookPost, 'message' | 'props'> {
  const isPlain = show === 'text'
  const url = `${consoleUrl ?? ''}/hooks/${encodeURIComponent(webhook.id)}`
  const link = isPlain ? `Its log of requests: ${url}` : `[Open its log of requests](${url})`
  const whole = isForOwner && consoleUrl !== null ? `${text}\n\n${link}` : text
  return {
    message: isPlain ? whole.replaceAll('`', '"') : whole,
    props: {
      webhook_notice: { hook_id: webhook.id, signal },
      ...(isPlain ? { webhook_plain_text: true } : {}),
      // Other clients show no buttons.
      ...(replay && show === 'attachments' ? { attachments: [buttonOf(webhook.id, replay)] } : {}),
    },
  }
}

function buttonOf(webhook: string, { since, count }: Replayable): HookProps {
  const button = {
    id: REPLAY,
    type: 'button',
    name: `Replay ${count}`,
    // Like all that is here, it does not reach browsers.
    integration: { url: '', context: {}, own: 'replay', webhook, since },
  }
  return { actions: [button] }
}
