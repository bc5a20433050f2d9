import MarkdownIt, { type Token } from 'markdown-it'
import { isSafeHref, withoutDirection } from './links.js'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 60 })
markdown.validateLink = isSafeHref
// Not decoded, because a decoded URL could look like another host.
markdown.normalizeLinkText = withoutDirection
// `README.md` and `build.sh` are file names, not hosts.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false }).add('//', null)

/** Parses the Markdown of a message. */
export function tokensOf(message: string): readonly Token[] {
  return markdown.parse(message, {})
}

export type { Token }
