import * as ui from 'express-incoming-webhooks-ui'
import type { ComponentProps } from 'preact'
import type { LastResult } from '../../../lib/model/last-result.js'
import type { Webhook } from '../api/webhooks.js'
import { config } from '../config.js'
import { useEmoji } from '../state/names.js'
import { useSession } from '../state/session.js'
import { daysLeft, shortTime } from '../state/time.js'

/** How what became of requests is called, and the dot before it. */
export const OUTCOME_LOOKS: Readonly<
  Record<LastResult['outcome'], { readonly dot: string; readonly text: string }>
> = {
  posted: { dot: 'dot--ok', text: 'Posted' },
  skipped: { dot: '', text: 'Skipped' },
  refused: { dot: 'dot--bad', text: 'Refused' },
  failed: { dot: 'dot--warn', text: 'Failed' },
}

export function OutcomeWord({ outcome }: Pick<LastResult, 'outcome'>) {
  const { dot, text } = OUTCOME_LOOKS[outcome]
  return (
    <>
      <span class={`dot ${dot}`} />
      {text}
    </>
  )
}

const SOON_DAYS = 7

interface StateBadgeProps {
  readonly webhook: Webhook
  /** Whether to show nothing for what most webhooks are. */
  readonly unlessEnabled?: boolean
}

/** The state of a webhook, in words. */
export function StateBadge({ webhook: { enabled, expiresAt }, unlessEnabled }: StateBadgeProps) {
  if (!enabled) return <ui.StateBadge tone="neutral" word="Disabled" />
  const days = expiresAt === 0 ? Infinity : daysLeft(expiresAt)
  if (days > SOON_DAYS) return unlessEnabled ? null : <ui.StateBadge tone="ok" word="Enabled" />
  if (expiresAt <= Date.now()) return <ui.StateBadge tone="bad" word="Expired" />
  return <ui.StateBadge tone="warn" word={`Expires in ${ui.countText(days, 'day')}`} />
}

/** Beside what is shown live, while it is not. */
export function Reconnecting() {
  return (
    <span class="badge badge--warn">
      <span class="spin" aria-hidden="true" />
      Reconnecting
    </span>
  )
}

/** The channel of a webhook. */
export function WebhookChannel({ webhook }: { webhook: Webhook }) {
  return <ChannelTag name={webhook.channel} isPrivate={webhook.isPrivate} />
}

export function ChannelTag(props: { name: string; isPrivate: boolean }) {
  return (
    <span class="tag">
      <ui.Icon name={props.isPrivate ? 'lock' : 'channel'} size="small" />
      {props.isPrivate && <span class="vh">Private:</span>}
      <span class="tag__name" title={props.name}>
        {props.name}
      </span>
    </span>
  )
}

interface WebhookAvatarProps {
  readonly webhook: Pick<Webhook, 'iconEmoji' | 'owner' | 'displayName'>
  readonly size?: ui.AvatarSize
}

/** As in the chat: a webhook's emoji, if the settings allow it, otherwise initials. */
export function WebhookAvatar({ webhook, size = 'normal' }: WebhookAvatarProps) {
  const { enablePostIconOverride } = useSession().settings
  const emoji = useEmoji(enablePostIconOverride ? webhook.iconEmoji : '') ?? ''
  const { owner, displayName } = webhook
  const name = config.initialsOf === 'webhook' ? displayName || 'webhook' : owner
  return <ui.WebhookAvatar name={name} emoji={emoji} size={size} />
}

export function Person({ name }: { name: string }) {
  return (
    <span class="who">
      <ui.PersonAvatar name={name} size="small" />
      <span class="who__name" title={name}>
        {name}
      </span>
    </span>
  )
}

/** A relative time; 0 is never. */
export function Time({ at, text, class: name = '' }: ComponentProps<typeof ui.Time>) {
  if (at === 0) return <span class={name}>never</span>
  return <ui.Time class={name} at={at} text={text ?? shortTime(at)} />
}
