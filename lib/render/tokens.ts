import { wordsOfInfo } from '../text/info-strings.js'
import { ICON_TITLE } from '../text/links.js'
import { escapeHtml, type HtmlOptions, openLink, picture } from './markup.js'
import type { Token } from './parser.js'

const TAGS = new Set('p ul ol li blockquote table thead tbody tr th td strong em s'.split(' '))
const UNCOUNTED = new Set(['text', 'softbreak', 'hardbreak'])

/** How many elements HTML of these tokens has, without the line breaks, which cost little. */
export function elementsOf(tokens: readonly Token[]): number {
  return tokens.reduce((count, token) => count + elementsOfOne(token), 0)
}

function elementsOfOne({ type, nesting, children }: Token) {
  if (type === 'inline') return elementsOf(children ?? [])
  return nesting === -1 || UNCOUNTED.has(type) ? 0 : 1
}

/** HTML of tokens: only elements and attributes that are written here, whatever the tokens hold. */
export function htmlOf(tokens: readonly Token[], options: HtmlOptions): string {
  return new Writer(options).write(tokens)
}

class Writer {
  readonly #options: HtmlOptions
  /** What ends each link that is open. */
  readonly #linkEnds: string[] = []

  constructor(options: HtmlOptions) {
    this.#options = options
  }

  write(tokens: readonly Token[]): string {
    return tokens.map((token) => this.#one(token)).join('')
  }

  #one(token: Token) {
    if (token.hidden) return ''
    if (token.nesting === 0) return this.#leaf(token)
    if (token.type === 'link_open') return this.#openLink(token)
    if (token.type === 'link_close') return this.#linkEnds.pop() ?? ''
    // One level for all headings, or a message could break the outline of the page.
    if (token.type === 'heading_open') return `<h3 class="eiw-h${levelOf(token)}">`
    if (token.type === 'heading_close') return '</h3>'
    if (!TAGS.has(token.tag)) return ''
    return token.nesting === 1 ? `<${token.tag}${attributesOf(token)}>` : `</${token.tag}>`
  }

  #leaf(token: Token) {
    switch (token.type) {
      case 'inline':
        return this.write(token.children ?? [])
      case 'softbreak':
      case 'hardbreak':
        return '<br>'
      case 'hr':
        return '<hr>'
      case 'code_inline':
        return `<code>${escapeHtml(token.content)}</code>`
      case 'fence':
      case 'code_block': {
        const words = wordsOfInfo(token.info)
        return `<pre><code>${escapeHtml(words && `${words}\n`)}${escapeHtml(token.content)}</code></pre>`
      }
      case 'image':
        return this.#picture(token)
      default:
        return escapeHtml(token.content)
    }
  }

  #openLink(token: Token) {
    const address = attribute(token, 'href')
    const open = openLink(address)
    const isLabel = token.markup === 'autolink'
    this.#linkEnds.push(open !== null ? '</a>' : isLabel ? '' : ` (${escapeHtml(address)})`)
    return open ?? ''
  }

  // A link holds no other link.
  #picture(token: Token) {
    const [words, address] = [wordsOf(token.children ?? []), attribute(token, 'src')]
    const inLink = this.#linkEnds.includes('</a>')
    if (inLink && this.#options.pictures !== 'load') return escapeHtml(words || address)
    const isIcon = attribute(token, 'title') === ICON_TITLE
    return picture(words, address, this.#options, isIcon ? 'eiw-icon' : 'eiw-image')
  }
}

function attributesOf(token: Token) {
  if (token.type === 'ordered_list_open') {
    const start = Number(attribute(token, 'start') || 1)
    return Number.isSafeInteger(start) && start !== 1 ? ` start="${start}"` : ''
  }
  const side = /^text-align:(center|right)$/.exec(attribute(token, 'style'))?.[1]
  return side === undefined ? '' : ` class="eiw-${side}"`
}

function levelOf({ tag }: Token) {
  return /^h[1-6]$/.test(tag) ? tag.slice(1) : '6'
}

function attribute(token: Token, name: string) {
  return String(token.attrGet(name) ?? '')
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : children ? wordsOf(children) : content,
    )
    .join('')
    .trim()
}
