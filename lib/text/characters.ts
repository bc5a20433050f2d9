const WORD = /[\p{L}\p{N}]/u
const PUNCTUATION = /[\p{P}\p{S}]/u
const SPACE = /\s/

const OTHER = 0
const IS_SPACE = 1
const IS_WORD = 2
const IS_MARK = 3

// Nearly all texts are ASCII: a table answers sooner than an expression.
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const c = String.fromCharCode(code)
  if (SPACE.test(c)) return IS_SPACE
  if (WORD.test(c)) return IS_WORD
  return PUNCTUATION.test(c) ? IS_MARK : OTHER
})

/** Whether a character is a letter or a digit of any script; false for none. */
export function isWord(c: string): boolean {
  const code = c.charCodeAt(0)
  return code < 128 ? ASCII[code] === IS_WORD : WORD.test(c)
}

export function isSpace(c: string): boolean {
  const code = c.charCodeAt(0)
  return code < 128 ? ASCII[code] === IS_SPACE : SPACE.test(c)
}

/** Whether a character is punctuation or a symbol, as Markdown sees it. */
export function isMark(c: string): boolean {
  const code = c.charCodeAt(0)
  return code < 128 ? ASCII[code] === IS_MARK : PUNCTUATION.test(c)
}

export function isAsciiMark(c: string): boolean {
  return ASCII[c.charCodeAt(0)] === IS_MARK
}
