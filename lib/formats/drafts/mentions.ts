import type { RichText, TextNode } from '../../model/message.js'
import type { ForeignMentions } from '../../model/webhook-fields.js'
import { atName } from '../../text/at-names.js'
import { channelWideOf, scanMarkup } from '../../text/markup.js'

type MentionNode = Extract<TextNode, { kind: 'name' | 'channelWide' }>

/** A text in pieces: what is only text, and what may notify somebody. */
export function mentionsIn(
  text: string,
  allowed: ForeignMentions,
): readonly (string | MentionNode)[] {
  if (allowed === 'none' || !text.includes('@')) return [text]
  const pieces: (string | MentionNode)[] = []
  let plain = 0
  let at = text.indexOf('@')
  while (at !== -1) {
    const { end, isName } = atName(text, at)
    const node = isName ? mentionOf(text.slice(at, end), allowed) : null
    if (node) {
      if (at > plain) pieces.push(text.slice(plain, at))
      pieces.push(node)
      plain = end
    }
    at = text.indexOf('@', end)
  }
  if (plain < text.length) pieces.push(text.slice(plain))
  return pieces
}

function mentionOf(text: string, allowed: ForeignMentions): MentionNode | null {
  const who = channelWideOf(text)
  if (who === undefined) return { kind: 'name', text }
  return allowed === 'all' ? { kind: 'channelWide', text, who } : null
}

/** The same for Markdown, whose code mentions nobody. */
export function markdownWithMentions(text: string, allowed: ForeignMentions): RichText {
  if (allowed === 'none' || !text.includes('@')) return [{ kind: 'text', text }]
  const { nodes } = scanMarkup(text, { userIdPattern: NO_ID, angles: false })
  if (allowed === 'all') return nodes
  return nodes.map((node) =>
    node.kind === 'channelWide' ? { kind: 'text', text: node.text } : node,
  )
}

const NO_ID = /(?!)/
