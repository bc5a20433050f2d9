import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { type Author, initials, shade } from '../state/names.js'
import { emojiNamed } from '../text/emoji.js'
import { isAllowedPicture } from '../text/pictures.js'

type Size = 's' | 'xs'

/** Round for people, a rounded square for webhooks: a second sign beside BOT. */
export function Avatar({ author, size }: { author: Author; size?: Size }): JSX.Element {
  const [broken, setBroken] = useState('')
  const { isHook, name, user, picture } = author
  const kind = [isHook ? 'av--hook' : '', size ? `av--${size}` : ''].join(' ')
  const emoji = emojiNamed(author.emoji)
  if (emoji !== undefined) {
    return (
      <span class={`av av--emoji ${kind}`} aria-hidden="true">
        {emoji}
      </span>
    )
  }
  const named = user?.username ?? name
  return (
    <span class={`av av--${shade(named)} ${kind}`} aria-hidden="true">
      {picture !== '' && picture !== broken && isAllowedPicture(picture) ? (
        <img
          class="av__picture"
          src={picture}
          alt=""
          referrerpolicy="no-referrer"
          onError={() => {
            setBroken(picture)
          }}
        />
      ) : (
        initials(named)
      )}
    </span>
  )
}

/** A person's, where no post is. */
export function PersonAvatar({ name, size }: { name: string; size?: Size }): JSX.Element {
  return (
    <span class={`av av--${shade(name)} ${size ? `av--${size}` : ''}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}
