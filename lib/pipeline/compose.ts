import { Warnings } from '../model/warnings.js'
import { WebhookError } from '../model/errors.js'
import { MAX_PARTS, MAX_OWN_PROPS_BYTES, MAX_PROPS_LENGTH } from '../model/limits.js'
import type { Message, Step } from '../model/message.js'
import type { JsonValue, HookMentions, NewPost, HookPriority, HookProps } from '../model/records.js'
import type { WebhookPart } from '../model/webhook-props.js'
import { splitText } from '../text/split.js'
import { authorProps } from './author.js'
import { flatMessage, warnOfLosses } from './flat-message.js'
import {
  mentionsOf,
  render,
  renderAttachment,
  type RenderedAttachment,
  type RenderedSegment,
  withAsked,
} from './render.js'
import type { Resolved } from './resolve.js'
import { isJsonList } from '../model/json.js'
import { advance, countCodePoints } from '../text/code-points.js'

/** The options that compose needs. */
export interface ComposeOptions {
  /** Code points per post. */
  readonly maxPostLength: number
  /** Whether `icon_emoji` is supported: `compatVersion` 5.14 and later. */
  readonly iconEmoji: boolean
  /** What the host's clients show beside `message`: attachments, or nothing. */
  readonly show: Show
  /** The user whose posts these are; null for the webhook's owner. */
  readonly botUserId: string | null
}

/**
 * What the host's clients show: Markdown and attachments, or only a text, in Markdown or plain
 * (docs/rendering.md).
 */
export type Show = 'attachments' | 'markdown' | 'text'

/** A post without an id. Its channel id is `''` if the channel does not exist yet. */
export type ComposedPost = Omit<NewPost, 'id'>

/** Step 4: sets author, type, priority and thread, inserts names, splits text and places attachments. */
export function compose(
  message: Message,
  resolved: Resolved,
  options: ComposeOptions,
): Step<readonly ComposedPost[]> {
  const warnings = new Warnings()
  const type = checkType(message, options.show)
  const priority = checkPriority(message, warnings)
  const rootId = checkRoot(message, resolved, warnings)
  const { webhook, place } = resolved
  const direct = place.kind === 'newDirect' || place.channel.type === 'direct'
  const author = authorProps(
    { message, webhook, settings: resolved.settings, direct, iconEmoji: options.iconEmoji },
    warnings,
  )
  const props: HookProps = {
    ...message.props,
    ...author,
    ...(message.silent && { silent_notification: true }),
    ...(options.show === 'text' && { webhook_plain_text: true }),
  }
  const parts = makeParts(message, resolved, props, options, warnings)
  const posts = parts.map((part, index): ComposedPost => {
    // No spread, because members are added to it (CONTRIBUTING.md).
    const mine: Record<string, JsonValue> = Object.assign({}, props)
    if (parts.length > 1) {
      mine['webhook_part'] = { index, count: parts.length, first_id: '' } satisfies WebhookPart
    }
    if (part.attachments.length > 0)
      mine['attachments'] = part.attachments.map(({ value }) => value)
    return {
      channelId: place.kind === 'channel' ? place.channel.id : '',
      // Direct messages come from the owner, whose name and picture they show.
      userId: direct ? webhook.userId : (options.botUserId ?? webhook.userId),
      webhookId: webhook.id,
      rootId,
      message: part.message,
      type,
      props: mine,
      priority,
      mentions: message.silent ? NOBODY : part.mentions,
    }
  })
  return warnings.step(posts)
}

const NOBODY: HookMentions = { userIds: [], channelWide: null }

interface Part {
  readonly message: string
  readonly mentions: HookMentions
  readonly attachments: readonly RenderedAttachment[]
}

// Names are inserted before splitting, because a name can be longer than its id.
function makeParts(
  message: Message,
  resolved: Resolved,
  props: HookProps,
  options: ComposeOptions,
  warnings: Warnings,
): readonly Part[] {
  const { segments, attachments } = write(message, resolved, options.show, warnings)
  const texts = splitText(segments, options.maxPostLength, MAX_PARTS)
  const [first = [], ...overflow] = groupAttachments(attachments, props, warnings)
  if (texts.length + overflow.length > MAX_PARTS) {
    throw new WebhookError('body_too_large', {
      detail: `the message needs more than ${MAX_PARTS} posts`,
    })
  }
  return [
    ...texts.map((text, index) => {
      const mine = index === texts.length - 1 ? first : []
      return partOf(text.text, segments.slice(text.first, text.end), mine)
    }),
    ...overflow.map((group) => partOf('', [], group)),
  ]
}

function write(message: Message, resolved: Resolved, show: Show, warnings: Warnings) {
  const written = {
    segments: render(withAsked(message.text, resolved), resolved),
    attachments: message.attachments.map((a) => renderAttachment(a, resolved)),
  }
  if (show === 'attachments') return written
  warnOfLosses(message, show, warnings)
  return flatMessage(written, show, warnings)
}

