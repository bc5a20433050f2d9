import type { MessageAttachment, RichText, TextNode } from '../model/message.js'
import type { ChannelWide, JsonValue, Mentions, User } from '../model/records.js'
import type { Segment } from '../text/split.js'
import { withoutEmpty } from '../formats/actions.js'
import { namesIn } from './translate.js'

/** Who is known by id and by name. */
export interface Directory {
  readonly usersById: ReadonlyMap<string, User>
  readonly usersByName: ReadonlyMap<string, User>
}

/** A piece of finished text, and whom it mentions. */
export interface RenderedSegment extends Segment {
  readonly userId: string | null
  readonly channelWide: ChannelWide | null
}

/** Names put in: finished text, in pieces, because the split comes after. */
export function render(nodes: RichText, directory: Directory): readonly RenderedSegment[] {
  return nodes.map((node) => renderNode(node, directory))
}

function renderNode(node: TextNode, directory: Directory): RenderedSegment {
  switch (node.kind) {
    case 'text':
      return segment(node.text, { solid: false })
    case 'code':
      return segment(node.text, { solid: false, fence: node.fence })
    case 'link':
      return segment(node.text, {})
    case 'channelWide':
      return segment(node.text, { channelWide: node.who })
    case 'name': {
      const user = namesIn(node.text)
        .map((name) => directory.usersByName.get(name))
        .find((found) => found !== undefined)
      return segment(node.text, { userId: user?.id ?? null })
    }
    case 'user': {
      const user = directory.usersById.get(node.id)
      if (user) return segment(`@${user.username}`, { userId: user.id })
      return segment(node.label.trim() === '' ? node.text : node.label, {})
    }
  }
}

function segment(text: string, more: Partial<Omit<RenderedSegment, 'text'>>): RenderedSegment {
  return { text, solid: true, fence: null, userId: null, channelWide: null, ...more }
}

/** An attachment as it is stored, and whom its texts mention. */
export interface RenderedAttachment {
  readonly value: Readonly<Record<string, JsonValue>>
  readonly segments: readonly RenderedSegment[]
}

export function renderAttachment(
  attachment: MessageAttachment,
  directory: Directory,
): RenderedAttachment {
  const segments: RenderedSegment[] = []
  const textOf = (nodes: RichText): string => {
    const rendered = render(nodes, directory)
    segments.push(...rendered)
    return rendered.map(({ text }) => text).join('')
  }
  const value = withoutEmpty({
    ...attachment.plain,
    pretext: textOf(attachment.pretext),
    title: textOf(attachment.title),
    text: textOf(attachment.text),
    fields: attachment.fields.map((field) => ({
      title: field.title,
      value: textOf(field.value),
      short: field.short,
    })),
    footer: textOf(attachment.footer),
    actions: attachment.actions,
  })
  return { value, segments }
}

/** Whom these pieces notify: every person once, and one channel-wide call at most. */
export function mentionsOf(segments: readonly RenderedSegment[]): Mentions {
  const userIds = new Set<string>()
  let channelWide: ChannelWide | null = null
  for (const { userId, channelWide: wide } of segments) {
    if (userId !== null) userIds.add(userId)
    channelWide ??= wide
  }
  return { userIds: [...userIds], channelWide }
}
