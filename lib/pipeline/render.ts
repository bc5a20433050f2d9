import type { Fence, MessageAttachment, RichText, TextNode } from '../model/message.js'
import type { ChannelWide, JsonValue, HookMentions, HookUser } from '../model/records.js'
import type { WebhookAttachment } from '../model/webhook-props.js'
import type { Segment } from '../text/split.js'
import { namesIn } from '../native/message/translate.js'

/** The users that were looked up, by id and by name. */
export interface Directory {
  readonly usersById: ReadonlyMap<string, HookUser>
  readonly usersByName: ReadonlyMap<string, HookUser>
  /** Whom names in texts of a forge mean there; null: somebody who is not notified. */
  readonly logins?: ReadonlyMap<string, HookUser | null>
  /** Whom the event of a forge asks for something. */
  readonly asked?: readonly HookUser[]
}

/** A piece of finished text and whom it mentions. */
export interface RenderedSegment extends Segment {
  readonly userId: string | null
  readonly channelWide: ChannelWide | null
}

/** Inserts names. The text stays in pieces, because it is split afterwards. */
export function render(nodes: RichText, directory: Directory): readonly RenderedSegment[] {
  return nodes.map((node) => renderNode(node, directory))
}

/** A text and, below it, who is asked. */
export function withAsked(text: RichText, { asked = [] }: Directory): RichText {
  return [
    ...text,
    ...asked.flatMap(({ id }, index): RichText => [
      { kind: 'text', text: index === 0 ? '\nFor ' : ', ' },
      { kind: 'user', id, text: '', label: '' },
    ]),
  ]
}

function renderNode(node: TextNode, directory: Directory): RenderedSegment {
  switch (node.kind) {
    case 'text':
      return breakable(node.text, null)
    case 'code':
      return breakable(node.text, node.fence)
    case 'link':
      return solid(node.text, null, null)
    case 'channelWide':
      return solid(node.text, null, node.who)
    case 'name': {
      const { usersByName } = directory
      const logins = node.isOurs ? undefined : directory.logins
      const isKnown = (name: string) => usersByName.has(name) || logins?.has(name) === true
      const name = namesIn(node.text).find(isKnown) ?? ''
      const claimant = logins?.get(name)
      const user = claimant === undefined ? usersByName.get(name) : claimant
      // At a forge, people may have other names than here.
      const isOther = user && user.username !== name
      const text = isOther ? `@${user.username}${node.text.slice(1 + name.length)}` : node.text
      return solid(text, user?.id ?? null, null)
    }
    case 'user': {
      const user = directory.usersById.get(node.id)
      if (user) return solid(`@${user.username}`, user.id, null)
      return solid(node.label.trim() === '' ? node.text : node.label, null, null)
    }
  }
}

function breakable(text: string, fence: Fence | null): RenderedSegment {
  return { text, solid: false, fence, userId: null, channelWide: null }
}

function solid(
  text: string,
  userId: string | null,
  channelWide: ChannelWide | null,
): RenderedSegment {
  return { text, solid: true, fence: null, userId, channelWide }
}

const TEXTS = [
  'pretext',
  'title',
  'text',
  'footer',
] as const satisfies readonly (keyof WebhookAttachment)[]

/** An attachment as it is stored, and whom it mentions. */
export interface RenderedAttachment {
  readonly value: Readonly<Record<string, JsonValue>>
  readonly segments: readonly RenderedSegment[]
}

export function renderAttachment(
  attachment: MessageAttachment,
  directory: Directory,
): RenderedAttachment {
  const segments: RenderedSegment[] = []
  const textOf = (nodes: RichText) => {
    const rendered = nodes.map((node) => renderNode(node, directory))
    for (const segment of rendered) segments.push(segment)
    return rendered.length === 1 && rendered[0] ? rendered[0].text : joinTexts(rendered)
  }
  // No spread, because members are added to it (CONTRIBUTING.md).
  const value: Record<string, JsonValue> = Object.assign({}, attachment.plain)
  for (const name of TEXTS) {
    if (attachment[name].length > 0) value[name] = textOf(attachment[name])
  }
  if (attachment.fields.length > 0) {
    value['fields'] = attachment.fields.map(({ title, value: nodes, short }) => ({
      title,
      value: textOf(nodes),
      short,
    }))
  }
  if (attachment.actions.length > 0) {
    value['actions'] = attachment.actions.map(({ stored }) => stored)
  }
  return { value, segments }
}

export function joinTexts(segments: readonly RenderedSegment[]): string {
  return segments.map(({ text }) => text).join('')
}

/** Whom these pieces notify: each user once, and at most one channel-wide mention. */
export function mentionsOf(groups: readonly (readonly RenderedSegment[])[]): HookMentions {
  const userIds: string[] = []
  let channelWide: ChannelWide | null = null
  for (const segments of groups) {
    for (const { userId, channelWide: wide } of segments) {
      if (userId !== null && !userIds.includes(userId)) userIds.push(userId)
      channelWide ??= wide
    }
  }
  return { userIds, channelWide }
}
