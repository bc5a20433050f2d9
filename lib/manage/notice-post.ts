import type { Signal } from '../log/signals.js'
import { REPLAY } from '../model/action-ids.js'
import type { HookPost, HookProps, IncomingWebhook } from '../model/records.js'
import type { ComposeOptions } from '../pipeline/compose.js'

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

export interface NoticeOptions extends Pick<ComposeOptions, 'show'> {
  /** Without a trailing slash; null if it is not known. */
  readonly consoleUrl: string | null
}

/** What the post of a notice shows. */
export function noticePost(
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
