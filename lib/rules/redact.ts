import { HOOKS_PATH, hooksPathOf } from './site-url.js'

const REDACTED = '[redacted]'
/** A percent sign, itself percent-encoded up to three times. */
const PERCENT = '%(?:25){0,3}'
/** What comes before the two hexadecimal digits of a character: in a URL, or in JSON within JSON. */
const CODED = `(?:${PERCENT}|(?<!\\\\)\\\\{1,8}u00)`
/** A letter or digit, plain or coded. */
const CHARACTER = `(?:[a-z0-9]|${CODED}(?:3[0-9]|[46][1-9a-f]|[57][0-9a]))`
const W = `(?:w|${CODED}[57]7)`
const H = `(?:h|${CODED}[46]8)`
const K = `(?:k|${CODED}[46]b)`
const KEY = new RegExp(`${W}${H}${K}${CHARACTER}{29,61}`, 'gi')
const SLASH = `(?:/|${CODED}2f)`
// JSON may write a slash with a backslash before it, also when it holds JSON itself.
const BACKSLASHES = `(?:\\\\|${PERCENT}5c){0,7}`
/** A key with a slash in it, as senders of Rocket.Chat write it. */
const KEY_IN_TWO = [
  `${W}${BACKSLASHES}${SLASH}${H}${K}${CHARACTER}{29}`,
  `${W}${H}${BACKSLASHES}${SLASH}${K}${CHARACTER}{29}`,
  `${W}${H}${K}${CHARACTER}{0,28}${BACKSLASHES}${SLASH}${CHARACTER}{1,29}(?![A-Za-z0-9])`,
].join('|')
// Keys of other systems have no prefix, so they are recognised by their place in a URL.
const FOREIGN_KEY = `${CHARACTER}{20,64}(?![A-Za-z0-9])`
// 32 bytes are 43 characters of base64.
const SHORTEST_BASE64 = 43
const BASE64 = /[A-Za-z0-9+/_-]{43,}={0,2}/g
const PLAIN_KEY = /whk[a-z0-9]{29}/

const redactBelowHooks = keyRedactor(HOOKS_PATH)

/**
 * Replaces everything shaped like a hook key with `[redacted]`: raw, percent-encoded, as escapes of
 * JSON, or in base64 on one line. Everything else stays as it is, so that a line of JSON stays
 * JSON. Keys that were imported from another system are recognised below `hooksPath` (default
 * `/hooks`) only, whether the address is raw, percent-encoded or escaped in JSON. Throws a
 * `TypeError` for a `hooksPath` that the options do not accept, such as `/`.
 *
 * @example
 * ```ts
 * const stream = { write: (line: string) => process.stdout.write(redactKeys(line)) }
 * app.use(morgan('combined', { stream }))
 * ```
 */
export function redactKeys(text: string, hooksPath: string = HOOKS_PATH): string {
  return hooksPath === HOOKS_PATH ? redactBelowHooks(text) : keyRedactor(hooksPath)(text)
}

/** Whether `redactKeys` would change a short text, which costs next to nothing for most. */
export function holdsKey(text: string): boolean {
  const mayHold = text.length >= SHORTEST_BASE64 || /whk/i.test(text)
  return mayHold && redactBelowHooks(text) !== text
}

/** `redactKeys` for many texts. */
export function keyRedactor(hooksPath: string): (text: string) => string {
  // A proxy may have put something before the path, or taken it away, so its last part decides.
  const last = hooksPathOf(hooksPath).split('/').at(-1) ?? ''
  const name = `(?:${coded('hooks')}|${coded(last)})`
  const keyInPath = new RegExp(
    `(${SLASH}${name}${BACKSLASHES}${SLASH})(?:${KEY_IN_TWO}|${FOREIGN_KEY})`,
    'gi',
  )
  return (text) =>
    text
      .replace(KEY, REDACTED)
      .replace(keyInPath, `$1${REDACTED}`)
      .replace(BASE64, (run, offset: number, whole: string) =>
        hidesKey(run) ? escapeLetters(run, whole, offset) + REDACTED : run,
      )
}

/** The letters at the start of a run that belong to an escape of JSON, whose backslash is before it. */
function escapeLetters(run: string, whole: string, offset: number) {
  let backslashes = 0
  while (whole[offset - 1 - backslashes] === '\\') backslashes += 1
  if (backslashes % 2 === 0) return ''
  return /^(?:u[0-9a-f]{4}|[^])/i.exec(run)?.[0] ?? ''
}

/** Matches a part of a path, each of whose characters may be coded. */
function coded(part: string) {
  return part.replace(/[^]/g, (character) => {
    if (character === '%') return PERCENT
    const hex = character.charCodeAt(0).toString(16).padStart(2, '0')
    return `(?:\\x${hex}|${CODED}${hex})`
  })
}

function hidesKey(run: string) {
  // Characters before the base64 text may belong to its alphabet, so all four offsets are tried.
  return [0, 1, 2, 3].some((start) =>
    PLAIN_KEY.test(Buffer.from(run.slice(start), 'base64').toString('latin1')),
  )
}
