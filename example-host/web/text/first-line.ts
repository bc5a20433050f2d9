import type { ShownAttachment } from 'express-incoming-webhooks/render'
import { tokensOf, wordsOf } from './markdown.js'

/** The words before a title that say no more than how its incident is, by its state. */
const STATE_WORDS = [
  [
    'open',
    /^(\W{0,3})(?:firing|fired|alerting|alarm|alert|(?:still )?triggered(?: again)?|open(?:ed)?|reopened|no longer acknowledged): /i,
  ],
  ['acknowledged', /^(\W{0,3})acknowledged: /i],
  ['closed', /^(\W{0,3})(?:resolved|recovered|closed|up|ok(?: again)?): /i],
] as const
/** `(after 12 min)` or `(2 alerts, after 12 min)` at the end of a title. */
const LASTED = / \((?:([^()]*), )?after [^()]{1,20}\)(?=(?:\]\(\S*\))?(?:\*\*)?$)/
/** What begins a block that has more than one line, or is none of text. */
const BLOCK = /^(?:[#>|]|[-+*] |\d+[.)] |```|~~~|\s*$)|^.*\n[ \t]*[=|:-][=|: \t-]*(?:\n|$)/

/** The first line of a message, if that is a line of text; else `''`. */
export function firstLineOf(message: string): string {
  return BLOCK.test(message) ? '' : (message.split('\n', 1)[0] ?? '')
}

/** The state that a title says before anything else; `''` if it says none. */
export function stateIn(line: string): string {
  return STATE_WORDS.find(([, words]) => words.test(line))?.[0] ?? ''
}

/** A title in Markdown, without what is said beside it: the state of its incident, and how long it lasted. */
export function bareTitle(line: string): string {
  const name = STATE_WORDS.reduce((rest, [, words]) => rest.replace(words, '$1'), line)
  return name.replace(LASTED, (_whole, more?: string) => (more === undefined ? '' : ` (${more})`))
}

/** Whether a line says nothing but a state and one of the titles. */
export function isCalled(line: string, titles: readonly string[]): boolean {
  const name = wordsOf(tokensOf(bareTitle(line)))
  return titles.some((title) => title !== '' && (name === title || name.startsWith(`${title} (`)))
}

const BEGAN = /(?:^|\n)(?:since )?(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC(?:, for [\w ]{1,20})?$/

/** An attachment without a last line that says, for readers in any zone, when its incident began. */
export function withoutBeginning(attachment: ShownAttachment, since: number): ShownAttachment {
  const [line, day, time] = BEGAN.exec(attachment.text) ?? []
  const began = Date.parse(`${day}T${time}Z`)
  if (line === undefined || began > since || began <= since - 60_000) return attachment
  return { ...attachment, text: attachment.text.slice(0, -line.length).trimEnd() }
}

/** An attachment without a first line that says no more than who did it. */
export function withoutPerson(attachment: ShownAttachment, name: string): ShownAttachment {
  const [line = ''] = attachment.text.split('\n', 1)
  if (name === '' || wordsOf(tokensOf(line)) !== `By ${name}`) return attachment
  return { ...attachment, text: attachment.text.slice(line.length).trimStart() }
}
