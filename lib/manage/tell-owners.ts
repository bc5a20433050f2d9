import type { SignalEvent } from '../log/watch.js'
import type { IncomingWebhook } from '../model/records.js'
import { givenText, signalText, takenText } from './notice-texts.js'
import type { SendNotice } from './notices.js'
import type { HandedOver } from './webhooks.js'

interface TellOwnersParts {
  /** Undefined: the host does not want to know. */
  readonly onSignal: ((event: SignalEvent) => void) | undefined
  /** Null: the chat has no direct channels. */
  readonly sendNotice: SendNotice | null
  readonly clock: () => number
}

/** Tells the host, and those whom it concerns, what has become of webhooks. */
export function createTellOwners({ onSignal, sendNotice, clock }: TellOwnersParts) {
  return {
    signal: async (event: SignalEvent, webhook: IncomingWebhook): Promise<void> => {
      onSignal?.(event)
      const text = signalText(event, webhook)
      if (text !== '') await sendNotice?.({ ...event, webhook, text })
    },
    handedOver: (handed: HandedOver): void => {
      const signal = { signal: 'handed-over', reason: '', count: 1, since: clock() } as const
      const [webhook] = handed.webhooks
      const { by, from, to } = handed
      const taken = [to.id, takenText(handed)] as const
      // Who is forgotten is told nothing: that would be kept.
      const texts = by === null ? [taken] : [[from, givenText({ ...handed, by })] as const, taken]
      for (const [userId, text] of texts) {
        for (const { id: webhookId } of handed.webhooks)
          onSignal?.({ webhookId, userId, ...signal })
        if (webhook) void sendNotice?.({ ...signal, userId, webhook, text })
      }
    },
  }
}
