import { plainText } from '../../../text/plain-text.js'
import { bold, cut, markdown, minute, prose, type Text, textAt, timeAt } from '../../kit.js'

const TIME = /\{\{(DATE|TIME)\(([^(){},]{1,40})(?:,[^(){}]{0,20})?\)\}\}/g
const AT = /<at(?:\s[^<>]{0,200})?>([^<>]{0,200})<\/at>/gi
const LONGEST_NAME = 60

/** A text of an Adaptive Card with its times and people written out. */
export function cardText(text: string): string {
  return text
    .replace(TIME, (whole, kind: string, sent: string) => {
      const time = timeAt(sent.trim())
      if (time === null) return whole
      return kind === 'DATE' ? minute(time).slice(0, 10) : minute(time).slice(11)
    })
    .replace(AT, '$1')
}

/** The same for a member, without space around it. */
export function wordsAt(value: unknown, path: string): string {
  return cardText(textAt(value, path)).trim()
}

/** Markdown as the name of something. */
export function nameOf(text: string): string {
  return cut(plainText(text).replace(/\s+/g, ' '), LONGEST_NAME)
}

/** A line that stands out: in bold, unless it has marks of its own, which then count. */
export function heading(line: string): Text {
  return plainText(line) === line ? bold(prose(line, Infinity)) : markdown(line)
}
