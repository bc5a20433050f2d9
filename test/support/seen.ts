import type { ComposedPost } from '../../lib/pipeline/compose.js'
import type { JsonValue, HookProps, HookWarning } from '../../lib/model/records.js'

type Shown = Readonly<Record<string, JsonValue>>

/** What a reader sees of posts: their author, their text, their attachments as text, in order. */
export function seenOf(
  posts: readonly ComposedPost[],
  warnings: readonly HookWarning[] = [],
): string {
  const texts = posts.map(({ message, props }) =>
    paragraphs([author(props), message, ...attachmentsOf(props).map(attachment)]),
  )
  const told = warnings.map(({ path, reason }) => `- ${path === '' ? 'payload' : path}: ${reason}`)
  return `${paragraphs([...texts, told.length > 0 ? `Warnings:\n${told.join('\n')}` : ''])}\n`
}

function author(props: HookProps): string {
  const icon = textOf(props, 'override_icon_emoji') || textOf(props, 'override_icon_url')
  return `[${icon === '' ? '' : `${icon} `}${textOf(props, 'override_username')} BOT]`
}

export function attachmentsOf(props: HookProps): readonly Shown[] {
  return listOf(props, 'attachments')
}

function attachment(shown: Shown): string {
  const text = (name: string): string => textOf(shown, name)
  const fields = listOf(shown, 'fields').map(field)
  const body = [
    linked(text('author_name'), text('author_link')),
    picture(text('author_icon')),
    linked(text('title'), text('title_link')),
    text('text'),
    fields.join('\n'),
    picture(text('image_url')),
    picture(text('thumb_url'), text('thumb_alt')),
    [picture(text('footer_icon')), text('footer'), momentOf(shown)]
      .filter((s) => s !== '')
      .join(' '),
    listOf(shown, 'actions').map(button).join(' '),
  ].filter((part) => part.trim() !== '')
  const shownBody = body.length === 0 && text('pretext') === '' ? [text('fallback')] : body
  const bar = text('color') === '' ? '' : `(${text('color')})`
  return paragraphs([
    text('pretext'),
    quoted([bar, ...shownBody].filter((s) => s !== '').join('\n')),
  ])
}

function field(shown: Shown): string {
  const [title, value] = [textOf(shown, 'title'), textOf(shown, 'value')]
  return title === '' ? value : `${title}: ${value}`
}

function button(shown: Shown): string {
  const [name, url] = [textOf(shown, 'name'), textOf(shown, 'url')]
  const options = listOf(shown, 'options').map((option) => textOf(option, 'text'))
  const off = shown['disabled'] === true ? ' (off)' : ''
  return `{${name}${options.length > 0 ? `: ${options.join(', ')}` : ''}${off}${url === '' ? '' : ` ${url}`}}`
}

function momentOf(shown: Shown): string {
  const seconds = shown['ts']
  return typeof seconds === 'number' ? new Date(Math.floor(seconds) * 1000).toISOString() : ''
}

function linked(words: string, url: string): string {
  return url === '' ? words : `[${words}](${url})`
}

function picture(url: string, words = ''): string {
  return url === '' ? '' : `![${words}](${url})`
}

function quoted(text: string): string {
  return text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `| ${line}`.trimEnd())
        .join('\n')
}

function paragraphs(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}

function textOf(shown: Shown, name: string): string {
  const value = shown[name]
  return typeof value === 'string' ? value : ''
}

function listOf(shown: Shown, name: string): readonly Shown[] {
  const value = shown[name]
  return isList(value) ? value.filter(isShown) : []
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isShown(value: JsonValue): value is Shown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Members that hold what a sender has to say. Those of fallbacks are shown only in place of others. */
// prettier-ignore
const BEARING = new Set([
  'text', 'pretext', 'title', 'value', 'footer', 'author_name', 'alt_text', 'description', 'label',
  'caption', 'title_link', 'author_link', 'image_url', 'thumb_url', 'url', 'footer_icon',
])

export interface Unseen {
  readonly path: string
  readonly text: string
}

/** The strings under text-bearing members of a payload of which some word is not to be seen. */
export function unseenIn(payload: unknown, seen: string): readonly Unseen[] {
  const words = wordsOf(seen)
  return strings(payload, '')
    .filter(({ path }) => !(path === 'text' && hasBlocks(payload)))
    .filter(({ text }) => !partsOf(text).every((part) => words.includes(wordsOf(part))))
}

// People, channels and commands with a label are shown as that; a link shows both.
function partsOf(text: string): readonly string[] {
  const shown = text.replace(/<[#@!][^<>|]*\|([^<>]*)>/g, ' $1 ')
  return shown.replace(/<([^<>|]*)\|?([^<>]*)>/g, '\0$1\0$2\0').split('\0')
}

/** The words of a text, in lower case. */
export function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`
}

function hasBlocks(payload: unknown): boolean {
  const blocks: unknown = payload instanceof Object ? Reflect.get(payload, 'blocks') : null
  return Array.isArray(blocks) && blocks.length > 0
}

function strings(value: unknown, path: string, name = ''): readonly Unseen[] {
  if (typeof value === 'string') return BEARING.has(name) ? [{ path, text: value }] : []
  if (typeof value === 'number' || typeof value === 'boolean') {
    return name === 'value' ? [{ path, text: String(value) }] : []
  }
  if (Array.isArray(value)) {
    return value.flatMap((element: unknown, index) => strings(element, `${path}[${index}]`, name))
  }
  if (!(value instanceof Object)) return []
  return Object.entries(value).flatMap(([member, inner]) =>
    strings(inner, path === '' ? member : `${path}.${member}`, member),
  )
}