function partOf(
  message: string,
  segments: readonly RenderedSegment[],
  attachments: readonly RenderedAttachment[],
): Part {
  const groups = [segments, ...attachments.map((attachment) => attachment.segments)]
  return { message, mentions: mentionsOf(groups), attachments }
}

const TYPE = /^(?:|me|slack_attachment|custom_[a-z0-9_]{0,19})$/

function checkType({ type, attachments }: Message, show: Show) {
  if (!TYPE.test(type)) {
    const ofTeams =
      type === 'message' ? '; if this is meant for Teams, end the URL with /teams' : ''
    throw invalid(
      'post.type',
      `type: expected "me", or "custom_" followed by up to 19 characters from a-z, 0-9 and _${ofTeams}`,
    )
  }
  if (show !== 'attachments') return type === 'slack_attachment' ? '' : type
  return attachments.length > 0 ? 'slack_attachment' : type
}

function checkPriority({ priority }: Message, warnings: Warnings): HookPriority | null {
  if (priority === null) return null
  const level = priority.priority
  if (level === null) {
    throw invalid('webhook.priority.priority', 'priority.priority: expected a string')
  }
  return {
    priority: knownLevel(level, warnings),
    requestedAck: priority.requested_ack,
    persistentNotifications: priority.persistent_notifications,
  }
}

function knownLevel(level: string, warnings: Warnings): HookPriority['priority'] {
  if (level === '' || level === 'important' || level === 'urgent') return level
  warnings.add('priority.priority', 'unknown priority: posted with standard priority')
  return ''
}

function checkRoot({ rootId }: Message, { root, place, home }: Resolved, warnings: Warnings) {
  if (rootId === '') return ''
  const channelId = place.kind === 'channel' ? place.channel.id : ''
  if (root && root.channelId === channelId && root.rootId === '') return root.id
  if (place.kind === 'channel' && !('id' in home && home.id === channelId)) {
    warnings.add('root_id', 'has no effect: a rule of the webhook posts in another channel')
    return ''
  }
  throw invalid('root_id', 'root_id: not the first post of a thread in this channel')
}

function invalid(name: string, detail: string) {
  return new WebhookError('invalid_param', { params: { name }, detail })
}

/** `,"attachments":[]` */
const LIST_LENGTH = 17

/**
 * Groups attachments so that each group fits into one post's properties (docs/contract.md, Splitting).
 * One that is too large by itself has its text shortened.
 */
export function groupAttachments(
  attachments: readonly RenderedAttachment[],
  base: HookProps,
  warnings: Warnings,
): readonly (readonly RenderedAttachment[])[] {
  if (attachments.length === 0) return []
  if (surelyFit(attachments)) return [attachments]
  const room = MAX_PROPS_LENGTH - jsonLength(base) - LIST_LENGTH
  const groups: RenderedAttachment[][] = [[]]
  let used = 0
  attachments.forEach((attachment, index) => {
    const fitting = shortened(attachment, room, `attachments[${index}]`, warnings)
    const length = jsonLength(fitting.value) + 1
    if (used + length > room) {
      groups.push([])
      used = 0
    }
    groups.at(-1)?.push(fitting)
    used += length
  })
  return groups
}

function shortened(attachment: RenderedAttachment, room: number, path: string, warnings: Warnings) {
  const over = jsonLength(attachment.value) + 1 - room
  if (over <= 0) return attachment
  const { text } = attachment.value
  // Each removed code point shortens the JSON by at least one.
  const keep = typeof text === 'string' ? countCodePoints(text) - over : -1
  if (typeof text !== 'string' || keep < 0) {
    throw new WebhookError('props_too_long', {
      params: { Max: String(MAX_PROPS_LENGTH) },
      detail: `${path}: too large for one post, and its text is too short to shorten`,
    })
  }
  warnings.add(`${path}.text`, 'shortened to fit into one post')
  return {
    ...attachment,
    value: { ...attachment.value, text: text.slice(0, advance(text, 0, keep)) },
  }
}

// Nearly all messages are far below the limit, so a cheap upper bound avoids computing the exact
// length.
function surelyFit(attachments: readonly RenderedAttachment[]) {
  let most = MAX_OWN_PROPS_BYTES * 2
  for (const { value } of attachments) most += mostLength(value)
  return most < MAX_PROPS_LENGTH
}

/** An upper bound for the length of the JSON: every character escaped, every number at full length. */
function mostLength(value: JsonValue) {
  if (typeof value === 'string') return value.length * 6 + 2
  if (typeof value !== 'object' || value === null) return 32
  let sum = 2
  if (isJsonList(value)) {
    for (const element of value) sum += mostLength(element) + 1
    return sum
  }
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member !== undefined) sum += name.length * 6 + 4 + mostLength(member)
  }
  return sum
}

function jsonLength(value: JsonValue) {
  return countCodePoints(JSON.stringify(value))
}
