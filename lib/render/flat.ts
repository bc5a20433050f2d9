import { type Flat, flatten } from '../rules/flat-forms.js'
import { lineBelow } from '../rules/incident-line.js'
import { type PostToShow, readPost } from '../rules/shown-post.js'

/**
 * Everything that a post shows, as plain text for chats that show text as it is: no Markdown
 * syntax, code unchanged, links as `label (address)`, attachments below the message. Never throws;
 * the cost is linear in the length of the post. After 100,000 characters, Markdown is left as it is
 * (docs/rendering.md, Limits). Escape it before you put it into HTML.
 *
 * @example
 * ```ts
 * const author = authorOf(row)
 * show({ name: author?.name ?? row.userName, isBot: author !== null, text: renderText(row) })
 * ```
 */
export function renderText(post: PostToShow): string {
  return rendered(post, 'text')
}

/**
 * Everything that a post shows, as one Markdown document for chats that render Markdown. Treat line
 * ends as line breaks and HTML as text. The renderer decides which addresses it links and which
 * pictures it loads. Tables beyond 2,000 cells of a post are lines of text (docs/rendering.md, Limits).
 * Never throws; the cost is linear in the length of the post.
 */
export function renderMarkdown(post: PostToShow): string {
  return rendered(post, 'markdown')
}

function rendered(post: PostToShow, flat: Flat) {
  const shown = flatten(readPost(post), flat)
  const line = lineBelow(post, flat)
  return shown === '' || line === '' ? shown + line : `${shown}\n\n${line}`
}
