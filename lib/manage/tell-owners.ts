import type { CheckedManagement } from '../host/checked.js'
import { replayable, replayableSince } from '../log/replayable.js'
import type { Failed, SignalEvent, Told } from '../log/watch.js'
import type { IncomingWebhook } from '../model/records.js'
import { failureText, givenText, signalText, takenText } from './notice-texts.js'
import type { Notice, Notices } from './notices.js'
import type { HandedOver } from './webhooks.js'

interface TellOwnersParts {
  /** Undefined: the host does not want to know. */
  readonly onSignal: ((event: SignalEvent) => void) | undefined
  /** Null: the chat has no direct channels. */
  readonly notices: Notices | null
  readonly settings: Pick<CheckedManagement['settings'], 'get'>
  readonly clock: () => number
}

/** Tells the host, and those whom it concerns, what has become of webhooks. */
export function createTellOwners({ onSignal, notices, settings, clock }: TellOwnersParts) {
  const noticeOf = async ({ webhook, failure, requests }: Failed): Promise<Notice> => {
    const { webhookDeliveryBodies } = await settings.get()
    const from = replayableSince(webhook, failure.since, clock())
    const left = replayable(requests.filter(({ time }) => time >= from))
    const count = webhookDeliveryBodies === 'none' ? 0 : left.length
    const last = requests.findLast(({ errorId }) => errorId === failure.reason) ?? null
    return {
      ...nameOf({ webhook, failure }),
      text: failureText(failure, webhook, { last, left: count }),
      isForOwner: true,
      replay: count === 0 ? null : { since: failure.since, count },
    }
  }
  return {
    signal: async (event: SignalEvent, webhook: IncomingWebhook): Promise<void> => {
      onSignal?.(event)
      const text = signalText(event, webhook)
      if (text === '') return
      await notices?.send({ ...event, name: `${event.since}`, webhook, text, isForOwner: true })
    },
    /** Sends the one message of a failure, or brings it up to date. */
    failure: async (failed: Failed, latest: () => Promise<Failed | null>): Promise<Told> => {
      if (!notices) return 'all'
      const post = await notices.find(nameOf(failed))
      // Read after the post: if another process has read more by now, the post has another version.
      const now = post ? await latest() : failed
      const notice = now && (await noticeOf(now))
      if (!now || !notice) return 'all'
      if (post && notice.name === nameOf(failed).name) {
        if (!(await notices.edit(post, notice))) return 'again'
      } else if (now.failure.worksSince === null) await notices.send(notice)
      return now.failure.worksSince === null || notice.replay ? 'more' : 'all'
    },
    handedOver: (handed: HandedOver): void => {
      const signal = { signal: 'handed-over', reason: '', count: 1, since: clock() } as const
      const [webhook] = handed.webhooks
      const { by, from, to, webhooks: all } = handed
      const taken = [to.id, takenText(handed), all.length === 1] as const
      // Who is forgotten is told nothing: that would be kept.
      const texts =
        by === null ? [taken] : [[from, givenText({ ...handed, by }), false] as const, taken]
      for (const [userId, text, isForOwner] of texts) {
        for (const { id: webhookId } of handed.webhooks)
          onSignal?.({ webhookId, userId, ...signal })
        const { signal: kind, since } = signal
        const name = `${since}`
        if (webhook) void notices?.send({ signal: kind, name, userId, webhook, text, isForOwner })
      }
    },
  }
}

function nameOf({ webhook, failure }: Pick<Failed, 'webhook' | 'failure'>) {
  const { userId } = webhook
  return { signal: 'failing', name: failure.after, userId, webhook } as const
}
