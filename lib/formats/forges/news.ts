import { advance, countCodePoints } from '../../text/code-points.js'
import { isWebUrl } from '../../text/links.js'
import { cleanLine } from '../drafts/clean.js'
import type { Card, Color, Draft } from '../drafts/draft.js'
import { isEmpty, joined, lines, link, type Text } from '../drafts/pieces.js'
import { factsOf } from '../event-facts.js'
import type { EventFacts, FormatReading } from '../format.js'
import { entryOf } from '../own-entry.js'

/** What happened at a forge, in words. */
export interface News {
  readonly title: Sentence
  readonly color?: Color
  readonly text?: Text
  /** One line below the text, such as branches and durations. */
  readonly facts?: readonly Text[]
  readonly links?: Card['links']
  readonly incident?: string
  readonly state?: EventFacts['state']
  readonly at?: number | null
  readonly isSkipped?: boolean
}

/** `[where] before LABEL after`, of which the label is the link. */
export interface Sentence {
  readonly where: string
  readonly before?: string
  readonly label: string
  readonly url?: string
  readonly after?: string
}

/** What somebody did with an issue or a request to merge. */
export interface TopicChange {
  readonly did: string
  readonly color?: Color
  readonly state?: EventFacts['state']
  /** What a reader wants besides: what it is about, or how it ended. */
  readonly tells?: 'beginning' | 'end'
}

/** How an event is shown. */
export type Teller = (body: unknown) => News

/** Room for the marks of bold and of characters that Markdown knows, in a first line of 200. */
const LONGEST_SENTENCE = 170
const LONGEST_WHERE = 60
const LONGEST_PART = 70
const SHORTEST_LABEL = 30

export function messageOf(
  event: string,
  news: News,
  { deliveryId = '' }: { readonly deliveryId?: string } = {},
): FormatReading {
  const { color = 'neutral', text = '', facts = [], links = [], incident, state, at = null } = news
  const below = lines(text, joined(facts, ' · '))
  const openable = links.filter(({ url }) => isWebUrl(url))
  const isCard = color !== 'neutral' || !isEmpty(below) || openable.length > 0
  const draft: Draft = {
    title: sentence(news.title),
    cards: isCard ? [{ color, text: below, links: openable }] : [],
  }
  return {
    kind: 'message',
    draft,
    event: factsOf(event, { incident, state, deliveryId, at }),
    ...(news.isSkipped === true ? { isSkipped: true } : {}),
  }
}

function sentence({ where, before = '', label, url = '', after = '' }: Sentence): Text {
  const place = where.trim() === '' ? '' : `[${cut(where, LONGEST_WHERE)}]`
  const start = joined([place, cut(before, LONGEST_PART)], ' ')
  const end = cut(after, LONGEST_PART)
  const used = countCodePoints(place) + countCodePoints(before) + countCodePoints(end)
  const room = Math.max(SHORTEST_LABEL, LONGEST_SENTENCE - used)
  const shown = cut(label, room)
  return joined([start, url === '' ? shown : link(url, shown), end], ' ')
}

/** A text on one line, at most so long. */
export function cut(text: string, most: number): string {
  const line = cleanLine(text.length > 8 * most ? text.slice(0, advance(text, 0, 4 * most)) : text)
  if (countCodePoints(line) <= most) return line
  return `${line.slice(0, advance(line, 0, most - 1)).trimEnd()}…`
}

/** Words with a space between them, without those that are empty. */
export function words(...all: readonly string[]): string {
  return all.filter((word) => word.trim() !== '').join(' ')
}

/** `pull_request` as people write it. */
export function spaced(name: string): string {
  return name.replace(/[_.:-]+/g, ' ').trim()
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Where in the code something is said. */
export function inFile(path: string): string {
  return path === '' ? '' : `in ${cut(path, 100)}`
}

/** `by Ann`; nothing where nobody is known. */
export function byWhom(who: string): string {
  return who === '' ? '' : `by ${who}`
}

/** A branch, and the repository that it is in. */
export interface Branch {
  readonly name: string
  readonly repository: string
}

/** `feature into main`, of a request to merge; from a fork, `mona:feature into main`. */
export function merging(from: Branch, into: Branch): string {
  if (from.name === '' || into.name === '') return ''
  const owner = forkedBy(from.repository, into.repository)
  const source = cut(from.name, 60)
  return `${owner === '' ? source : `${cut(owner, 40)}:${source}`} into ${cut(into.name, 60)}`
}

/** Whose fork it is; where both have one owner, which one. */
function forkedBy(from: string, into: string): string {
  if (from === '' || into === '' || from === into) return ''
  const owner = ownerOf(from)
  return owner === ownerOf(into) ? from : owner
}

function ownerOf(repository: string): string {
  const end = repository.lastIndexOf('/')
  return end === -1 ? repository : repository.slice(0, end)
}

/** `1 commit`, `3 commits`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The reader of an event, also for names such as `constructor`. */
export function tellerOf(
  tellers: Readonly<Record<string, Teller>>,
  ...names: readonly string[]
): Teller | undefined {
  return names.map((name) => entryOf(tellers, name)).find((teller) => teller !== undefined)
}

/** The same news, shown only where the owner of the webhook asks for it. */
export function skipped(tell: Teller): Teller {
  return (body) => ({ ...tell(body), isSkipped: true })
}

/** The name of an event with what happened, as owners of webhooks choose it. */
export function eventName(...parts: readonly string[]): string {
  const name = parts
    .filter((part) => part !== '')
    .join('.')
    .replace(/[^\w.-]+/g, '.')
  return name.slice(0, 100)
}
