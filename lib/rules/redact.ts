import { hooksPathOf } from './hooks-path.js'

const REDACTED = '[redacted]'
/** A percent sign, itself percent-encoded up to three times. */
const PERCENT = '%(?:25){0,3}'
/** A letter or digit, plain or percent-encoded. */
const CHARACTER = `(?:[a-z0-9]|${PERCENT}(?:3[0-9]|[46][1-9a-f]|[57][0-9a]))`
const KEY = new RegExp(
  `(?:w|${PERCENT}[57]7)(?:h|${PERCENT}[46]8)(?:k|${PERCENT}[46]b)${CHARACTER}{29,61}`,
  'gi',
)
const SLASH = `(?:/|${PERCENT}2f)`
// JSON may write a slash with a backslash before it, also when it holds JSON itself.
const BACKSLASHES = `(?:\\\\|${PERCENT}5c){0,7}`
// Keys of other systems have no prefix, so they are recognised by their place in a URL.
const FOREIGN_KEY = `${CHARACTER}{20,64}(?![A-Za-z0-9])`
// 32 bytes are 43 characters of base64.
const BASE64 = /[A-Za-z0-9+/_-]{43,}={0,2}/g
const PLAIN_KEY = /whk[a-z0-9]{29}/

const HOOKS_PATH = '/hooks'

const redactBelowHooks = keyRedactor(HOOKS_PATH)

/**
 * Replaces everything shaped like a hook key with `[redacted]`: raw, percent-encoded or in base64. Keys
 * that were imported from another system are recognised below `hooksPath` only, whether the address
 * is raw, percent-encoded or escaped in JSON. Throws a `TypeError` for a `hooksPath` that the options
 * do not accept, such as `/`.
 */
export function redactKeys(text: string, hooksPath: string = HOOKS_PATH): string {
  return hooksPath === HOOKS_PATH ? redactBelowHooks(text) : keyRedactor(hooksPath)(text)
}

/** `redactKeys` for many texts. */
export function keyRedactor(hooksPath: string): (text: string) => string {
  // A proxy may have put something before the path, or taken it away, so its last part decides.
  const last = hooksPathOf(hooksPath).split('/').at(-1) ?? ''
  const name = `(?:hooks|${encodable(last)})`
  const keyInPath = new RegExp(`(${SLASH}${name}${BACKSLASHES}${SLASH})${FOREIGN_KEY}`, 'gi')
  return (text) =>
    unescaped(text)
      .replace(KEY, REDACTED)
      .replace(keyInPath, `$1${REDACTED}`)
      .replace(BASE64, (run) => (hidesKey(run) ? REDACTED : run))
}

/** Matches a part of a path, plain or percent-encoded once more. Letters and digits are never encoded. */
function encodable(part: string): string {
  return part.replace(/[^A-Za-z0-9]/g, (c) => {
    if (c === '%') return PERCENT
    const hex = c.charCodeAt(0).toString(16)
    return `(?:\\x${hex}|${PERCENT}${hex})`
  })
}

// JSON may write letters, digits and slashes as escapes.
function unescaped(text: string): string {
  return text.replace(/\\u00(2f|[3-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
}

function hidesKey(run: string): boolean {
  // Characters before the base64 text may belong to its alphabet, so all four offsets are tried.
  return [0, 1, 2, 3].some((start) =>
    PLAIN_KEY.test(Buffer.from(run.slice(start), 'base64').toString('latin1')),
  )
}
