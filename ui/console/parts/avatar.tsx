import * as ui from 'express-incoming-webhooks-ui/avatar'
import type { Webhook } from '../api/webhooks.js'
import { useEmoji } from '../state/emoji.js'

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
