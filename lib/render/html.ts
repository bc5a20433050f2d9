import { MAX_POST_LENGTH } from '../model/limits.js'
import { plainAsMarkdown } from '../rules/flat-forms.js'
import { minuteOf } from '../rules/flatten.js'
import {
  type Linked,
  type PostToShow,
  readPost,
  type ShownAttachment,
  type ShownField,
} from '../rules/shown-post.js'
import { countCodePoints } from '../text/code-points.js'
import { withoutEntities } from '../text/entities.js'
import { plainText } from '../text/plain-text.js'
import { element, escapeHtml, escapeLines, type HtmlOptions, linkTo, picture } from './markup.js'
import { loadParser, type Parse } from './parser.js'
import { htmlOf } from './tokens.js'

export type { HtmlOptions } from './markup.js'

/** Characters of one post that are read as Markdown: a whole message, and as much in attachments. */
const MAX_MARKDOWN = 2 * MAX_POST_LENGTH
/** Texts of one post that are read as Markdown: even a short one takes 0.1 ms. */
const MAX_TEXTS = 500
const HEX_COLOR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
const NAMED_COLOR = /^(?:good|warning|danger)$/

/**
 * Everything that a post shows, as HTML (docs/rendering.md lists its elements and classes). Safe
 * whatever the post contains: only listed elements and attributes, and links to `http:`, `https:`
 * and `mailto:`. A text of more than 16,383 characters, and everything after the first 32,766
 * characters or 500 texts of a post, is shown as `renderText` shows it. Rejects if the package
 * markdown-it is not installed, and never because of a post.
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
  return written + attachments.map((each) => writer.attachment(each)).join('')
}

class Writer {
  readonly #parse: Parse
  readonly #options: HtmlOptions
  /** Characters that may yet be read as Markdown. */
  #left = MAX_MARKDOWN
  #texts = MAX_TEXTS

  constructor(parse: Parse, options: HtmlOptions) {
    this.#parse = parse
    this.#options = options
  }

  markdown(text: string): string {
    if (text.trim() === '') return ''
    const length = countCodePoints(text)
    const most = this.#texts > 0 ? Math.min(MAX_POST_LENGTH, this.#left) : 0
    const tokens = length <= most ? this.#parse(text) : null
    if (tokens === null) return element('p', '', escapeLines(plainText(text)))
    this.#left -= length
    this.#texts -= 1
    return htmlOf(tokens, this.#options)
  }

  /** Plain text, with its addresses as links. */
  plain(text: string): string {
    return this.markdown(plainAsMarkdown(text))
  }

  attachment(shown: ShownAttachment): string {
    const pretext = element('div', 'eiw-pretext', this.markdown(shown.pretext))
    const body = [
      element('p', 'eiw-author', this.#author(shown)),
      element('p', 'eiw-title', element('strong', '', linked(shown.title))),
      element('div', 'eiw-text', this.markdown(shown.text)),
      element('dl', 'eiw-fields', shown.fields.map((field) => this.#field(field)).join('')),
      this.#picture(this.#imageWords(shown), shown.imageUrl, 'eiw-image'),
      this.#picture(shown.thumbAlt, shown.thumbUrl, 'eiw-thumb'),
      element('div', 'eiw-footer', this.#footer(shown)),
      element('p', 'eiw-actions', actionsOf(shown)),
      element('p', 'eiw-text', escapeLines(withoutEntities(shown.fallback))),
    ].join('')
    return pretext + (body === '' ? '' : `<blockquote${barOf(shown)}>${body}</blockquote>`)
  }

  #author({ author, authorIcon }: ShownAttachment): string {
    return this.#icon(authorIcon) + linked(author)
  }

  #field({ title, value, short }: ShownField): string {
    const name = element('dt', '', escapeHtml(withoutEntities(title)))
    const content = element('dd', '', this.markdown(value))
    return element('div', short ? 'eiw-field eiw-short' : 'eiw-field', name + content)
  }

  #footer({ footer, footerIcon, time }: ShownAttachment): string {
    const moment = time === '' ? '' : `<time datetime="${time}">${minuteOf(time)}</time>`
    return this.#icon(footerIcon) + this.markdown(footer) + moment
  }

  // As a link it is named by its address: the title leads elsewhere.
  #imageWords({ title }: ShownAttachment): string {
    return this.#options.pictures === 'load' ? title.words : ''
  }

  #picture(words: string, address: string, name: string): string {
    if (address === '') return ''
    return element('p', '', picture(withoutEntities(words), address, this.#options, name))
  }

  // A link to a picture as small as a letter says nothing.
  #icon(address: string): string {
    const { pictures } = this.#options
    return pictures === 'load' && address !== ''
      ? picture('', address, this.#options, 'eiw-icon')
      : ''
  }
}

function linked({ words, address }: Linked): string {
  return linkTo(withoutEntities(words), address)
}

function actionsOf({ actions }: ShownAttachment): string {
  return actions
    .map(({ label, address }) =>
      address === ''
        ? element('span', 'eiw-button', escapeHtml(withoutEntities(label)))
        : linkTo(withoutEntities(label), address, 'eiw-button'),
    )
    .join(' ')
}

/** The attributes of the bar beside an attachment; the colour comes from outside. */
function barOf({ color }: ShownAttachment): string {
  if (HEX_COLOR.test(color)) return ` class="eiw-attachment" style="--eiw-color:${color}"`
  return ` class="eiw-attachment${NAMED_COLOR.test(color) ? ` eiw-${color}` : ''}"`
}
