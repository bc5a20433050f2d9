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
  const isFree = freePlacesIn(text)
  let plain = 0
  let at = text.indexOf('@')
  while (at !== -1) {
    const { end, isName } = atName(text, at)
    const node = isName && isFree(at) ? mentionOf(text.slice(at, end), allowed) : null
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

/** Characters that may stand right before `@name`; after others it is a part of an address. */
const BEFORE = /^[\s"'(*,:;<>[{|~!\u00ab\u2018\u201c-]?$/

/**
 * Whether `@name` may begin at a place; asked from left to right, so that the text is read once.
 * Behind `://`, up to the next white space, it is a part of an address.
 */
function freePlacesIn(text: string): (at: number) => boolean {
  let scheme = text.indexOf('://')
  let addressEnd = 0
  return (at) => {
    while (scheme !== -1 && scheme < at) {
      addressEnd = whiteSpaceFrom(text, scheme)
      scheme = text.indexOf('://', addressEnd)
    }
    return at >= addressEnd && BEFORE.test(text.charAt(at - 1))
  }
}

function whiteSpaceFrom(text: string, from: number): number {
  const search = /\s/g
  search.lastIndex = from
  return search.exec(text)?.index ?? Infinity
}

function mentionOf(text: string, allowed: ForeignMentions): MentionNode | null {
  const who = channelWideOf(text)
  if (who === undefined) return { kind: 'name', text }
  return allowed === 'all' ? { kind: 'channelWide', text, who } : null
}

/** The same for Markdown, whose code mentions nobody. `blocks`: blocks of code are pieces, which can be cut. */
export function markdownWithMentions(
  text: string,
  allowed: ForeignMentions,
  { blocks = false } = {},
): RichText {
  const mentionsNobody = allowed === 'none' || !text.includes('@')
  if (mentionsNobody && !(blocks && FENCES.some((fence) => text.includes(fence)))) {
    return [{ kind: 'text', text }]
  }
  const { nodes } = scanMarkup(text, { userIdPattern: NO_ID, angles: false })
  return nodes.map((node, index) => {
    if (node.kind !== 'name' && node.kind !== 'channelWide') return node
    const before = nodes[index - 1]
    const beginning = before?.kind === 'text' ? before.text : ''
    const isMention = allowed === 'all' || (allowed !== 'none' && node.kind === 'name')
    if (isMention && freePlacesIn(beginning)(beginning.length)) return node
    return { kind: 'text', text: node.text }
  })
}

const FENCES = ['```', '~~~']
const NO_ID = /(?!)/
