import * as ui from 'express-incoming-webhooks-ui/avatar'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { Webhook } from '../api/webhooks.js'
import { useEmoji } from '../state/emoji.js'
import { daysLeft } from '../state/time.js'

const SOON_DAYS = 7

/** The state of a webhook, in words. */
export function StateBadge({ webhook }: { webhook: Webhook }) {
  if (!webhook.enabled) return <Badge look="" dot="" text="Disabled" />
  if (webhook.expiresAt === 0) return <Badge look=" badge--ok" dot=" dot--ok" text="Enabled" />
  const days = daysLeft(webhook.expiresAt)
  if (webhook.expiresAt <= Date.now())
    return <Badge look=" badge--bad" dot=" dot--bad" text="Expired" />
  if (days > SOON_DAYS) return <Badge look=" badge--ok" dot=" dot--ok" text="Enabled" />
  const text = days === 1 ? 'Expires in 1 day' : `Expires in ${days} days`
  return <Badge look=" badge--warn" dot=" dot--warn" text={text} />
}

function Badge(props: { look: string; dot: string; text: string }) {
  return (
    <span class={`badge${props.look}`}>
      <span class={`dot${props.dot}`} />
      {props.text}
    </span>
  )
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
      <Icon name={props.isPrivate ? 'lock' : 'channel'} size="small" />
      {props.isPrivate && <span class="vh">Private:</span>}
      <span class="tag__name" title={props.name}>
        {props.name}
      </span>
    </span>
  )
}

interface WebhookAvatarProps {
  readonly webhook: Pick<Webhook, 'iconEmoji' | 'owner'>
  readonly size?: ui.AvatarSize
}

/** A webhook's emoji, otherwise the initials of its owner, whose picture it uses. */
export function WebhookAvatar({ webhook, size = 'normal' }: WebhookAvatarProps) {
  const emoji = useEmoji(webhook.iconEmoji) ?? ''
  return <ui.WebhookAvatar name={webhook.owner} emoji={emoji} size={size} />
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
