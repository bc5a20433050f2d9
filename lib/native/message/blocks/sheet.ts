import type { MessageAction, RichText, TextNode } from '../../../model/message.js'
import type { ActionIds } from '../actions.js'
import { type Element, Members, type Reading } from '../../payload/reading.js'
import type { Translator } from '../translator.js'

/** Markdown, a picture beside it, and the buttons below it. */
export interface Group {
  readonly text: TextNode[]
  readonly actions: MessageAction[]
  /** Whether the buttons stand beside the text, as that of a section does. */
  accessory: boolean
  /** A small picture beside the text, or null. */
  readonly thumb: Thumb | null
}

/** A small picture: its checked URL, and its words or `''`. */
export interface Thumb {
  readonly url: string
  readonly alt: string
}

/** Options for all blocks of the message or of one attachment. */
export interface BlockOptions {
  readonly translator: Translator
  readonly ids: ActionIds
}

/** Collects what blocks show, in order. Text after buttons begins a new group. */
export class Sheet {
  readonly groups: Group[] = []
  readonly translator: Translator
  readonly reading: Reading
  readonly ids: ActionIds

  constructor({ translator, ids }: BlockOptions) {
    this.translator = translator
    this.reading = translator.reading
    this.ids = ids
  }

  /** The members of an element by their known names. */
  members({ value, path }: Element, known: ReadonlySet<string>): Members {
    return new Members(value, path, known, this.reading)
  }

  paragraph(nodes: RichText): void {
    if (nodes.length === 0) return
    const { text } = this.#group(false)
    if (text.length > 0) text.push(plain('\n\n'))
    for (const node of nodes) text.push(node)
  }

  /** A text with a picture, in a group of its own: the picture stands beside no other text. */
  pictured(nodes: RichText, thumb: Thumb): void {
    const { text } = this.#newGroup(thumb)
    for (const node of nodes) text.push(node)
  }

  button(action: MessageAction, accessory: boolean): void {
    const last = this.groups.at(-1)
    const isOther = last && isComplete(last) && last.accessory !== accessory
    const group = isOther ? this.#newGroup() : this.#group(true)
    group.accessory = accessory
    group.actions.push(action)
  }

  #group(forButtons: boolean): Group {
    const last = this.groups.at(-1)
    return last && (forButtons || !isComplete(last)) ? last : this.#newGroup()
  }

  #newGroup(thumb: Thumb | null = null): Group {
    const group: Group = { text: [], actions: [], accessory: false, thumb }
    this.groups.push(group)
    return group
  }
}

/** Whether more text would stand in the wrong place. */
function isComplete({ actions, thumb }: Group): boolean {
  return actions.length > 0 || thumb !== null
}

export function plain(text: string): TextNode {
  return { kind: 'text', text }
}

/** Joins the non-empty texts with `separator`. */
export function joined(texts: readonly RichText[], separator: string): RichText {
  const [only] = texts
  if (only && texts.length === 1) return only
  const nodes: TextNode[] = []
  for (const text of texts) {
    if (text.length === 0) continue
    if (nodes.length > 0) nodes.push(plain(separator))
    for (const node of text) nodes.push(node)
  }
  return nodes
}
