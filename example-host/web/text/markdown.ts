import MarkdownIt, { type Token } from 'markdown-it'
import { isSafeHref, withoutDirection } from './links.js'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 60 })
markdown.validateLink = isSafeHref
// Decoded, the address of another host could look like the one that is meant.
markdown.normalizeLinkText = withoutDirection
// `README.md` and `build.sh` are names of files here, not of hosts.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false }).add('//', null)

/** The Markdown of a message, taken apart. */
export function tokensOf(message: string): readonly Token[] {
  return markdown.parse(message, {})
}

export type { Token }
