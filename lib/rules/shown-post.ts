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

/** An attachment in which every member is there and of its type; texts may be `''`. */
export interface ShownAttachment {
  /** `#` and hexadecimal digits, `good`, `warning`, `danger`, or another word: check it before it becomes a style. */
  readonly color: string
  /** Markdown above the attachment. */
  readonly pretext: string
  /** Who it is from. */
  readonly author: Linked
  /** URL of a picture beside the author. */
  readonly authorIcon: string
  /** Above the text. */
  readonly title: Linked
  /** Markdown. */
  readonly text: string
  /** Below the text, two in a row where both are short. */
  readonly fields: readonly ShownField[]
  /** URL of the picture below the text. */
  readonly imageUrl: string
  /** URL of the small picture beside the text. */
  readonly thumbUrl: string
  /** What the small picture shows, in plain words. */
  readonly thumbAlt: string
  /** Markdown. */
  readonly footer: string
  /** URL of a picture before the footer. */
  readonly footerIcon: string
  /** As ISO 8601; `''` if there is no time. */
  readonly time: string
  /** Buttons and menus, in order. */
  readonly actions: readonly ShownAction[]
  /** `''` where there is anything else to see. */
  readonly fallback: string
  /** Whether it goes on from what stands above it, the message or an attachment. */
  readonly continues: boolean
  /** Whether the actions stand beside the text. */
  readonly accessory: boolean
  /** The title of what may be folded, `open` or `closed` at first; `within` for what is below a title; else `''`. */
  readonly folds: 'open' | 'closed' | 'within' | ''
}

/** Plain words, and the address that they lead to; either may be `''`. */
export interface Linked {
  /** Plain words. */
  readonly words: string
  /** Where they lead. */
  readonly address: string
}

/** A row of an attachment's table: plain words, and Markdown. */
export interface ShownField {
  /** Plain words. */
  readonly title: string
  /** Markdown. */
  readonly value: string
  /** Whether there is room for another one beside it. */
  readonly short: boolean
}

/** A button or a menu. Its texts are plain, and may be `''`. */
export interface ShownAction {
  /** For the call of the press. */
  readonly id: string
  /** What it says. */
  readonly label: string
  /** Where a button leads; without an address it calls an integration. */
  readonly address: string
  /** Whether it is a menu rather than a button. */
  readonly isMenu: boolean
  /** Whether it cannot be pressed. */
  readonly isDisabled: boolean
  /** How it looks, such as `primary`. */
  readonly style: string
  /** More about it, when the pointer is on it. */
  readonly tooltip: string
  /** `users` or `channels` for a menu of all of them; else its choices are the options. */
  readonly source: string
  /** The choices of a menu, in order. */
  readonly options: readonly {
    /** What it says. */
    readonly label: string
    /** What the press sends. */
    readonly value: string
  }[]
  /** The value of the option that is chosen at first. */
  readonly chosen: string
  /** What to ask before it is pressed. */
  readonly question: ShownQuestion | null
}

/** A question before an action. Where a text is `''`, use your own words. */
interface ShownQuestion {
  /** Above the question. */
  readonly title: string
  /** The question. */
  readonly text: string
  /** The answer that presses it. */
  readonly confirm: string
  /** The answer that does not. */
  readonly deny: string
  /** Whether what it does cannot be undone. */
  readonly isDangerous: boolean
}

/** Everything that a post shows. */
export interface ShownPost {
  /** Markdown, unless it is plain. */
  readonly message: string
  /** Whether the message is plain text rather than Markdown. */
  readonly isPlain: boolean
  /** In order. */
  readonly attachments: readonly ShownAttachment[]
}

/**
 * The parts that a post shows, for clients that draw attachments, buttons and menus themselves. Whatever
 * the post contains, each member is there and of its type. Check addresses before you link to them or load
 * pictures. Never throws.
 */
export function readPost({ message, props }: PostToShow): ShownPost {
  const members = propsOf(props)
  return {
    message: typeof message === 'string' ? message : '',
    isPlain: isTrue(members, 'webhook_plain_text'),
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
  const text = (name: string) => textOf(members, name)
  const linked = (words: string, address: string): Linked => ({
    words: text(words),
    address: text(address),
  })
  const content = {
    pretext: text('pretext'),
    author: linked('author_name', 'author_link'),
    title: linked('title', 'title_link'),
    text: text('text'),
    fields: listOf(members, 'fields').map(readField),
    imageUrl: text('image_url'),
    thumbUrl: text('thumb_url'),
    thumbAlt: text('thumb_alt'),
    footer: text('footer'),
    actions: listOf(members, 'actions')
      .map(readAction)
      .filter(({ label, address }) => label !== '' || address !== ''),
  }
  const { author, title, fields, actions, ...texts } = content
  const words = [author.words, author.address, title.words, title.address, ...Object.values(texts)]
  const isBare = fields.length + actions.length === 0 && words.every((each) => each.trim() === '')
  return {
    ...content,
    color: text('color'),
    authorIcon: text('author_icon'),
    footerIcon: text('footer_icon'),
    time: timeOf(valueOf(members, 'ts')),
    fallback: isBare ? text('fallback') : '',
    continues: isTrue(members, 'continues'),
    accessory: isTrue(members, 'accessory'),
    folds: FOLDS.find((each) => each === text('folds')) ?? '',
  }
}

const FOLDS = ['open', 'closed', 'within'] as const

function readField(members: Members): ShownField {
  const value = valueOf(members, 'value')
  const isScalar = typeof value === 'number' || typeof value === 'boolean'
  return {
    title: textOf(members, 'title'),
    value: isScalar ? String(value) : textOf(members, 'value'),
    short: isTrue(members, 'short'),
  }
}

function readAction(members: Members): ShownAction {
  const text = (name: string) => textOf(members, name)
  return {
    id: text('id'),
    label: text('name'),
    address: text('url'),
    isMenu: text('type') === 'select',
    isDisabled: isTrue(members, 'disabled'),
    style: text('style'),
    tooltip: text('tooltip'),
    source: text('data_source'),
    options: listOf(members, 'options').map((option) => ({
      label: textOf(option, 'text'),
      value: textOf(option, 'value'),
    })),
    chosen: text('default_option'),
    question: readQuestion(valueOf(members, 'confirm')),
  }
}

function readQuestion(value: unknown): ShownQuestion | null {
  if (!isObject(value)) return null
  const text = (name: string) => textOf(value, name)
  return {
    title: text('title'),
    text: text('text'),
    confirm: text('confirm'),
    deny: text('deny'),
    isDangerous: text('style') === 'danger',
  }
}

/** The last second of the year 9999. */
const LATEST = 253_402_300_799

function timeOf(value: unknown) {
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

/** The objects in a member of this name, if it is a list. */
export function listOf(members: Members, name: string): readonly Members[] {
  const value = valueOf(members, name)
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function membersOf(value: unknown): Members {
  return isObject(value) ? value : {}
}

function isTrue(members: Members, name: string) {
  return valueOf(members, name) === true
}

// A payload may name a member `constructor` or `__proto__`.
function valueOf(members: Members, name: string) {
  return Object.hasOwn(members, name) ? members[name] : undefined
}
