import { HOST_MISTAKES } from '../../../lib/host/host-mistakes.js'
import { LOG_CODES } from '../../support/log-codes.js'
import { LOG_CODE_TEXTS } from './log-code-texts.js'
import { code, tableOf } from './markdown-table.js'

/** Inner capitals, underscores, dots, brackets: `userIdPattern`, `req.body`, `<user_id>`, `@name`. */
const NAME = /^(?:@\w+|X-[\w-]+|\w*(?:[a-z][A-Z]|[a-z]\.[a-z]|[_<(]).*)$/
/** Names that look like words. */
const WORDS: readonly string[] = ['false', 'permalink', 'true', 'verify']
/** Words that look like names. */
const PRODUCTS: readonly string[] = ['MongoDB']

/** The line itself says what follows from the cause, and how to fix it. */
export function logCodes(): readonly string[] {
  return tableOf(
    ['code', 'cause'],
    LOG_CODES.map((each) => {
      const texts = [asMarkdown(causeIn(HOST_MISTAKES[each].symptom)), LOG_CODE_TEXTS[each] ?? '']
      return [code(each), texts.join(' ').trim()]
    }),
  )
}

/** The first sentence, without what follows from it. */
function causeIn(symptom: string): string {
  return symptom.replace(/(?:[.;] |, so ).*$/, '.')
}

/** The text of a log line, with its names as code and its pages as links. */
function asMarkdown(text: string): string {
  return text
    .replace(/"([^"]+)"/g, '`$1`')
    .split(' ')
    .map((word) => {
      const end = /[.,;:]+$/.exec(word)?.[0] ?? ''
      const name = word.slice(0, word.length - end.length)
      const [, page] = /^docs\/(.+)$/.exec(name) ?? []
      if (page !== undefined) return `[${page}](${page})${end}`
      const isName = NAME.test(name) && !PRODUCTS.includes(name)
      return isName || WORDS.includes(name) ? code(name) + end : word
    })
    .join(' ')
}
