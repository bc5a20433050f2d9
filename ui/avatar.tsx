import { useState } from 'preact/hooks'
import { emojiOf } from './emoji.js'
import { initials, shade } from './initials.js'

const SIZES = {
  tiny: ' av--xs',
  small: ' av--s',
  normal: '',
  large: ' av--l',
} as const

export type AvatarSize = keyof typeof SIZES

/** Users have round avatars. */
export function PersonAvatar(props: { name: string; size?: AvatarSize }) {
  const { name, size = 'normal' } = props
  return (
    <span class={`av av--${shade(name)}${SIZES[size]}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

interface WebhookAvatarProps {
  /** The name whose initials are shown if there is neither an emoji nor a picture. */
  readonly name: string
  /** An emoji or its name, or ''. */
  readonly emoji: string
  /** The URL of a picture that the page may load, or ''. */
  readonly picture?: string
  readonly size?: AvatarSize
}

/** Webhooks have square avatars, as a second sign in addition to BOT. */
export function WebhookAvatar(props: WebhookAvatarProps) {
  const { name, picture = '', size = 'normal' } = props
  const [broken, setBroken] = useState('')
  const emoji = emojiOf(props.emoji)
  const look = emoji === null ? `av--${shade(name)}` : 'av--emoji'
  return (
    <span class={`av av--hook ${look}${SIZES[size]}`} aria-hidden="true">
      {emoji ??
        (picture === '' || picture === broken ? (
          initials(name)
        ) : (
          <img
            class="av__picture"
            src={picture}
            alt=""
            referrerpolicy="no-referrer"
            onError={() => setBroken(picture)}
          />
        ))}
    </span>
  )
}
