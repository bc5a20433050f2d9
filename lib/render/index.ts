import { type Flat, flatten } from '../rules/flatten.js'
import { type PostToShow, readPost } from '../rules/shown-post.js'

export { type HtmlOptions, renderHtml } from './html.js'
export { authorOf, type PostAuthor } from '../rules/post-author.js'
export type { PostToShow } from '../rules/shown-post.js'
export type * from '../model/webhook-props.js'

/**
 * All that a post shows, as plain text for chats that show text as it is: no marks of Markdown, code
 * as it is, links as `label (address)`, attachments below the message. Never throws; the cost is
 * linear in the length of the post. Never put it into HTML without escaping it.
 */
export function renderText(post: PostToShow): string {
  return rendered(post, 'text')
}

/**
 * All that a post shows, as one document of Markdown for chats that render it: line ends are breaks,
 * and no HTML is meant. The renderer decides which addresses it links and which pictures it loads.
 * Never throws; the cost is linear in the length of the post.
 */
export function renderMarkdown(post: PostToShow): string {
  return rendered(post, 'markdown')
}

function rendered(post: PostToShow, flat: Flat): string {
  return flatten(readPost(post), flat)
}
