import { afterSpaces, endOf, endWithout } from './ends.js'
import { onOneLine } from './one-line.js'

/** The title of a Markdown picture that is as small as a letter. */
export const ICON_TITLE = 'icon'

const FORBIDDEN = new Set(['javascript', 'data', 'vbscript', 'blob', 'file'])
const OPAQUE = new Set(['mailto', 'tel', 'sms'])
const WEB = new Set(['http', 'https'])
/** Browsers remove some of these from a URL, which may then lead elsewhere. */
const SPACE_OR_CONTROL = /[\s\p{Cc}]/u

/**
 * Whether markup may link to this (docs/contract.md, Markup): letters and `://`, or `mailto:`, `tel:`,
 * `sms:`, or, in a labelled link, a path of the host.
 */
export function isLinkTarget(target: string, labelled: boolean): boolean {
  if (SPACE_OR_CONTROL.test(target)) return false
  if (labelled && isOwnPath(target)) return true
  const colon = target.indexOf(':')
  if (colon < 1) return false
  const scheme = target.slice(0, colon).toLowerCase()
  if (!/^[a-z]+$/.test(scheme) || FORBIDDEN.has(scheme)) return false
  return OPAQUE.has(scheme) || target.startsWith('://', colon)
}

/**
 * Whether a URL in an attachment may be kept. Without a scheme it is harmless, because pages do not
 * open it.
 */
export function isSafeUrl(url: string): boolean {
  if (SPACE_OR_CONTROL.test(url)) return false
  return schemeOf(url) === '' || isLinkTarget(url, true)
}

/** Whether HTML may link to this: an absolute http or https URL, or a mail address. */
export function isHtmlLink(url: string): boolean {
  if (SPACE_OR_CONTROL.test(url)) return false
  return schemeOf(url) === 'mailto' || isWebUrl(url)
}

/** Whether pages may load a picture from this URL. */
export function isPictureUrl(url: string): boolean {
  return !SPACE_OR_CONTROL.test(url) && (WEB.has(schemeOf(url)) || isOwnPath(url))
}

/** Whether a URL is a complete web address. */
export function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && !SPACE_OR_CONTROL.test(url) && URL.canParse(url)
}

/** Whether a button may call this URL: an absolute http or https URL without credentials. */
export function isIntegrationUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return WEB.has(protocol.slice(0, -1)) && username === '' && password === ''
}

/** `[label](target)`, escaped so that neither part can end the link early or begin another one. */
export function markdownLink(target: string, label: string): string {
  return linkAround(target, escapeLabel(label))
}

/** The same for a label that is already Markdown with escaped brackets. */
export function linkAround(target: string, label: string): string {
  return `[${label}](${escapeTarget(target)})`
}

/** The text before a link: `![label](url)` would be a picture that every reader's browser loads. */
export function beforeLink(text: string, link: string): string {
  if (!text.endsWith('!') || !link.startsWith('[')) return text
  let slashes = text.length - 1
  while (text.charAt(slashes - 1) === '\\') slashes -= 1
  const isEscaped = (text.length - 1 - slashes) % 2 === 1
  return isEscaped ? text : `${text.slice(0, -1)}\\!`
}

// Browsers read a backslash as a slash, and two slashes as another host.
function isOwnPath(target: string) {
  return /^\/(?![/\\])[^\\]*$/.test(target)
}

function schemeOf(url: string) {
  const colon = url.indexOf(':')
  const scheme = colon === -1 ? '' : url.slice(0, colon).toLowerCase()
  return /^[a-z][a-z0-9+.-]*$/.test(scheme) ? scheme : ''
}

function escapeLabel(label: string) {
  return onOneLine(label).replace(/[\\[\]`]/g, '\\$&')
}

function escapeTarget(target: string) {
  const escaped = target.replace(/[\\`<>]/g, percentEncoded)
  return parenthesesBalance(escaped) ? escaped : escaped.replace(/[()]/g, percentEncoded)
}

/** Also of parentheses, which `encodeURIComponent` keeps. */
function percentEncoded(ascii: string) {
  return `%${ascii.charCodeAt(0).toString(16).toUpperCase()}`
}

function parenthesesBalance(target: string) {
  let open = 0
  for (const c of target) {
    if (c === '(') open += 1
    else if (c === ')') open -= 1
    // CommonMark allows 32 levels.
    if (open < 0 || open > 32) return false
  }
  return open === 0
}

const BACKSLASH = '\\'
/** Bounds on a scan that can fail: without them `](x (](x (…` takes quadratic time. */
const MAX_NESTED = 32
const MAX_TITLE = 300

/**
 * What `(…)` behind the label of a link leads to, as CommonMark reads it; null if it is no target. The
 * address is as written: escapes and entities are still in it.
 */
export function targetAt(text: string, start: number) {
  if (text.charAt(start) !== '(') return null
  const from = afterSpaces(text, start + 1)
  const angle = text.charAt(from) === '<'
  const end = angle ? behind('>', '<\n', text, from + 1) : bareEnd(text, from)
  if (end === -1) return null
  const address = angle ? text.slice(from + 1, end - 1) : text.slice(from, end)
  const space = afterSpaces(text, end)
  const title = space > end ? titleEnd(text, space) : space
  const last = afterSpaces(text, title)
  return text.charAt(last) === ')' ? { address, end: last + 1 } : null
}

function bareEnd(text: string, from: number) {
  let nested = 0
  let at = from
  for (; at < text.length; at += 1) {
    const c = text.charAt(at)
    if (c <= ' ') break
    if (c === BACKSLASH) at += 1
    else if (c === '(' && ++nested > MAX_NESTED) return -1
    else if (c === ')' && --nested < 0) break
  }
  return nested > 0 ? -1 : Math.min(at, text.length)
}

/** Behind the title that begins here; `from` if none does. */
function titleEnd(text: string, from: number) {
  const quote = text.charAt(from)
  if (quote !== '"' && quote !== "'" && quote !== '(') return from
  const most = Math.min(text.length, from + MAX_TITLE)
  const end = behind(quote === '(' ? ')' : quote, '\n', text.slice(from + 1, most), 0)
  return end === -1 ? from : from + 1 + end
}

/** Behind the next `closing` without a backslash; -1 if the text ends first, or one of `others` comes. */
function behind(closing: string, others: string, text: string, from: number) {
  for (let at = from; at < text.length; at += 1) {
    const c = text.charAt(at)
    if (c === closing) return at + 1
    if (others.includes(c)) return -1
    if (c === BACKSLASH) at += 1
  }
  return -1
}

const ADDRESS = /(?:https?|ftp):\/\/[^\s<>()[\]\\`]+/iuy
/** What ends a sentence or a style rather than an address. */
const TRAILING = '*_~.,:;!?"\''

/** The end of the address that is written out here; `at` if there is none. */
export function addressEnd(text: string, at: number): number {
  if (/\w/.test(text.charAt(at - 1))) return at
  const end = endOf(ADDRESS, text, at)
  return end === -1 ? at : endWithout(text, end, TRAILING)
}
