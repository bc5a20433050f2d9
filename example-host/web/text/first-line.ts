import {
  type PostToShow,
  readPost,
  type ShownAttachment,
  type ShownIncident,
} from 'express-incoming-webhooks/render'
import { linesOf, tokensOf, withoutEntities, wordsOf } from './markdown.js'

/** The beginning of a message, of so many characters. */
function excerpt(message: string, length: number): string {
  const characters = Array.from(message.slice(0, 2 * length + 2))
  if (characters.length <= length) return message
  return `${characters.slice(0, length).join('')}…`
}

/** The words before a title that say no more than how its incident is, by its state. */
const STATE_WORDS = new Map<string, RegExp>([
  [
    'open',
    /^(\W{0,3})(?:firing|fired|alerting|alarm|alert|(?:still )?triggered(?: again)?|open(?:ed)?|reopened|no longer acknowledged): /i,
  ],
  ['acknowledged', /^(\W{0,3})acknowledged: /i],
  ['closed', /^(\W{0,3})(?:resolved|recovered|closed|up|ok(?: again)?): /i],
])
/** `(after 12 min)` or `(2 alerts, after 12 min)` at the end of a title. */
const LASTED = / \((?:([^()]*), )?after [^()]{1,20}\)(?=(?:\]\(\S*\))?(?:\*\*)?$)/
/** What begins a block that has more than one line, or is none of text. */
const BLOCK = /^(?:[#>|]|[-+*] |\d+[.)] |```|~~~|\s*$)|^.*\n[ \t]*[=|:-][=|: \t-]*(?:\n|$)/

/** The first line of a message, if that is a line of text; else `''`. */
export function firstLineOf(message: string): string {
  return BLOCK.test(message) ? '' : (message.split('\n', 1)[0] ?? '')
}

/** What a post says first. */
export interface Head {
  readonly text: string
  /** Whether it is no Markdown. */
  readonly isPlain: boolean
}

/** The first line of a post, whatever part of it that is in; `''` where that is no line of text. */
export function headOf({ message, attachments }: ReturnType<typeof readPost>): Head {
  const [first] = attachments
  if (message !== '' || !first) return { text: firstLineOf(message), isPlain: false }
  const { pretext, title, text, fallback } = first
  if (title.words !== '') return { text: title.words, isPlain: true }
  return { text: firstLineOf(pretext || text || fallback), isPlain: false }
}

/** Characters that are read of a text, and that are said of it. */
const READ = 500
const LONGEST = 80

/** How a post begins, in plain words and so short that it can name something. Emoji are still their names. */
export function firstWordsOf(post: PostToShow): string {
  const { message, attachments } = readPost(post)
  const texts = attachments
    .slice(0, 1)
    .flatMap(({ pretext, title, text, fallback }) => [
      ...saidIn(pretext),
      withoutEntities(title.words),
      ...saidIn(text),
      withoutEntities(fallback),
    ])
  const lines = [...saidIn(message), ...texts].map((text) => text.replace(/\s+/g, ' ').trim())
  return excerpt(lines.find((line) => line !== '') ?? '', LONGEST)
}

function saidIn(markdown: string): readonly string[] {
  return linesOf(markdown.slice(0, READ))
}

/** What a first line says, in plain words. */
function wordsOfHead({ text, isPlain }: Head): string {
  const words = isPlain ? withoutEntities(text) : wordsOf(tokensOf(text))
  return words.replace(/\s+/g, ' ').trim()
}

/**
 * A title in Markdown, without what is said beside it: the state of its incident, how bad it is, and how long
 * it lasted.
 * What the sender itself calls the incident stays whole: `Up: the river`.
 */
export function bareTitle(
  line: string,
  { state, title, level }: Pick<ShownIncident, 'state' | 'title' | 'level'>,
): string {
  const word = STATE_WORDS.get(state)
  const bare = withoutLevel(line, level)
  const name = withoutLength(word ? bare.replace(word, '$1') : bare)
  // Posts of 0.9 do not say what the incident is called.
  return title === '' || isOf(wordsOfHead({ text: name, isPlain: false }), title) ? name : line
}

/** `**[` before the first word of a title. */
const MARKS = /^\W{0,3}/

function withoutLevel(line: string, level: string): string {
  const [marks = ''] = MARKS.exec(line) ?? []
  const isSaid = level !== '' && line.startsWith(`${level}: `, marks.length)
  return isSaid ? marks + line.slice(marks.length + level.length + 2) : line
}

function withoutLength(line: string): string {
  return line.replace(LASTED, (_whole, more?: string) => (more === undefined ? '' : ` (${more})`))
}

/** Longer titles may be cut, in one place or the other. */
const COMPARED = 80

/** Whether the words are a title, perhaps with how much there is of it. */
function isOf(words: string, title: string): boolean {
  const beginning = title.slice(0, COMPARED)
  if (title === '' || !words.startsWith(beginning)) return false
  return title.length > COMPARED || /^$|^ \(/.test(words.slice(title.length))
}

/** What a first line says of an incident. */
interface Naming {
  /** The state that it says before the title, `''` if it says none. */
  readonly state: string
  /** Which of the titles it is. */
  readonly title: string
}

/** What a line says that is nothing but one of the titles, perhaps below a state; null of others. */
export function namingIn(head: Head, titles: readonly string[]): Naming | null {
  const whole = wordsOfHead(head)
  const own = titles.find((title) => isOf(whole, title))
  if (own !== undefined) return { state: '', title: own }
  for (const [state, word] of STATE_WORDS) {
    if (!word.test(whole)) continue
    const bare = withoutLength(whole.replace(word, '$1'))
    const title = titles.find((each) => isOf(bare, each))
    if (title !== undefined) return { state, title }
  }
  return null
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

/** Characters that are quoted, and how many of them are before the first hit. */
const QUOTED = 200
const LEAD = 60

/** The part of a text that has the first of the words. Every second piece is one of them. */
export function hitsIn(text: string, terms: string): readonly string[] {
  const words = terms.trim().split(/\s+/)
  const patterns = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const hit = new RegExp(`(${patterns.join('|')})`, 'giu')
  const at = text.search(hit) - LEAD
  const start = Math.max(text.lastIndexOf(' ', at) + 1, at - LEAD)
  return excerpt(at <= 0 ? text : `…${text.slice(start)}`, QUOTED).split(hit)
}
