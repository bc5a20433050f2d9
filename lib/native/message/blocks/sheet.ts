import { WebhookError } from '../../../model/errors.js'
import type {
  ActionPayload,
  Element,
  MessageAction,
  MessageField,
  RichText,
  TextNode,
} from '../../../model/message.js'
import { type ActionIds, readAction } from '../actions.js'
import type { Registry } from '../mattermost/registry.js'
import { memberNames, Members, type Reading } from '../../payload/reading.js'
import type { Translator } from '../translator.js'
import { escapeText } from '../../../text/escape.js'
import { linkAround } from '../../../text/links.js'
import { onOneLine } from '../../../text/one-line.js'

/** The title of what pages may fold, open or closed at first, or something within it. */
type Folds = '' | 'open' | 'closed' | 'within'

/** How groups look. */
interface Look {
  /** The colour of the bar beside them, or `''`. */
  readonly color: string
  readonly folds: Folds
}

/** Markdown, a picture beside it, columns below it, and the buttons below these. */
export interface Group extends Look {
  readonly text: TextNode[]
  readonly fields: MessageField[]
  readonly actions: MessageAction[]
  /** Whether it goes on from what stands above it. */
  readonly continues: boolean
  /** Whether the buttons stand beside the text, as that of a section does. */
  accessory: boolean
  /** A small picture beside the text, or null. */
  thumb: Thumb | null
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
  readonly registry: Registry
}

/** Collects what blocks show, in order. Text after buttons begins a new group. */
export class Sheet {
  readonly groups: Group[] = []
  readonly translator: Translator
  readonly reading: Reading
  readonly ids: ActionIds
  readonly registry: Registry
  #look: Look
  /** Whether the next group is not one with those above it. */
  #startsCard = false
  #startsGroup = false

  constructor({ translator, ids, registry }: BlockOptions, look: Look = { color: '', folds: '' }) {
    this.translator = translator
    this.reading = translator.reading
    this.ids = ids
    this.registry = registry
    this.#look = look
  }

  get look(): Look {
    return this.#look
  }

  /** The members of an element by their known names. */
  members({ value, path }: Element, known: ReadonlySet<string>): Members {
    return new Members(value, path, known, this.reading)
  }

