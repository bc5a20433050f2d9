import { isPictureUrl } from '../text/links.js'
import { isEmoji, shortName } from '../text/names.js'
import { type PostToShow, propsOf, textOf } from './shown-post.js'

/**
 * The author of a webhook's post; `null` for posts of people. A member that is `null` stands for what
 * the user `userId` of the post has (the webhook's owner, or the host's bot), so that
 * `author?.name ?? user.name` is the name to show for every post, whoever wrote it. Never throws.
 */
export function authorOf({ props }: Pick<PostToShow, 'props'>): {
  /** At most 64 characters on one line; `null` in direct messages. */
  readonly name: string | null
  /** An http or https address, or a path of the host's own. */
  readonly iconUrl: string | null
  /** A name with colons or without, or the character; comes before `iconUrl`. */
  readonly iconEmoji: string | null
  /** Show BOT beside the name: otherwise a program could pass for a person. */
  readonly bot: true
} | null {
  const members = propsOf(props)
  if (textOf(members, 'from_webhook') !== 'true') return null
  const emoji = textOf(members, 'override_icon_emoji')
  const url = textOf(members, 'override_icon_url')
  return {
    name: shortName(textOf(members, 'override_username')) || null,
    iconUrl: isPictureUrl(url) ? url : null,
    iconEmoji: isEmoji(emoji) ? emoji : null,
    bot: true,
  }
}
