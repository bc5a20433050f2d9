import { withoutTrailing } from '../text/trimming.js'

const REDACTED = '[redacted]'
/** A letter or digit, plain or percent-encoded up to four times. */
const CHARACTER = '(?:[a-z0-9]|%(?:25){0,3}(?:3[0-9]|[46][1-9a-f]|[57][0-9a]))'
const PERCENT = '%(?:25){0,3}'
const KEY = new RegExp(
  `(?:w|${PERCENT}[57]7)(?:h|${PERCENT}[46]8)(?:k|${PERCENT}[46]b)${CHARACTER}{29,61}`,
  'gi',
)
// Keys of other systems have no prefix, so they are recognised by their place in a URL.
const FOREIGN_KEY = `${CHARACTER}{20,64}(?![A-Za-z0-9])`
// 32 bytes are 43 characters of base64.
const BASE64 = /[A-Za-z0-9+/_-]{43,}={0,2}/g
const PLAIN_KEY = /whk[a-z0-9]{29}/

const HOOKS_PATH = '/hooks'

const redactBelowHooks = keyRedactor(HOOKS_PATH)

/**
 * Replaces everything shaped like a hook key with `[redacted]`: raw, percent-encoded or in base64. Keys
 * that were imported from another system are recognised below `hooksPath` only.
 */
export function redactKeys(text: string, hooksPath: string = HOOKS_PATH): string {
  return hooksPath === HOOKS_PATH ? redactBelowHooks(text) : keyRedactor(hooksPath)(text)
}

/** `redactKeys` for many texts. */
export function keyRedactor(hooksPath: string): (text: string) => string {
  // A proxy may have put something before the path, or taken it away, so its last part decides.
  const last = withoutTrailing(hooksPath, '/').split('/').at(-1) ?? ''
  const keyInPath = new RegExp(`(/(?:hooks|${escaped(last)})/)${FOREIGN_KEY}`, 'gi')
  return (text) =>
    unescaped(text)
      .replace(KEY, REDACTED)
      .replace(keyInPath, `$1${REDACTED}`)
      .replace(BASE64, (run) => (hidesKey(run) ? REDACTED : run))
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

// JSON may write letters and digits as escapes.
function unescaped(text: string): string {
  return text.replace(/\\u00([3-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
}

function hidesKey(run: string): boolean {
  // Characters before the base64 text may belong to its alphabet, so all four offsets are tried.
  return [0, 1, 2, 3].some((start) =>
    PLAIN_KEY.test(Buffer.from(run.slice(start), 'base64').toString('latin1')),
  )
}
