import { plainAsMarkdown, plainWithin, minuteOf } from '../rules/flat-forms.js'
import { lineBelow } from '../rules/incident-line.js'
import { PostAllowance } from '../rules/post-allowance.js'
import {
  type Linked,
  type PostToShow,
  readPost,
  type ShownAttachment,
  type ShownField,
} from '../rules/shown-post.js'
import { withoutEntities } from '../text/entities.js'
import { renderText } from './flat.js'
import { element, escapeHtml, escapeLines, type HtmlOptions, linkTo, picture } from './markup.js'
import { loadParser, type Parse } from './parser.js'
import { elementsOf, htmlOf } from './tokens.js'

export type { HtmlOptions } from './markup.js'

const HEX_COLOR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
const NAMED_COLOR = /^(?:good|warning|danger)$/

/**
 * Everything that a post shows, as HTML (docs/rendering.md lists its elements and classes). Safe
 * whatever the post contains: only listed elements and attributes, and links to `http:`, `https:`
 * and `mailto:`. Texts that are too large, or make too many elements, are shown as `renderText` shows
 * them (docs/rendering.md, Limits). Rejects if the package markdown-it is not installed, and never because
 * of a post.
 *
 * @example
 * ```ts
 * const html = await renderHtml(row, { pictures: 'load' })
 * ```
 */
export async function renderHtml(post: PostToShow, options: HtmlOptions = {}): Promise<string> {
  const { message, isPlain, attachments } = readPost(post)
  const writer = new Writer(await loadParser(), options)
  const written = isPlain ? writer.plain(message) : writer.markdown(message)
  const shown = attachments.map((each) => writer.attachment(each)).join('')
  const history = element('p', 'eiw-incident', escapeHtml(lineBelow(post, 'text')))
  return written + shown + history + element('p', 'eiw-note', writer.allowance.note())
}

class Writer {
  readonly #parse: Parse
  readonly #options: HtmlOptions
  readonly allowance = new PostAllowance()

  constructor(parse: Parse, options: HtmlOptions) {
    this.#parse = parse
    this.#options = options
  }

  markdown(text: string): string {
    if (text.trim() === '') return ''
    const markdown = this.allowance.markdown(text)
    const formatted = this.#formatted(markdown)
    return formatted ?? this.#lines(plainWithin(text, this.allowance))
  }

  /** Plain text, with its addresses as links. */
  plain(text: string): string {
    if (text.trim() === '') return ''
    const markdown = this.allowance.reads(text) ? plainAsMarkdown(text) : null
    return this.#formatted(markdown) ?? this.#lines(text)
  }

  /** A text as it is. Where there are too many lines, its line ends make no elements. */
  #lines(text: string, name = '') {
    const count = text.split('\n').length
    return this.allowance.lines(count)
      ? element('p', name, escapeLines(text))
      : element('pre', name, escapeHtml(text))
  }

  /** Null where a text makes too many elements, or is nested too deeply. */
  #formatted(markdown: string | null) {
    if (markdown === null) return null
    const tokens = this.#parse(markdown)
    const isBounded = this.allowance.elements(tokens === null ? Infinity : elementsOf(tokens))
    return tokens !== null && isBounded ? htmlOf(tokens, this.#options) : null
  }

  attachment(shown: ShownAttachment): string {
    const pretext = element('div', 'eiw-pretext', this.markdown(shown.pretext))
    // As a link, a picture is named by its address: the title leads elsewhere.
    const imageWords = this.#options.pictures === 'load' ? shown.title.words : ''
    const body = [
      element('p', 'eiw-author', this.#icon(shown.authorIcon) + linked(shown.author)),
      element('p', 'eiw-title', element('strong', '', linked(shown.title))),
      element('div', 'eiw-text', this.markdown(shown.text)),
      element('dl', 'eiw-fields', shown.fields.map((field) => this.#field(field)).join('')),
      this.#picture(imageWords, shown.imageUrl, 'eiw-image'),
      this.#picture(shown.thumbAlt, shown.thumbUrl, 'eiw-thumb'),
      element('div', 'eiw-footer', this.#footer(shown)),
      element('p', 'eiw-actions', actionsOf(shown)),
      shown.fallback && this.#lines(withoutEntities(shown.fallback), 'eiw-text'),
    ].join('')
    return pretext + (body === '' ? '' : `<blockquote${barOf(shown)}>${body}</blockquote>`)
  }

  #field({ title, value, short }: ShownField) {
    const name = element('dt', '', escapeHtml(withoutEntities(title)))
    const content = element('dd', '', this.markdown(value))
    return element('div', short ? 'eiw-field eiw-short' : 'eiw-field', name + content)
  }

  #footer({ footer, footerIcon, time }: ShownAttachment) {
    const moment = time === '' ? '' : `<time datetime="${time}">${minuteOf(time)}</time>`
    return this.#icon(footerIcon) + this.markdown(footer) + moment
  }

  #picture(words: string, address: string, name: string) {
    if (address === '') return ''
    return element('p', '', picture(withoutEntities(words), address, this.#options, name))
  }

  // A link to a picture as small as a letter says nothing.
  #icon(address: string) {
    const { pictures } = this.#options
    return pictures === 'load' && address !== ''
      ? picture('', address, this.#options, 'eiw-icon')
      : ''
  }
}

function linked({ words, address }: Linked) {
  return linkTo(withoutEntities(words), address)
}

function actionsOf({ actions }: ShownAttachment) {
  return actions
    .map(({ label, address }) =>
      address === ''
        ? element('span', 'eiw-button', escapeHtml(withoutEntities(label)))
        : linkTo(withoutEntities(label), address, 'eiw-button'),
    )
    .join(' ')
}

/** The attributes of the bar beside an attachment; the colour comes from outside. */
function barOf({ color }: ShownAttachment) {
  if (HEX_COLOR.test(color)) return ` class="eiw-attachment" style="--eiw-color:${color}"`
  return ` class="eiw-attachment${NAMED_COLOR.test(color) ? ` eiw-${color}` : ''}"`
}

/** A post as `renderHtml` shows it; as plain text where markdown-it is not installed. */
export async function htmlOrText(post: PostToShow): Promise<string> {
  try {
    return await renderHtml(post)
  } catch {
    return element('pre', '', escapeHtml(renderText(post)))
  }
}
