import type { IncidentChange } from '../model/incidents.js'
import { countCodePoints } from '../text/code-points.js'
import { withFencesClosed } from '../text/code-spans.js'
import { escapeText } from '../text/escape.js'
import { withoutInvisible } from '../text/names.js'
import type { Flat } from './flat-forms.js'
import { historyLine, type HistoryWords, type LineSize } from './incident-history.js'
import { historyOf } from './shown-incident.js'
import type { PostToShow } from './shown-post.js'

// The history of an incident as the last line of its post, for clients that show nothing but text.

/** Ways to write it, the most telling one first. */
const SIZES: readonly LineSize[] = [
  { most: 8, hasTitles: true },
  { most: 4, hasTitles: true },
  { most: 2, hasTitles: true },
  { most: 2, hasTitles: false },
]

/** What hosts show, and the code points of their posts. */
interface LinePlace {
  readonly show: Flat | 'attachments'
  readonly maxPostLength: number
}

/** Code points of a post that a message about an incident leaves to the line and to a link. */
const MOST_ROOM = 600

/** The longest message about an incident, so that its history never has to be left out. */
export function lengthBesideLine({ show, maxPostLength }: LinePlace): number {
  return show === 'attachments' ? maxPostLength : maxPostLength - roomIn(maxPostLength)
}

function roomIn(maxPostLength: number) {
  return Math.min(MOST_ROOM, Math.floor(maxPostLength / 2))
}

/** A text with the history below it. */
export function withHistory(
  message: string,
  history: readonly IncidentChange[],
  place: LinePlace,
): string {
  const line = lineIn(history, place)
  if (line === '') return message
  const ended = place.show === 'markdown' ? withFencesClosed(message) : message
  const longer = ended === '' ? line : `${ended}${GAP}${line}`
  return countCodePoints(longer) > place.maxPostLength ? message : longer
}

/** A text without the history below it. */
export function withoutHistory(
  message: string,
  history: readonly IncidentChange[],
  place: LinePlace,
): string {
  const line = lineIn(history, place)
  if (line === '') return message
  if (message === line) return ''
  return message.endsWith(`${GAP}${line}`) ? message.slice(0, -GAP.length - line.length) : message
}

const GAP = '\n\n'

/** A line of its own that tells changes of an incident, the first of which is not its beginning. */
export function changesLine(changes: readonly IncidentChange[], flat: Flat): string {
  return lineOf(changes, flat, { most: changes.length, hasTitles: false, isLater: true })
}

/** The line that a post does not have yet; `''` if there is none. */
export function lineBelow(post: PostToShow, flat: Flat): string {
  const history = historyOf(post)
  const { message } = post
  const [line = ''] = linesOf(history, flat)
  const all = [...linesOf(history, 'text'), ...linesOf(history, 'markdown')]
  return typeof message === 'string' && all.some((each) => message.endsWith(each)) ? '' : line
}

function lineIn(history: readonly IncidentChange[], { show, maxPostLength }: LinePlace) {
  if (show === 'attachments') return ''
  // A third of the room is for a link to the post of last time.
  const longest = Math.floor((roomIn(maxPostLength) * 2) / 3)
  return linesOf(history, show).find((line) => countCodePoints(line) <= longest) ?? ''
}

function linesOf(history: readonly IncidentChange[], flat: Flat): readonly string[] {
  return SIZES.map((size) => lineOf(history, flat, size)).filter((line) => line !== '')
}

function lineOf(history: readonly IncidentChange[], flat: Flat, size: LineSize) {
  const quote = flat === 'markdown' ? escaped : quoted
  const line = historyLine(history, { moment, quote }, size)
  return line && `${line} (UTC)`
}

/** `16:07`; of another day than the time before, `2026-11-25 16:07`. */
const moment: HistoryWords['moment'] = (at, before) => {
  const time = new Date(at).toISOString()
  const isSameDay = before !== null && new Date(before).toISOString().startsWith(time.slice(0, 10))
  return `${isSameDay ? '' : `${time.slice(0, 10)} `}${time.slice(11, 16)}`
}

function escaped(text: string) {
  return escapeText(quoted(text), { inline: true, literal: true })
}

/** What others wrote, without what would look like the beginning of the next entry. */
function quoted(text: string) {
  return withoutInvisible(text).replace(/ ?[·•∙⋅‧・･] ?/g, ', ')
}
