import { afterSpaces } from './ends.js'

const BACKSLASH = '\\'
/** Bounds on a scan that can fail: without them `](x (](x (…` takes quadratic time. */
const MAX_NESTED = 32
const MAX_TITLE = 300

interface LinkTarget {
  /** As written: escapes and entities are still in it. */
  readonly address: string
  readonly end: number
}

/** What `(…)` behind the label of a link leads to, as CommonMark reads it; null if it is no target. */
export function targetAt(text: string, start: number): LinkTarget | null {
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

function bareEnd(text: string, from: number): number {
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
function titleEnd(text: string, from: number): number {
  const quote = text.charAt(from)
  if (quote !== '"' && quote !== "'" && quote !== '(') return from
  const most = Math.min(text.length, from + MAX_TITLE)
  const end = behind(quote === '(' ? ')' : quote, '\n', text.slice(from + 1, most), 0)
  return end === -1 ? from : from + 1 + end
}

/** Behind the next `closing` without a backslash; -1 if the text ends first, or one of `others` comes. */
function behind(closing: string, others: string, text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const c = text.charAt(at)
    if (c === closing) return at + 1
    if (others.includes(c)) return -1
    if (c === BACKSLASH) at += 1
  }
  return -1
}
