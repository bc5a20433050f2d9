import { renderText } from './flat.js'
import { renderHtml } from './html.js'
import { element, escapeHtml } from './markup.js'
import type { PostToShow } from './reading.js'

/** A post as `renderHtml` shows it; as plain text where markdown-it is not installed. */
export async function htmlOrText(post: PostToShow): Promise<string> {
  try {
    return await renderHtml(post)
  } catch {
    return element('pre', '', escapeHtml(renderText(post)))
  }
}
