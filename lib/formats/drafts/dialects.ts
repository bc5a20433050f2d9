import { withoutEntities } from '../../text/entities.js'
import { scanMarkup } from '../../text/markup.js'
import { mrkdwnToMarkdown } from '../../text/mrkdwn.js'
import { alike, entryOf, type Table } from '../json-members.js'
import {
  bold,
  code,
  fence,
  inlineMarkdown,
  italic,
  link,
  markdown,
  paragraph,
  type Piece,
  prose,
  quote,
  strike,
  type Text,
} from './pieces.js'

const NOBODY = /(?!)/

/** Slack's dialect, which Google Chat uses too: `*bold*`, `~struck~`, `<url|label>`. */
export function mrkdwn(text: string): Piece {
  const { nodes } = scanMarkup(text, { userIdPattern: NOBODY, names: false })
  return markdown(
    mrkdwnToMarkdown(nodes)
      .map((node) => node.text)
      .join(''),
  )
}

const TAG = /<(\/?)([a-z][a-z\d]{0,9})(?=[\s/>])([^<>]{0,2100})>/gi
const HREF = /\bhref\s*=\s*["']?([^"'\s>]{1,2048})/i
const SRC = /\bsrc\s*=\s*["']?([^"'\s>]{1,2048})/i
const ALT = /\balt\s*=\s*(?:"([^"]{1,300})"|'([^']{1,300})')/i

type Make = (text: readonly Text[], attributes: string) => Text

const styled =
  (style: (...text: readonly Text[]) => Piece): Make =>
  (text) =>
    style(text)

const HIDDEN = alike<Make>('script style', () => '')

/** Tags around a text, and what they make of it. */
const AROUND: Table<Make> = {
  ...alike('b strong', styled(bold)),
  ...alike('i em', styled(italic)),
  ...alike('s del strike', styled(strike)),
  ...alike<Make>('h1 h2 h3 h4 h5 h6', (text) => ['\n', bold(text), '\n']),
  ...alike<Make>('u font span small sub sup', (text) => text),
  ...HIDDEN,
  a: (text, rest) => link(addressIn(HREF, rest), charactersOf(text)),
  blockquote: quote,
  code: (text) => code(charactersOf(text)),
  pre: (text) => fence(charactersOf(text).replace(/^\n/, '')),
}

/** Tags that stand for characters, where they open and where they close. */
const BETWEEN: Table<readonly [open: string, close: string]> = {
  ...alike('br p div table', ['\n', '\n']),
  ...alike('hr tr', ['\n', '']),
  ...alike('ul ol', ['', '\n']),
  li: ['\n• ', ''],
  ...alike('thead tbody', ['', '']),
  ...alike('th td', ['', ' ']),
}

interface Open {
  readonly tag: string
  readonly rest: string
  readonly text: Text[]
}

/** Tags in tags that count. Pieces are written by functions that call themselves. */
const MAX_OPEN = 20

/** The few tags that cards may have. Everything else between `<` and `>` is text. */
export function htmlText(html: string, words: (text: string) => Text = plainWords): Text {
  const root: Open = { tag: '', rest: '', text: [] }
  const stack: Open[] = [root]
  const top = (): Open => stack.at(-1) ?? root
  let end = 0
  for (const match of html.matchAll(TAG)) {
    const [whole, closing, name = '', rest = ''] = match
    const tag = name.toLowerCase()
    const between = entryOf(BETWEEN, tag)
    if (!between && tag !== 'img' && entryOf(AROUND, tag) === undefined) continue
    if (match.index > end) top().text.push(words(html.slice(end, match.index)))
    end = match.index + whole.length
    if (between) top().text.push(between[closing ? 1 : 0])
    else if (tag === 'img') top().text.push(picture(rest))
    else if (!closing) {
      if (stack.length <= MAX_OPEN) stack.push({ tag, rest, text: [] })
    } else if (stack.some((open) => open.tag === tag)) {
      while (top().tag !== tag) close(stack, root)
      close(stack, root)
    }
  }
  if (end < html.length) top().text.push(words(html.slice(end)))
  while (stack.length > 1) close(stack, root, HIDDEN)
  return root.text
}

function plainWords(text: string): Text {
  return prose(withoutEntities(text), Infinity)
}

/** `unclosed`: tags that hide nothing where their end is missing. */
function close(stack: Open[], root: Open, unclosed: Table<Make> = {}): void {
  const { tag, rest, text } = stack.pop() ?? root
  const into = (stack.at(-1) ?? root).text
  const make = entryOf(unclosed, tag) ? undefined : entryOf(AROUND, tag)
  into.push(make?.(text, rest) ?? text)
}

function picture(rest: string): Text {
  const [, double, single = ''] = ALT.exec(rest) ?? []
  return link(addressIn(SRC, rest), withoutEntities(double ?? single) || 'Picture')
}

function addressIn(attribute: RegExp, rest: string): string {
  return withoutEntities(attribute.exec(rest)?.[1] ?? '')
}

const ENTITY = /(&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});)/gi

/** HTML in which texts are Markdown. What an entity stands for is no mark. */
export function htmlMarkdown(html: string): Text {
  const text = htmlText(html, (words) =>
    words.split(ENTITY).map((part) => {
      const character = part.startsWith('&') ? withoutEntities(part) : part
      return character === part ? inlineMarkdown(part) : character
    }),
  )
  return /[<&]/.test(html) ? paragraph(text) : markdown(html)
}

/** What readers see of HTML. */
export function seenHtml(html: string): string {
  return charactersOf(htmlText(html))
}

/** What readers see of a text, without its marks. */
export function charactersOf(text: Text): string {
  if (typeof text === 'string') return text
  if (!('kind' in text)) return text.map(charactersOf).join('')
  switch (text.kind) {
    case 'link':
      return text.label || text.url
    case 'fence':
      return `\n${text.code}\n`
    case 'quote':
      return `\n${charactersOf(text.text)}\n`
    case 'lines':
    case 'list':
    case 'table':
      return ''
    default:
      return charactersOf(text.text)
  }
}
