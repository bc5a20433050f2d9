import { setTimeout as delay } from 'node:timers/promises'
import { type HookLog, WebhookError } from 'express-incoming-webhooks'
import type { ChatChange } from 'express-incoming-webhooks/postgres'
import { errorText } from '../errors.js'
import { createListeners } from '../listeners.js'
import type { StoreChange } from '../memory/rows.js'
import { findChannel } from './channels.js'
import type { Database } from './database.js'
import { findPost } from './posts.js'

const RETRY_MS = 500

/** Turns changes, which mostly have only ids, into the store's events, in their order. */
export function postgresEvents(database: Database, log: HookLog) {
  const { onChange, notify } = createListeners(log)
  const stop = new AbortController()
  let work = Promise.resolve()
  const tell = async (change: ChatChange): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        const whole = await wholeOf(database, change)
        if (whole) notify(whole)
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
    onChange,
    /** For each change by any node. */
    hear: (change: ChatChange): void => {
      work = work.then(() => tell(change))
    },
    /** Resolves when the listeners have been told of all that was heard. */
    settled: (): Promise<void> => work,
    close: async (): Promise<void> => {
      stop.abort()
      await work
    },
  }
}

/** Null for what is gone meanwhile: a later change tells of it. */
async function wholeOf(database: Database, change: ChatChange): Promise<StoreChange | null> {
  if (change.kind === 'posted' || change.kind === 'signedOut') return change
  const channel = await findChannel(database, change.channelId)
  if (!channel) return null
  const { kind } = change
  if (kind === 'memberAdded' || kind === 'memberRemoved') return { ...change, channel }
  if (kind !== 'edited' && kind !== 'deleted') return { kind, channel }
  const post = await findPost(database, change.postId)
  return post && (kind === 'deleted' || post.deleteAt === undefined)
    ? { kind, post, channel }
    : null
}
