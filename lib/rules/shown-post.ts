import { isObject } from '../model/json.js'

/**
 * A post of any host: the text and the properties as the library gave them to `createBatch`, the
 * properties parsed or as JSON text. Both are `unknown`, so that a row of a database needs no cast:
 * what is missing or damaged shows as nothing.
 */
export interface PostToShow {
  /** The text. Anything else than a string shows as nothing. */
  readonly message: unknown
  /** The properties, as an object or as JSON text. */
  readonly props?: unknown
}

export type Members = Readonly<Record<string, unknown>>

/** An attachment in which every member is there and of its type. */
export interface ShownAttachment {
  readonly color: string
  readonly pretext: string
  readonly author: Linked
  readonly authorIcon: string
  readonly title: Linked
  readonly text: string
  readonly fields: readonly ShownField[]
  readonly imageUrl: string
  readonly thumbUrl: string
  readonly thumbAlt: string
  readonly footer: string
  readonly footerIcon: string
  /** As ISO 8601; `''` if there is no time. */
  readonly time: string
  readonly actions: readonly ShownAction[]
  /** `''` where there is anything else to see. */
  readonly fallback: string
}

/** Words, and the address that they lead to; either may be `''`. */
export interface Linked {
  readonly words: string
  readonly address: string
}

export interface ShownField {
  readonly title: string
  readonly value: string
  readonly short: boolean
}

/** A button or a menu; without an address it calls an integration. */
export interface ShownAction {
  readonly label: string
  readonly address: string
}

export interface ShownPost {
  readonly message: string
  /** Whether the message is plain text rather than Markdown. */
  readonly isPlain: boolean
  readonly attachments: readonly ShownAttachment[]
}

/** What a post shows. Never throws. */
export function readPost({ message, props }: PostToShow): ShownPost {
  const members = propsOf(props)
  return {
    message: typeof message === 'string' ? message : '',
    isPlain: valueOf(members, 'webhook_plain_text') === true,
    attachments: listOf(members, 'attachments').map(readAttachment),
  }
}

/** The properties of a post, whatever a store made of them. */
export function propsOf(props: unknown): Members {
  return membersOf(typeof props === 'string' ? parsed(props) : props)
}

/** A member of this name that is a text, else `''`. */
export function textOf(members: Members, name: string): string {
  const value = valueOf(members, name)
  return typeof value === 'string' ? value : ''
}

function readAttachment(members: Members): ShownAttachment {
  const text = (name: string): string => textOf(members, name)
  const linked = (words: string, address: string): Linked => ({
    words: text(words),
    address: text(address),
  })
  const shown = {
    pretext: text('pretext'),
    author: linked('author_name', 'author_link'),
    title: linked('title', 'title_link'),
    text: text('text'),
    fields: listOf(members, 'fields').map(readField),
    imageUrl: text('image_url'),
    thumbUrl: text('thumb_url'),
    thumbAlt: text('thumb_alt'),
    footer: text('footer'),
    actions: listOf(members, 'actions').map(readAction).filter(isVisible),
  }
  return {
    ...shown,
    color: text('color'),
    authorIcon: text('author_icon'),
    footerIcon: text('footer_icon'),
    time: timeOf(valueOf(members, 'ts')),
    fallback: isBare(shown) ? text('fallback') : '',
  }
}

type Content = Omit<ShownAttachment, 'color' | 'authorIcon' | 'footerIcon' | 'time' | 'fallback'>

function isBare({ author, title, fields, actions, ...texts }: Content): boolean {
  const words = [author.words, author.address, title.words, title.address]
  const all = [...words, ...Object.values(texts)]
  return fields.length + actions.length === 0 && all.every((text) => text.trim() === '')
}

function readField(members: Members): ShownField {
  const value = valueOf(members, 'value')
  const isShort = valueOf(members, 'short') === true
  const isScalar = typeof value === 'number' || typeof value === 'boolean'
  return {
    title: textOf(members, 'title'),
    value: isScalar ? String(value) : textOf(members, 'value'),
    short: isShort,
  }
}

function readAction(members: Members): ShownAction {
  return { label: textOf(members, 'name'), address: textOf(members, 'url') }
}

function isVisible({ label, address }: ShownAction): boolean {
  return label !== '' || address !== ''
}

/** The last second of the year 9999. */
const LATEST = 253_402_300_799

function timeOf(value: unknown): string {
  const seconds = typeof value === 'string' ? Number(value) : value
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds <= LATEST
  return isTime ? new Date(Math.floor(seconds) * 1000).toISOString() : ''
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function listOf(members: Members, name: string): readonly Members[] {
  const value = valueOf(members, name)
  return Array.isArray(value) ? value.filter(isObject) : []
}

function membersOf(value: unknown): Members {
  return isObject(value) ? value : {}
}

// A payload may name a member `constructor` or `__proto__`.
function valueOf(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined
}
