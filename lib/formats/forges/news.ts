import { beginning, countCodePoints } from '../../text/code-points.js'
import { cleanLine } from '../drafts/clean.js'
import {
  type Color,
  cut,
  factsOf,
  firstText,
  type FormatReading,
  type IncidentState,
  joined,
  lines,
  link,
  messageOf,
  type Table,
  type Text,
} from '../kit.js'
import { PERSON } from './names.js'

/** What happened at a forge, in words. */
export interface News {
  readonly title: Sentence
  readonly color?: Color
  readonly text?: Text
  /** One line below the text, such as branches and durations. */
  readonly facts?: readonly Text[]
  readonly incident?: string
  /** What the incident is called. Default: the label of the title. */
  readonly incidentTitle?: string
  /** Who caused it. */
  readonly by?: string
  readonly state?: IncidentState | undefined
  readonly at?: number | null
  readonly isSkipped?: boolean
  /** Whether it tests the webhook, and so is about nothing else. */
  readonly isTest?: boolean
  /** Whether the forge is known to send such events. Default: if it is in the tables of the forge. */
  readonly isKnown?: boolean
}

/** `[where] before LABEL after`, of which the label is the link. */
interface Sentence {
  readonly where: string
  readonly before?: string
  readonly label: string
  readonly url?: string
  readonly after?: string
}

/** How an event is told. */
export type Teller = (body: unknown) => News

/** How events are told, by their names. */
export type Tellers = Table<Teller>

/** The same news, shown only where the owner of the webhook asks for it. */
export function skipped(tell: Teller): Teller {
  return (body) => ({ ...tell(body), isSkipped: true })
}

/** Room for the marks of bold and of characters that Markdown knows, in a first line of 200. */
const LONGEST_SENTENCE = 170
const LONGEST_WHERE = 60
const LONGEST_PART = 70
const SHORTEST_LABEL = 30

export function newsMessage(event: string, news: News, deliveryId: string): FormatReading {
  const { title, color = 'neutral', text = '', facts = [], isSkipped = false } = news
  return messageOf({
    event: factsOf(event, {
      incidentTitle: shortLine(title.label, LONGEST_SENTENCE),
      ...news,
      deliveryId,
    }),
    meaning: { word: '', color, isSkipped },
    title: written(title),
    text: lines(text, joined(facts, ' · ')),
  })
}

function written({ where, before = '', label, url = '', after = '' }: Sentence): Text {
  const place = where.trim() === '' ? '' : `[${shortLine(where, LONGEST_WHERE)}]`
  const start = joined([place, shortLine(before, LONGEST_PART)], ' ')
  const end = shortLine(after, LONGEST_PART)
  const used = countCodePoints(place) + countCodePoints(before) + countCodePoints(end)
  const room = Math.max(SHORTEST_LABEL, LONGEST_SENTENCE - used)
  const shown = shortLine(label, room)
  return joined([start, url === '' ? shown : link(url, shown), end], ' ')
}

/** A text on one line, at most so long. */
export function shortLine(text: string, most: number): string {
  const read = text.length > 8 * most ? beginning(text, 4 * most) : text
  return cut(cleanLine(read), most)
}

/** What somebody is called; `''` if nobody says so. */
export function personIn(value: unknown): string {
  return shortLine(firstText(value, ...PERSON), 40)
}

/** Words with a space between them, without those that are empty. */
export function words(...all: readonly string[]): string {
  return all.filter((word) => word.trim() !== '').join(' ')
}

/** `pull_request` as people write it. */
export function inWords(name: string): string {
  return name.replace(/[_.:-]+/g, ' ').trim()
}

/** Where in the code something is said. */
export function inFile(path: string): string {
  return path && `in ${shortLine(path, 100)}`
}

/** `by Ann`; nothing where nobody is known. */
export function byWhom(who: string): string {
  return who && `by ${who}`
}

/** `1 commit`, `3 commits`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
