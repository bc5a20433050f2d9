import { isHtmlLink, isWebUrl } from '../text/links.js'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Options of `renderHtml`. */
export interface HtmlOptions {
  /**
   * `link` (default): pictures are links. `load`: those with an http or https address become `<img>`,
   * which tells their server who reads the message, and when.
   */
  readonly pictures?: 'link' | 'load'
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)
}

/** Text whose line ends are shown. */
export function escapeLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}

/** The tag that opens a link; null where HTML may not lead there. */
export function openLink(address: string, name = ''): string | null {
  if (!isHtmlLink(address)) return null
  const target = isWebUrl(address) ? ' target="_blank"' : ''
  return `<a${classOf(name)} href="${escapeHtml(address)}"${target} rel="noopener noreferrer nofollow">`
}

/** Words that lead to an address; as text where HTML may not lead there. Either may be `''`. */
export function linkTo(words: string, address: string, name = ''): string {
  const shown = escapeHtml(words || address)
  const open = address === '' ? null : openLink(address, name)
  if (open !== null) return `${open}${shown}</a>`
  return words === '' || address === '' ? shown : `${shown} (${escapeHtml(address)})`
}

export function picture(
  words: string,
  address: string,
  { pictures = 'link' }: HtmlOptions,
  name = 'eiw-image',
): string {
  if (pictures !== 'load' || !isWebUrl(address)) return linkTo(words, address, name)
  const source = `src="${escapeHtml(address)}" alt="${escapeHtml(words)}"`
  return `<img${classOf(name)} ${source} loading="lazy" referrerpolicy="no-referrer">`
}

/** An element around HTML; `''` where there is none. */
export function element(tag: string, name: string, html: string): string {
  return html === '' ? '' : `<${tag}${classOf(name)}>${html}</${tag}>`
}

function classOf(name: string) {
  return name === '' ? '' : ` class="${name}"`
}
