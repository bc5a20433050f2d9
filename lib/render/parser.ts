import type { MarkdownIt, Token } from 'markdown-it'
import { withoutEntities } from '../text/entities.js'
import { addressEnd } from '../text/links.js'

export type { Token }

/** The Markdown of a text, taken apart; null where it is nested too deeply to be. */
export type Parse = (markdown: string) => readonly Token[] | null

const MAX_NESTING = 60
const SCHEME = /(?:https?|ftp)$/i
const LONGEST_SCHEME = 5

let loaded: Promise<Parse> | undefined

/** Loads markdown-it, which is optional: only HTML needs it. */
export function loadParser(): Promise<Parse> {
  return (loaded ??= load())
}

async function load(): Promise<Parse> {
  const Markdown = await importMarkdownIt()
  const markdown = new Markdown({ html: false, linkify: false, maxNesting: MAX_NESTING })
  // Which addresses are linked is decided where HTML is written, so that the others are shown too.
  markdown.validateLink = () => true
  // A definition of a link would disappear from its message.
  markdown.disable('reference')
  addAddresses(markdown)
  return (text) => {
    const tokens = markdown.parse(text, {})
    // What is nested deeper than the limit would be left out.
    return tokens.some(({ level }) => level >= MAX_NESTING - 1) ? null : tokens
  }
}

async function importMarkdownIt(): Promise<typeof MarkdownIt> {
  // Bundlers accept a missing package only in a `try` block.
  try {
    const { default: loaded } = await import('markdown-it')
    return loaded
  } catch (cause) {
    throw new Error('renderHtml needs the package markdown-it: npm install markdown-it', { cause })
  }
}

/** Addresses that are written out become links, and keep what looks like marks in them. */
function addAddresses(markdown: MarkdownIt) {
  markdown.inline.ruler.before('escape', 'address', (state, silent) => {
    const { src, pos } = state
    if (src.charAt(pos) !== ':') return false
    const [scheme = ''] = SCHEME.exec(src.slice(Math.max(0, pos - LONGEST_SCHEME), pos)) ?? []
    const start = pos - scheme.length
    const end = scheme === '' ? start : addressEnd(src.slice(0, state.posMax), start)
    if (end <= pos) return false
    state.pos = end
    if (silent) return true
    const address = withoutEntities(src.slice(start, end))
    state.pending = state.pending.slice(0, state.pending.length - scheme.length)
    if (state.linkLevel > 0) {
      state.pending += address
      return true
    }
    state.push('link_open', 'a', 1).attrs = [['href', address]]
    state.push('text', '', 0).content = address
    state.push('link_close', 'a', -1)
    return true
  })
}