  /** What is wrong with one block hides no other: it is left out, with a warning. */
  guard(path: string, show: () => void): void {
    try {
      show()
    } catch (error) {
      if (!(error instanceof WebhookError) || error.code !== 'payload_unparsable') throw error
      this.reading.add(path, `left out: ${error.detail}`)
    }
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

  /** A picture beside the text that is above it or, if there is none, beside the next one. */
  thumb(thumb: Thumb): void {
    const group = this.#group(false)
    if (group.thumb) this.#newGroup(thumb)
    else group.thumb = thumb
  }

  /** Texts side by side. */
  columns(texts: readonly RichText[]): void {
    const { fields } = this.#group(false)
    for (const value of texts) fields.push({ title: '', value, short: true })
  }

  /** What `show` adds, in groups that look so. `isCard`: they are not one with those around them. */
  apart({ isCard = false, ...look }: Partial<Look> & { isCard?: boolean }, show: () => void): void {
    const outer = this.#look
    const { length } = this.groups
    this.#look = { ...outer, ...look }
    this.#startsCard ||= isCard
    this.#startsGroup = true
    show()
    this.#look = outer
    this.#startsCard ||= isCard && this.groups.length > length
    this.#startsGroup = true
  }

  /** An empty sheet for a part of this one. */
  branch(): Sheet {
    return new Sheet(this, this.#look)
  }

  /** What a branch shows. */
  add(groups: readonly Group[]): void {
    for (const group of groups) {
      this.groups.push(this.#startsCard ? { ...group, continues: false } : group)
      this.#startsCard = false
    }
    this.#startsGroup = true
  }

  /** A button or a menu, unless it has nothing to show. `accessory`: beside the text of a section. */
  button(sent: ActionPayload, accessory = false): void {
    const action = readAction(sent, this.ids, this.reading)
    if (action === null) return
    const last = this.#startsGroup ? undefined : this.groups.at(-1)
    const isOther = last && isComplete(last) && last.accessory !== accessory
    const group = isOther ? this.#newGroup() : this.#group(true)
    group.accessory = accessory
    group.actions.push(action)
  }

  #group(forButtons: boolean) {
    const last = this.#startsGroup ? undefined : this.groups.at(-1)
    return last && (forButtons || !isComplete(last)) ? last : this.#newGroup()
  }

  #newGroup(thumb: Thumb | null = null) {
    const { color, folds } = this.#look
    const continues = !this.#startsCard
    const group: Group = {
      text: [],
      fields: [],
      actions: [],
      continues,
      accessory: false,
      thumb,
      color,
      folds,
    }
    this.groups.push(group)
    this.#startsCard = false
    this.#startsGroup = false
    return group
  }
}

/** Whether more text would stand in the wrong place. */
function isComplete({ text, fields, actions, thumb }: Group) {
  return actions.length + fields.length > 0 || (thumb !== null && text.length > 0)
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

const TEXT = new Set(['type', 'text', 'emoji', 'verbatim'])

/** A text object as Markdown, `[]` for none; `plain_text` is never scanned for markup. */
export function readText(element: Element | null, sheet: Sheet, inline = false): RichText {
  if (element === null) return []
  const members = sheet.members(element, TEXT)
  const text = members.string('text')
  const type = members.string('type')
  if (text === '') return []
  if (type === 'plain_text') {
    const emoji = members.get('emoji') === undefined || members.boolean('emoji')
    return [plain(escapeText(text, { emoji, inline }))]
  }
  if (type !== 'mrkdwn') members.warn('type', 'unknown type: read as mrkdwn')
  return sheet.translator.scanMrkdwn(text, members.boolean('verbatim'))
}

/** The text object that is a block's member. */
export function textMember(block: Members, name: string, sheet: Sheet): RichText {
  return readText(block.element(name), sheet)
}

/** The same on one line, for titles and cells. */
export function lineMember(block: Members, name: string, sheet: Sheet): RichText {
  return nodesOnOneLine(readText(block.element(name), sheet, true))
}

export function nodesOnOneLine(nodes: RichText): RichText {
  return nodes.map((node) => {
    const text = onOneLine(node.text)
    return text === node.text ? node : { ...node, text }
  })
}

/** The characters of a text object, for a name that is not Markdown. */
export function nameMember(block: Members, name: string): string {
  return onOneLine(block.inner(name, TEXT)?.string('text') ?? '')
}

/** A string member without Slack's markup, as Markdown. */
export function stringMember(block: Members, name: string, inline = false): RichText {
  return escapedWords(block.string(name), inline)
}

/** Any text as Markdown; `[]` for none. */
export function escapedWords(text: string, inline = false): RichText {
  return text === '' ? [] : [plain(escapeText(text, { inline }))]
}

/** A link to a checked target, with a label that is plain text. */
export function linkTo(target: string, label: string, literal = false): TextNode {
  const text = escapeText(onOneLine(label), { label: true, literal })
  return { kind: 'link', text: linkAround(target, text) }
}

/** The known members of a kind of block, beside those that each block has, and how it is shown. */
type Kind<Place> = readonly [
  names: string | ReadonlySet<string>,
  show: (block: Members, place: Place) => void,
]

/** Kinds of blocks by their types. `common`: the members that each block has. */
export function kindsOf<Place>(
  common: string,
  kinds: Readonly<Record<string, Kind<Place>>>,
): ReadonlyMap<unknown, readonly [ReadonlySet<string>, Kind<Place>[1]]> {
  return new Map(
    Object.entries(kinds).map(([type, [names, show]]) => [
      type,
      [typeof names === 'string' ? memberNames(`${common} ${names}`) : names, show],
    ]),
  )
}
