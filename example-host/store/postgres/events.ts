import { setTimeout as delay } from 'node:timers/promises'
import { type HookLog, WebhookError } from 'express-incoming-webhooks'
import type { ChatChange } from 'express-incoming-webhooks/postgres'
import { errorText } from '../errors.js'
import { createListeners, type Notify, type Subscriptions } from '../listeners.js'
import { findChannel } from './channels.js'
import type { Database } from './database.js'
import { findPost } from './posts.js'

const RETRY_MS = 500

export interface SharedEvents {
  readonly subscriptions: Subscriptions
  /** For each change by any node. */
  readonly hear: (change: ChatChange) => void
  /** Resolves when the listeners have been told of all that was heard. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Turns changes, which mostly have only ids, into the store's events, in their order. */
export function postgresEvents(database: Database, log: HookLog): SharedEvents {
  const { subscriptions, notify } = createListeners(log)
  const stop = new AbortController()
  let work = Promise.resolve()
  const tell = async (change: ChatChange): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await tellOf(database, notify, change)
        return
      } catch (error) {
        const isPassing = error instanceof WebhookError
        if (!isPassing) {
          log('error', 'A change could not be told', { reason: errorText(error) })
          return
        }
        await delay(RETRY_MS, undefined, { signal: stop.signal }).catch(() => undefined)
      }
    }
  }
  return {
    subscriptions,
    hear: (change) => {
      work = work.then(() => tell(change))
    },
    settled: () => work,
    close: async () => {
      stop.abort()
      await work
    },
  }
}

/** What is gone meanwhile is told by a later change. */
async function tellOf(database: Database, notify: Notify, change: ChatChange): Promise<void> {
  if (change.kind === 'posted') {
    notify.onPosts(change.posts, change.channel)
    return
  }
  if (change.kind === 'signedOut') {
    notify.onSignedOut(change.userId)
    return
  }
  const channel = await findChannel(database, change.channelId)
  if (!channel) return
  switch (change.kind) {
    case 'edited':
    case 'deleted': {
      const post = await findPost(database, change.postId)
      if (!post) return
      if (change.kind === 'deleted') notify.onPostDeleted(post, channel)
      else if (post.deleteAt === undefined) notify.onPostChanged(post, channel)
      break
    }
    case 'channelCreated':
      notify.onChannelCreated(channel)
      break
    case 'channelChanged':
      notify.onChannelChanged(channel)
      break
    case 'channelArchived':
      notify.onChannelArchived(channel)
      break
    case 'memberAdded':
      notify.onMemberAdded({ channelId: channel.id, userId: change.userId }, channel)
      break
    case 'memberRemoved':
      notify.onMemberRemoved(change.userId, channel, change.byUserId)
  }
}
