import { MAX_ICON_URL_LENGTH } from '../model/limits.js'
import type { Message } from '../model/message.js'
import type { IncomingWebhook, HookSettings } from '../model/records.js'
import type { Warnings } from '../model/warnings.js'
import { shownInWire } from '../model/sent.js'
import type { AuthorIcon, AuthorProps } from '../model/webhook-props.js'
import { countCodePoints } from '../text/code-points.js'
import { isPictureUrl } from '../text/links.js'
import { cleanName, isEmoji, shortName } from '../text/names.js'

const DEFAULT_NAME = 'webhook'

interface AuthorContext {
  readonly message: Message
  readonly webhook: IncomingWebhook
  readonly settings: HookSettings
  /** Direct messages always show the owner. */
  readonly direct: boolean
  /** Compat version 5.14 and later. */
  readonly iconEmoji: boolean
}

/** The properties that name the author of a post, and mark it as BOT (docs/contract.md, Author). */
export function authorProps(context: AuthorContext, warnings: Warnings): AuthorProps {
  const { webhook, message, direct } = context
  const from_webhook = 'true'
  const webhook_display_name = cleanName(webhook.displayName)
  if (!direct) {
    const override_username = nameOf(context, warnings)
    return { from_webhook, webhook_display_name, override_username, ...iconOf(context, warnings) }
  }
  for (const [path, value] of Object.entries(shownInWire(message.overrides))) {
    if (value !== '') warnings.add(path, 'has no effect on direct messages')
  }
  return { from_webhook, webhook_display_name }
}

function nameOf({ message, webhook, settings }: AuthorContext, warnings: Warnings) {
  const wanted = message.overrides.username
  if (!settings.enablePostUsernameOverride) {
    if (wanted !== '')
      warnings.add('username', 'overriding usernames is turned off (EnablePostUsernameOverride)')
    return DEFAULT_NAME
  }
  const name = shortName(wanted)
  if (name !== wanted.trim()) {
    const reason =
      name === '' ? 'no visible characters' : 'shortened, or invisible characters removed'
    warnings.add('username', reason)
  }
  return name || shortName(webhook.username) || DEFAULT_NAME
}

function iconOf(
  { message, webhook, settings, iconEmoji }: AuthorContext,
  warnings: Warnings,
): AuthorIcon {
  const { overrides } = message
  if (!settings.enablePostIconOverride) {
    const reason = 'overriding profile pictures is turned off (EnablePostIconOverride)'
    if (overrides.iconUrl !== '') warnings.add('icon_url', reason)
    if (overrides.iconEmoji !== '') warnings.add('icon_emoji', reason)
    return {}
  }
  if (!iconEmoji && overrides.iconEmoji !== '') warnings.add('icon_emoji', 'not supported')
  const emojiOf = (emoji: string): AuthorIcon | null =>
    iconEmoji && isEmoji(emoji) ? { override_icon_emoji: emoji } : null
  const urlOf = (url: string): AuthorIcon | null =>
    isPictureUrl(url) && countCodePoints(url) <= MAX_ICON_URL_LENGTH
      ? { override_icon_url: url }
      : null
  const sentEmoji = emojiOf(overrides.iconEmoji)
  const sentUrl = urlOf(overrides.iconUrl)
  if (iconEmoji && overrides.iconEmoji !== '' && !sentEmoji) {
    warnings.add('icon_emoji', 'not an emoji')
  }
  if (overrides.iconUrl !== '' && !sentUrl) warnings.add('icon_url', 'not a picture URL')
  return sentEmoji ?? sentUrl ?? emojiOf(webhook.iconEmoji) ?? urlOf(webhook.iconUrl) ?? {}
}
