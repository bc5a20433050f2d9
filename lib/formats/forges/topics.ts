import { beginning, countCodePoints } from '../../text/code-points.js'
import {
  alike,
  between,
  type Color,
  duration,
  entryOf,
  firstText,
  firstTime,
  type IncidentState,
  lines,
  MOST_LINES,
  prose,
  type Table,
  type Text,
  textAt,
} from '../kit.js'
import {
  byWhom,
  CLOSED_AT,
  CREATED,
  FILE,
  inFile,
  type News,
  pageIn,
  type Teller,
  type Tellers,
  TEXT,
  UPDATED,
  words,
} from './news.js'

/** Where something happened, who did it, and the page of that place. */
export interface Place {
  readonly where: string
  readonly who: string
  readonly url: string
}

/** Who did something, where nobody says. */
export const SOMEBODY = 'Somebody'

/** The same place where the sentence must name somebody. */
export function bySomebody<Where extends Place>(place: Where): Where {
  return { ...place, who: place.who || SOMEBODY }
}

/** What somebody did something to: an issue, a request to merge, a release, a page of a wiki. */
export interface Topic extends Place {
  /** Such as `pull request`; said before the label, and instead of a missing one. Default: nothing. */
  readonly kind?: string
  /** Such as `#12 Fix leak`, which links to `url`. */
  readonly label: string
  readonly after?: string
  /** Absent: it is not an incident, and has no state. */
  readonly incident?: string
  readonly at?: number | null
  /** What it says. */
  readonly beginning?: Details
  /** How it ended. */
  readonly end?: Details
  /** What somebody has written about it, as the forge sends it. */
  readonly comment?: unknown
}

interface Details {
  /** In Markdown. */
  readonly text?: string
  readonly facts?: readonly Text[]
  /** Its own page and time, instead of those of the topic. */
  readonly url?: string
  readonly at?: number | null
}

export type TopicOf = (body: unknown) => Topic

/** What somebody did: only in words if nothing else follows, or if `USUAL` knows what does. */
export type Change = string | Deed

interface Deed {
  readonly did: string
  readonly color?: Color
  /** Default: `update`. */
  readonly state?: IncidentState
  /** What a reader wants besides. Default: nothing. */
  readonly tells?: 'beginning' | 'end' | 'comment'
  /** Whether it is shown only where the owner of the webhook asks for it. Default: false. */
  readonly isSkipped?: boolean
}

/** What people do at all forges. */
const USUAL: Table<Partial<Deed>> = {
  opened: { state: 'open', tells: 'beginning' },
  reopened: { state: 'open' },
  ...alike('closed declined abandoned', { state: 'closed', tells: 'end' }),
  done: { did: 'closed', state: 'closed', tells: 'end', color: 'good' },
  merged: { state: 'closed', tells: 'end', color: 'good' },
  changed: { isSkipped: true },
  approved: { color: 'good' },
  'no longer approves': { color: 'warning' },
  'requested changes in': { color: 'warning' },
  'commented on': { tells: 'comment' },
  'changed a comment on': { tells: 'comment', isSkipped: true },
  'deleted a comment on': { tells: 'comment', isSkipped: true },
}

export function deedOf(change: Change): Deed {
  return typeof change === 'string' ? { did: change, ...entryOf(USUAL, change) } : change
}

/** The same change, shown only where the owner of the webhook asks for it. */
export function unasked(change: Change): Deed {
  return { ...deedOf(change), isSkipped: true }
}

/** How is told what people do to one kind of topic, by the names of events, perhaps several. */
export function changes(topicOf: TopicOf, byEvent: Table<Change>): Tellers {
  const tellers = Object.entries(byEvent).flatMap(([events, change]) => {
    const tell: Teller = (body) => topicNews(topicOf(body), change)
    return Object.entries(alike(events, tell))
  })
  return Object.fromEntries(tellers)
}

/** `Ann closed issue [#7 It leaks]`. */
export function topicNews(topic: Topic, change: Change): News {
  const { where, who, kind = '', label, after = '', incident } = topic
  const { did, color = 'neutral', state = 'update', tells, isSkipped } = deedOf(change)
  const told = tells === 'comment' ? writtenAbout(topic) : tells && topic[tells]
  const { text = '', facts = [], url = topic.url, at = topic.at ?? null } = told ?? {}
  const before = words(who, did, label && kind)
  return {
    title: { where, before, label: label || kind, url, after },
    text: excerpt(text),
    facts,
    color,
    ...(incident !== undefined && { incident, state }),
    ...(who !== SOMEBODY && { by: who }),
    ...(isSkipped !== undefined && { isSkipped }),
    at,
  }
}

