import type { RichText, TextNode } from '../../model/message.js'
import type { ForeignMentions } from '../../model/webhook-fields.js'
import { atName } from '../../text/at-names.js'
import { channelWideOf, scanMarkup } from '../../text/markup.js'
import { LONGEST_ADDRESS } from './clean.js'

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
    const node = isName && isFree(text, at) ? mentionOf(text.slice(at, end), allowed) : null
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

function isFree(text: string, at: number): boolean {
  if (!BEFORE.test(text.charAt(at - 1))) return false
  const before = text.slice(Math.max(0, at - LONGEST_ADDRESS), at)
  const word = before.split(/\s/).at(-1) ?? ''
  return !word.includes('://')
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
  return nodes.map((node, index) => {
    if (node.kind !== 'name' && node.kind !== 'channelWide') return node
    const before = nodes[index - 1]
    const beginning = before?.kind === 'text' ? before.text : ''
    const isMention = node.kind === 'name' || allowed === 'all'
    if (isMention && isFree(beginning + node.text, beginning.length)) return node
    return { kind: 'text', text: node.text }
  })
}

const NO_ID = /(?!)/
