import type { Run } from './fence-runs.js'

/** Names that count as a language, and not as code, on the first line of a Slack block. */
const LANGUAGES = new Set(
  `
    bash c c++ conf cpp cs csharp css csv diff docker dockerfile go graphql hcl html http ini
    java javascript js json jsx kotlin log lua make makefile markdown md objc perl php plain
    plaintext powershell proto py python r rb ruby rust scala sh shell sql swift terraform text
    toml ts tsx txt typescript xml yaml yml zsh
  `
    .trim()
    .split(/\s+/),
)

/** A single word, such as `json`, `c++` or `objective-c`; `{` and `Error:` are code. */
const WORD = /^[\w#+.-]{1,64}$/

/**
 * How text after an opening fence is read. `words`: a single word is an info string if the fence
 * begins its line. `languages`: only the name of a language is.
 */
export type InfoStrings = 'words' | 'languages'

/** What follows a fence on its line. */
export type FirstLine = 'nothing' | 'info' | 'code'

export function firstLineOf(text: string, open: Run, infoStrings: InfoStrings): FirstLine {
  const words = text.slice(open.end, open.line.end).trim()
  if (words === '') return 'nothing'
  // Within a line Markdown has no fences, so a word there is more likely code.
  const isInfo = infoStrings === 'words' && open.first ? WORD.test(words) : isLanguage(words)
  return isInfo ? 'info' : 'code'
}

/** What stands behind an opening fence where it is more than an info string, else `''`. */
export function wordsOfInfo(info: string): string {
  const words = info.trim()
  return WORD.test(words) ? '' : words
}

/** A word behind an opening fence that names no language, and is shown if the block holds nothing else. */
export function loneWordOfInfo(info: string): string {
  const word = info.trim()
  return WORD.test(word) && !isLanguage(word) ? word : ''
}

function isLanguage(word: string) {
  return LANGUAGES.has(word.toLowerCase())
}