/** What a comment says, its page, and when it was written. */
function writtenAbout({ comment, url, at }: Topic): Details {
  return {
    text: firstText(comment, ...TEXT, 'content'),
    facts: [inFile(firstText(comment, ...FILE))],
    url: pageIn(comment) || url,
    at: firstTime(comment, ...UPDATED, ...CREATED) ?? at ?? null,
  }
}

/** A page of a wiki. */
export function pageNews(page: Omit<Topic, 'kind'>, did: string): News {
  const topic = { ...page, kind: 'the wiki page', label: page.label || 'without a title' }
  return topicNews(topic, { did: did || 'changed', tells: 'beginning' })
}

/** The first of some members that says what something is called; `''` if there is none. */
export function nameIn(value: unknown, members: readonly string[]): string {
  return members.map((name) => textAt(value, name)).find((text) => text.trim() !== '') ?? ''
}

/** An event without words of its own: its name, what it is about, and who did it. */
export function namedNews(topic: Omit<Topic, 'kind'>, name: string): News {
  const { where, who, url, label, after = '', incident = '', at: time = null } = topic
  const title = { where, url, after: words(after, byWhom(who)) }
  return {
    title: label === '' ? { ...title, label: name } : { ...title, before: `${name}:`, label },
    incident,
    at: time,
  }
}

/** `#12 Fix leak`. */
export function numbered(number: string, title: string, mark = '#'): string {
  return words(number && `${mark}${number}`, title)
}

/** What an issue or a request to merge says, and for how long it was open. */
export function detailsOf(
  value: unknown,
  branches = '',
  size = '',
): Pick<Topic, 'at' | 'beginning' | 'end'> {
  const end = firstTime(value, ...CLOSED_AT, ...UPDATED)
  return {
    at: firstTime(value, ...UPDATED, ...CREATED),
    beginning: { text: firstText(value, ...TEXT), facts: [branches, size] },
    end: { facts: [branches, openFor(firstTime(value, ...CREATED), end)] },
  }
}

/** What a release is called. Its tag says more than its name, which is often the same. */
export function releaseLabel(tag: string, name: string): string {
  return (name === tag ? tag : words(tag, name)) || 'without a name'
}

/** The name of an incident; `''` if the last part of it, its id, is not known. */
export function incidentOf(...parts: readonly string[]): string {
  return parts.at(-1) === '' ? '' : parts.join('/')
}

/** Shorter is a test, or a program that opens and closes. */
const SHORTEST = 60_000

/** `open for 2 d 3 h`. */
export function openFor(start: number | null, end: number | null): string {
  const age = between(start, end)
  return age === null || age < SHORTEST ? '' : `open for ${duration(age)}`
}

/** Code points of a comment that are shown: enough to know whether to open it. */
const LONGEST = 300
/** Code points that are looked at. */
const MOST_READ = 4_000

const COMMENT = /<!--[^]*?(?:-->|$)/g
const TAG =
  /<\/?(?:a|b|br|code|details|div|em|h[1-6]|hr|i|img|kbd|li|ol|p|picture|pre|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|ul)(?=[\s/>])[^<>]{0,500}>/gi
const PICTURE = /!\[[^[\]\n]{0,200}\]\([^()\s]{0,1000}\)/g
const LINK = /\[([^[\]\n]{0,200})\]\([^()\s]{0,1000}(?:\s"[^"\n]{0,100}")?\)/g
const STRONG = /(\*\*|__)(?=\S)([^*_\n]{1,300})\1/g
const FENCE = /^(?:```|~~~).{0,50}$/
const HEADING_OR_QUOTE = /^\s{0,3}(?:#{1,6}\s|>\s?)\s*/
const ITEM = /^\s*[-*+]\s+(?:\[[ xX]\]\s+)?/

/**
 * The beginning of what somebody wrote in Markdown, as plain lines. It comes from strangers, so nothing
 * of it works: labels of links are only words, and addresses show themselves.
 */
export function excerpt(markdown: string): Text {
  const kept = beginning(markdown, MOST_READ)
    .replaceAll('\r\n', '\n')
    .replace(COMMENT, '')
    .replace(TAG, '')
    .replace(PICTURE, '')
    .replace(LINK, '$1')
    .replace(STRONG, '$2')
  const written = kept.split('\n').filter((line) => !FENCE.test(line.trim()))
  const shown = written.map(plainLine).filter((line) => line !== '' && line !== '---')
  const first = shown.slice(0, MOST_LINES).join('\n')
  const isAll = shown.length <= MOST_LINES && countCodePoints(first) <= LONGEST
  const text = isAll ? first : `${beginning(first, LONGEST).trimEnd()}…`
  return lines(...text.split('\n').map(prose))
}

function plainLine(line: string): string {
  const text = line.replace(HEADING_OR_QUOTE, '').replace(ITEM, '• ').replaceAll('`', '')
  return text.trim()
}
