import { cleanText } from '../formats/drafts/clean.js'
import { levelColor } from '../formats/meanings.js'
import type { IncidentChange } from '../model/incidents.js'
import { attachmentsOf, isJsonObject } from '../model/json.js'
import type { HookPost, HookProps } from '../model/records.js'
import { changesLine } from '../rules/incident-line.js'
import { advance } from '../text/code-points.js'
import { plainText } from '../text/plain-text.js'
import type { ComposedPost, Show } from './compose.js'

// What the first post of an incident shows after one of its events, and what its replies tell.

/** The event's message, with what the post says besides. */
export function replaced(root: Headed, shown: ComposedPost): Headed {
  const link = LAST_TIME.exec(root.message)?.[0] ?? ''
  return { message: `${shown.message}${link}`, props: shown.props }
}

/** What it has shown, in the colour of the event: of a message that does not fit into it, say. */
export function recoloured(root: Headed, shown: ComposedPost): Headed {
  const attachments = attachmentsOf(root.props)
  const color = colorIn(shown.props)
  if (color === null || attachments.length === 0) return root
  const changed = attachments.map((each) =>
    isJsonObject(each) && 'color' in each ? { ...each, color } : each,
  )
  return { message: root.message, props: { ...root.props, attachments: changed } }
}

/**
 * A text under the word of an event that says nothing but its state: `Error: Replica lag` becomes
 * `Resolved: Replica lag`. Texts that are not headed so stay as they are.
 */
export function reworded(root: Headed, title: string, word: string): string {
  const earlier = wordOf(root, title)
  const at = root.message.indexOf(`${earlier}: `)
  const begins = CALL.exec(root.message)?.[0].length ?? 0
  if (earlier === '' || word === '' || at < 0 || at > begins + MOST_MARKS) return root.message
  return `${root.message.slice(0, at)}${word}${root.message.slice(at + earlier.length)}`
}

/** `**[` before the first word of a title. */
const MOST_MARKS = 3

/** `Resolved` of a post that is headed `Resolved: Checkout latency`; `''` of others. */
export function wordOf(post: Headed, title: string): string {
  const head = title === '' ? '' : incidentTitle(post)
  return head.slice(0, Math.max(0, head.indexOf(`: ${title}`)))
}

/** The word before a title where that says how bad it is: `Critical`, but not `Resolved`; else `''`. */
export function levelOf(post: Headed, title: string): string {
  const word = wordOf(post, title)
  return levelColor(word) === undefined ? '' : word
}

export type Headed = Pick<HookPost, 'message' | 'props'>

/** Whether a post is one of several that show a message. */
export function isPart({ props }: Headed): boolean {
  const part = props['webhook_part']
  return isJsonObject(part) && Number(part['count']) > 1
}

const LAST_TIME = /\n\n(?:\[The last time\]\([^\s)]+\)|The last time: \S+)$/

/** A message with a link to the post of the same incident before. */
export function withLink(post: ComposedPost, link: string): ComposedPost {
  if (link === '') return post
  const isPlain = post.props['webhook_plain_text'] === true
  const line = isPlain ? `The last time: ${link}` : `[The last time](${link})`
  const message = post.message === '' ? line : `${post.message}\n\n${line}`
  return { ...post, message }
}

function colorIn(props: HookProps) {
  const [first] = attachmentsOf(props)
  const color = isJsonObject(first) ? first['color'] : undefined
  return typeof color === 'string' ? color : null
}

/** Characters of a title, and of the text that it is taken from. */
export const LONGEST_INCIDENT_TITLE = 200
const READ = 2_000

/** Who is to look comes before what is said. The name of a package has a slash. */
const CALL = /^@[^\s@/]{1,128}(?:\s+|$)/

/** The first line of a message, as plain text. */
export function incidentTitle({ message, props }: Pick<ComposedPost, 'message' | 'props'>): string {
  const [first] = attachmentsOf(props)
  const shown = isJsonObject(first) ? first : {}
  const said = message.replace(CALL, '')
  const texts = [said, shown['title'], shown['pretext'], shown['text'], shown['fallback'], message]
  const isPlain = props['webhook_plain_text'] === true
  const lines = texts.map((text) => (typeof text === 'string' ? firstLine(text, isPlain) : ''))
  return shortLine(lines.find((line) => line !== '') ?? '', LONGEST_INCIDENT_TITLE)
}

/** At most so many characters of a text, on one line, and none that changes how the others are shown. */
export function shortLine(text: string, longest: number): string {
  const read = cleanText(text.slice(0, READ)).replace(/\s+/g, ' ').trim()
  return read.slice(0, advance(read, 0, longest))
}

/** The marks of a quotation. */
const QUOTED = /^(?:> ?)+/

function firstLine(text: string, isPlain: boolean) {
  const read = text.slice(0, READ)
  // Labels say enough.
  const lines = (isPlain ? read : plainText(read)).replace(/ \(https?:[^\s()]*\)/g, '').split('\n')
  return lines.map((line) => line.trim().replace(QUOTED, '')).find((line) => line !== '') ?? ''
}

/** The reply that tells several changes of an incident, by the author of the last one. */
export function toldChanges(
  changes: readonly IncidentChange[],
  { props, ...last }: ComposedPost,
  show: Show,
): ComposedPost {
  const { attachments: _, ...author } = props
  return {
    ...last,
    type: '',
    message: changesLine(changes, show === 'text' ? 'text' : 'markdown'),
    props: { ...author, webhook_changes: [...changes] },
  }
}
