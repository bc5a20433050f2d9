import { type AvatarSize, PersonAvatar, WebhookAvatar } from 'express-incoming-webhooks-ui/avatar'
import type { Author } from '../state/names.js'
import { isAllowedPicture } from '../text/picture.jsx'

/** The avatar of a post's author. */
export function Avatar({ author, size = 'normal' }: { author: Author; size?: AvatarSize }) {
  const { isHook, user, picture, emoji } = author
  if (!isHook) return <PersonAvatar name={user?.username ?? author.name} size={size} />
  const shown = picture !== '' && isAllowedPicture(picture) ? picture : ''
  return <WebhookAvatar name={author.ownName} emoji={emoji} picture={shown} size={size} />
}

/** Beside the name of whatever a webhook wrote. */
export function Bot() {
  return (
    <span class="bot" title="Posted by a webhook">
      Bot
    </span>
  )
}
