import * as ui from 'express-incoming-webhooks-ui/avatar'
import type { JSX } from 'preact'
import type { Webhook } from '../api/webhooks.js'

interface WebhookAvatarProps {
  readonly webhook: Pick<Webhook, 'iconEmoji' | 'owner'>
  readonly size?: ui.AvatarSize
}

/** A webhook's emoji, otherwise the initials of its owner, whose picture it uses. */
export function WebhookAvatar({ webhook, size = 'normal' }: WebhookAvatarProps): JSX.Element {
  return <ui.WebhookAvatar name={webhook.owner} emoji={webhook.iconEmoji} size={size} />
}

export function Person({ name }: { name: string }): JSX.Element {
  return (
    <span class="who">
      <ui.PersonAvatar name={name} size="small" />
      <span class="who__name" title={name}>
        {name}
      </span>
    </span>
  )
}
