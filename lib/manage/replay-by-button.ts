import { WebhookError } from '../model/errors.js'
import { inWire } from '../model/sent.js'
import type { Caller } from './choices.js'
import { replayedText } from './notice-texts.js'
import type { Replay } from './replay.js'
import type { Webhooks } from './webhooks.js'

export interface ReplayByButtonParts {
  readonly webhooks: Pick<Webhooks, 'find'>
  readonly replay: Pick<Replay, 'refusedSince'>
  /** Brings the message with the button up to date. */
  readonly tell: (webhookId: string) => Promise<void>
}

export type ReplayByButton = (
  by: Pick<Caller, 'user' | 'settings'>,
  refused: { readonly webhookId: string; readonly since: number },
) => Promise<string>

/** Sends refused requests again for whoever pressed the button of a notice, and says what became of them. */
export function createReplayByButton(parts: ReplayByButtonParts): ReplayByButton {
  const { webhooks, replay, tell } = parts
  return async ({ user, settings }, { webhookId, since }) => {
    const caller = { user, settings, spell: inWire }
    try {
      await webhooks.find(caller, webhookId)
    } catch (cause) {
      if (!(cause instanceof WebhookError)) throw cause
      const detail = 'only the owner of the webhook and administrators can send its requests again'
      throw new WebhookError('action_failed', { detail, cause })
    }
    const replayed = await replay.refusedSince(caller, webhookId, since)
    await tell(webhookId)
    return replayedText(replayed)
  }
}
