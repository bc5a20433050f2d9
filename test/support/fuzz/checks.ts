import type { JsonValue } from '../../../lib/model/records.js'
import MarkdownIt from 'markdown-it'
import { isJsonList, isJsonObject } from '../../../lib/model/json.js'
import { type ComposedPost, countCodePoints } from '../translation.js'
import { HOSTS } from './hostile.js'
import type { Outcome } from './reading.js'
import { type Rules, rulesOf } from './rules.js'
import { textsIn } from './trees.js'

type Accepted = Extract<Outcome, { kind: 'accepted' }>

/** Something that must not be. */
export interface Fault {
  /** What kind it is, in words. */
  readonly kind: string
  readonly detail: string
}

const MAX_ATTACHMENTS = 20
const MAX_MESSAGE = 16_383
const MAX_PARTS = 64
/** Words of a program, which no reader should see. */
const NOTHINGS =
  /(?<![\w-])(?:undefined|null|NaN|Infinity|0001-01-01|1970-01-01)(?![\w-])|\[object Object\]/g
const UNSAFE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/
const BROKEN = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/
const ADDRESSES = new Set([
  'url',
  'title_link',
  'author_link',
  'author_icon',
  'image_url',
  'thumb_url',
  'footer_icon',
  'override_icon_url',
])
const COLOR = /^(?:danger|warning|good|#[\da-f]{6})$/i

const renderer = new MarkdownIt({ html: true, linkify: true, breaks: true })
renderer.linkify.set({ fuzzyLink: false })

/** What a reader sees of a post. */
interface Shown {
  /** Markdown: the message, and texts of attachments. */
  readonly markdown: readonly string[]
  /** Texts that clients show as they are. */
  readonly plain: readonly string[]
}

/** What is wrong with the posts of a request whose tree is given; nothing if all holds. */
export function faultsOf(outcome: Accepted, tree: JsonValue): readonly Fault[] {
  const { posts, format, answer } = outcome
  const rules = rulesOf(format)
  const faults = posts.flatMap(storable)
  const isOwn = rules.markdown === 'own'
  if (posts.length > (rules.longest === Infinity ? MAX_PARTS : 1)) {
    faults.push({ kind: 'several posts', detail: `${posts.length}` })
  }
  if (isJsonObject(answer) && 'ts' in answer && 'channel' in answer) {
    faults.push({ kind: 'an answer with ts and channel', detail: JSON.stringify(answer) })
  }
  if (isOwn) return faults
  for (const post of posts) faults.push(...foreignFaults(post, rules, tree))
  return faults
}

/** What holds for posts of all formats: any store can keep them, and any client show them. */
function storable(post: ComposedPost): Fault[] {
  const faults: Fault[] = []
  const { message, props } = post
  if (countCodePoints(message) > MAX_MESSAGE) faults.push({ kind: 'too long', detail: 'message' })
  // JSON writes what stands alone of a pair, and the character 0, as such an escape.
  const broken = BROKEN.exec(JSON.stringify(post))
  if (broken) faults.push({ kind: 'a text no store can keep', detail: broken[0] })
  if (hasOddNumber(props)) faults.push({ kind: 'a number JSON cannot hold', detail: '' })
  if (props['from_webhook'] !== 'true') faults.push({ kind: 'no mark of a webhook', detail: '' })
  return faults
}

function hasOddNumber(value: JsonValue | undefined): boolean {
  if (value === undefined) return true
  if (typeof value === 'number') return !Number.isFinite(value)
  if (isJsonList(value)) return value.some(hasOddNumber)
  return isJsonObject(value) && Object.values(value).some(hasOddNumber)
}

function foreignFaults(post: ComposedPost, rules: Rules, tree: JsonValue): readonly Fault[] {
  const faults: Fault[] = []
  const add = (kind: string, detail: string): number => faults.push({ kind, detail })
  const { mentions, message } = post
  if (mentions.userIds.length > 0 || mentions.channelWide !== null) {
    add('a mention', JSON.stringify(mentions))
  }
  const attachments = attachmentsOf(post)
  if (rules.longest !== Infinity && attachments.length > MAX_ATTACHMENTS) {
    add('many attachments', `${attachments.length}`)
  }
  const shown = shownIn(message, attachments)
  const all = [...shown.markdown, ...shown.plain]
  if (rules.hasTitle && message.trim() === '') add('no title', message)
  if (all.every((text) => text.trim() === '') && !hasMore(attachments)) add('nothing shown', '')
  const length = shown.markdown.map(unescaped).concat(shown.plain).reduce(sum, 0)
  if (length > rules.longest) add('too much shown', `${length}`)
  const unsafe = all.find((text) => UNSAFE.test(text))
  if (unsafe !== undefined) add('a control character', JSON.stringify(unsafe.slice(0, 300)))
  for (const nothing of nothingsIn(all, rules, tree)) add('a word of a program', nothing)
  const isAll = isAllMarkdown(rules, tree)
  for (const text of shown.markdown) {
    for (const detail of linksIn(text, rules, isAll)) add('a hostile link or picture', detail)
  }
  for (const detail of badAddresses(post.props)) add('a hostile address', detail)
  for (const each of attachments) {
    const color = each['color'] ?? ''
    if (color !== '' && !(typeof color === 'string' && COLOR.test(color))) {
      add('an odd colour', JSON.stringify(color))
    }
  }
  return faults
}

type Attachment = Readonly<Record<string, JsonValue>>

function attachmentsOf({ props }: ComposedPost): readonly Attachment[] {
  const { attachments } = props
  return isJsonList(attachments) ? attachments.filter(isJsonObject) : []
}

function shownIn(message: string, attachments: readonly Attachment[]): Shown {
  const textsAt = (name: string): readonly string[] =>
    attachments.map((each) => each[name]).filter((text) => typeof text === 'string')
  const inner = (name: string): readonly Attachment[] =>
    attachments.flatMap((each) => (isJsonList(each[name]) ? each[name].filter(isJsonObject) : []))
  const strings = (list: readonly Attachment[], name: string): readonly string[] =>
    list.map((each) => each[name]).filter((text) => typeof text === 'string')
  const fields = inner('fields')
  return {
    markdown: [
      message,
      ...textsAt('pretext'),
      ...textsAt('text'),
      ...textsAt('footer'),
      ...strings(fields, 'value'),
    ],
    plain: [
      ...textsAt('title'),
      ...textsAt('author_name'),
      ...strings(fields, 'title'),
      ...strings(inner('actions'), 'name'),
    ],
  }
}

/** Whether there is a picture to see. */
function hasMore(attachments: readonly Attachment[]): boolean {
  return attachments.some((each) => each['image_url'] ?? each['thumb_url'])
}

function sum(all: number, text: string): number {
  return all + countCodePoints(text)
}

/** The characters that a reader sees of Markdown, about: without escapes, addresses and entities; `%7B` is one. */
function unescaped(text: string): string {
  return text
    .replace(/(?<!\\)\]\((?:[^()\s\\]|\\.)*\)/g, ']')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(?:lt|gt|amp|quot|#\d+|#x[\da-f]+);/gi, 'x')
    .replace(/<https?:[^<>]*>/g, 'x')
    .replace(/%[\da-f]{2}/gi, 'x')
    .replace(/[*_~`\s>-]/g, '')
}

function nothingsIn(shown: readonly string[], rules: Rules, tree: JsonValue): readonly string[] {
  const found = new Set(shown.flatMap((text) => text.match(NOTHINGS) ?? []))
  if (found.size === 0) return []
  // A body that is read as a text shows all of its JSON.
  const sent = rules.isWhole ? JSON.stringify(tree) : textsIn(tree).join('\n')
  return [...found].filter((word) => !sent.includes(word))
}

/** Behind `/tree/`, such an address is the name of a branch, and leads nowhere else. */
const HOSTILE = /="(?:https?:)?\/\/(\w+)\.evil\.test\/m\/(\w+)/i
const TAGS = /<(\w+)\s([^<>]*)>([^<]*)/g

/** Whether a body that is no message of the format is shown as it is, and may be Markdown. */
function isAllMarkdown({ isWhole = false, markdown }: Rules, tree: JsonValue): boolean {
  return isWhole && markdown.length > 0 && isJsonObject(tree) && typeof tree['body'] !== 'string'
}

/** Links, pictures and HTML that were made of hostile texts in members that are no Markdown. */
function linksIn(
  markdown: string,
  { markdown: members }: Rules,
  isAll: boolean,
): readonly string[] {
  if (!markdown.includes('evil.test') && !/script|onerror|onload/.test(markdown)) return []
  const html = renderer.render(markdown)
  return [...html.matchAll(TAGS)].flatMap(([whole, tag = '', attributes = '', inner = '']) => {
    const [, kind = '', member = ''] = HOSTILE.exec(attributes) ?? []
    const isSenders = isAll || members.includes(member)
    if (kind === '') {
      return members.length === 0 && runs(attributes) ? [whole] : []
    }
    if (kind === 'picture') return tag === 'img' || !isSenders ? notItself(whole, inner) : []
    return isSenders ? [] : notItself(whole, inner)
  })
}

/** Whether a tag is a script's: what stands within the value of another attribute is none. */
function runs(attributes: string): boolean {
  const values = /"[^"]*"/g
  return (
    /\b(?:src|href)="java/i.test(attributes) || /\bon\w+=/i.test(attributes.replace(values, '""'))
  )
}

/** An address that shows itself is no lie. */
function notItself(tag: string, inner: string): readonly string[] {
  const address = /href="([^"]*)"/.exec(tag)?.[1] ?? ''
  const shown = decoded(inner)
  // A long one may be cut, also within `%2F` or `&lt;`.
  const isItself = shown.endsWith('…')
    ? spelled(address).startsWith(spelled(shown.replace(/(?:%[\da-f]?|&#?\w{0,8})?…$/i, '')))
    : spelled(address) === spelled(shown)
  return tag.startsWith('<a ') && isItself ? [] : [tag]
}

/** An address in one of its ways of writing. */
function spelled(address: string): string {
  return encodeURI(decoded(address))
    .replace(/%25(?=[\da-f]{2})/gi, '%')
    .replaceAll('%28', '(')
    .replaceAll('%29', ')')
    .toLowerCase()
}

function decoded(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Addresses in properties: whole ones of the web, and never a part of a text. */
function badAddresses(value: JsonValue | undefined, name = '', title = ''): readonly string[] {
  if (typeof value === 'string') {
    if (!ADDRESSES.has(name) || value === '') return []
    // A title that shows an address, and leads there, is no lie.
    const isTold = name === 'title_link' && spelled(title).includes(spelled(value))
    const isHostile = !isTold && Object.values(HOSTS).some((host) => value.startsWith(host))
    return /^https?:\/\/\S+$/i.test(value) && !isHostile ? [] : [`${name}: ${value}`]
  }
  if (isJsonList(value)) return value.flatMap((each) => badAddresses(each, name))
  if (!isJsonObject(value)) return []
  const own = typeof value['title'] === 'string' ? value['title'] : ''
  return Object.entries(value).flatMap(([inner, each]) => badAddresses(each, inner, own))
}
