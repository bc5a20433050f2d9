import { beginning, countCodePoints } from '../../text/code-points.js'
import { cleanLine } from '../drafts/clean.js'
import {
  type Color,
  cut,
  factsOf,
  firstText,
  type FormatReading,
  type IncidentState,
  isWebUrl,
  joined,
  lines,
  link,
  messageOf,
  type Table,
  type Text,
  textAt,
  wordsIn,
} from '../kit.js'

// The names that forges have for the same member. The first name that a body has counts; no forge has
// another's name for something else.

/** Where it can be seen. */
const PAGE = wordsIn(`
  html_url links.html.href links.self.0.href _links.web.href _links.html.href url
`)

/** What somebody wrote. */
export const TEXT = wordsIn('body note description content.raw summary.raw text')

/** The file that a comment is about. */
export const FILE = wordsIn('path inline.path anchor.path position.new_path st_diff.new_path')

/** Who wrote a commit. */
export const AUTHOR = wordsIn(`
  author.user.display_name author.display_name author.displayName author.username author.name
`)

/** What people are called. */
const PERSON = wordsIn('display_name displayName nickname uniqueName login username name')

export const CREATED = ['created_at', 'created_on', 'createdDate', 'creationDate']
export const UPDATED = wordsIn('updated_at updated_on updatedDate lastUpdatedDate submitted_at')
export const CLOSED_AT = ['merged_at', 'closed_at', 'closedDate']

/** How a run ended, or where it is. */
export const STATUS = ['conclusion', 'result', 'status', 'state']
/** The branch of a run. */
export const BRANCH = ['head_branch', 'check_suite.head_branch', 'ref', 'refname']
export const STARTED_AT = wordsIn('run_started_at started_at createdDate startTime')
export const ENDED_AT = wordsIn('completed_at finished_at finishedDate finishTime updated_on')

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

export interface Ref {
  /** `branch` or `tag`. */
  readonly kind: string
  readonly name: string
}

/** What `refs/heads/main` names. */
export function refOf(ref: string): Ref {
  if (ref.startsWith('refs/tags/')) return { kind: 'tag', name: ref.slice('refs/tags/'.length) }
  const name = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref
  return { kind: 'branch', name }
}

/** The seven characters by which people know a commit. */
export function shortId(id: string): string {
  return /^[\da-f]{7,64}$/i.test(id) ? id.slice(0, 7) : shortLine(id, 12)
}

/** Whether an id of a commit says that there is none: the branch is new or gone. */
export function isNoCommit(id: string): boolean {
  return /^0{7,64}$/.test(id)
}

/** What is linked to besides a page, and only where that is missing. */
const FOR_PROGRAMS = /^https:\/\/api\.github\.|\/api\/v\d/

/** Where people see an issue, a comment or a commit; `''` where only programs can. */
export function pageIn(value: unknown): string {
  const page = firstText(value, ...PAGE)
  return FOR_PROGRAMS.test(page) ? '' : page
}

/** An address to which paths are added: `http:/` and `/tree/main` would be a link to a host called tree. */
export function rootUrl(value: unknown, ...paths: readonly string[]): string {
  const url = firstText(value, ...paths)
  return isWebUrl(url) ? url : ''
}

/** A name with slashes as a part of an address. */
export function urlPath(name: string): string {
  return name
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')
}

/** A branch, and the repository that it is in. */
export interface Branch {
  readonly name: string
  readonly repository: string
}

export function branchAt(value: unknown, name: string, repository: string): Branch {
  return { name: textAt(value, name), repository: textAt(value, repository) }
}

/** `feature into main`, of a request to merge; from a fork, `mona:feature into main`. */
export function merging(from: Branch, into: Branch): string {
  if (from.name === '' || into.name === '') return ''
  const owner = forkedBy(from.repository, into.repository)
  const source = shortLine(from.name, 60)
  return `${owner === '' ? source : `${shortLine(owner, 40)}:${source}`} into ${shortLine(into.name, 60)}`
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
