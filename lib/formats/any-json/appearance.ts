import { nameWords } from '../../text/name-words.js'
import { isKeptAddress } from '../drafts/clean.js'
import {
  alike,
  capital,
  type Color,
  entryOf,
  levelColor,
  namesIn,
  stateColor,
  type Table,
  wordsIn,
} from '../kit.js'
import type { Member } from './members.js'

// Names are written without separators and in lower case: `event_type`, `eventType` and `Event-Type`
// are one name.

/** Names of members that are titles, the best first. */
const TITLES = wordsIn('title subject summary')
/** Names of members that say what happened, or to what. */
const EVENTS = wordsIn('event eventtype type action name')
export const TEXTS = wordsIn('message text body description content reason details')
/** Names of addresses of pages. Others that end with `url`, `link` or `href` come after them. */
const LINKS = wordsIn('htmlurl weburl url link href')
const LINK_ENDINGS = wordsIn('url link href')

/** Words of names whose addresses are not pages for readers. */
export const NO_PAGES = namesIn(
  'callback webhook hook ping avatar gravatar image img icon logo picture photo thumb thumbnail screenshot poster banner',
)

/** Names of members that only hold what a sender has to say. */
export const WRAPPERS = namesIn(
  'data object payload body event eventdata webhookeventdata attributes properties resource item current entry content formresponse',
)

/** Last words of names of what is called like a title, such as `ticket_title`. */
const SUBJECTS = namesIn('title subject summary headline')
/** Words of names of what is reported, such as `check_name`. */
const THINGS = namesIn(
  'check monitor search alert alarm rule job build pipeline task workflow test issue ticket incident event service',
)
/** Words of names of those to whom other things belong. Their own names say less than those of the things. */
const HOLDERS = namesIn(
  'organization organisation org account workspace team tenant company customer user author actor sender owner parent',
)

/** Last words of names of what readers seldom look for: ids, times, hashes, and kinds of objects and links. */
export const MINOR_ENDINGS = namesIn(
  'id ids uid uuid guid gid sid aid sgid ref hash sha sha1 sha256 digest checksum fingerprint etag commit revision ' +
    'at on time times timestamp date datetime ts utc instant created updated modified version object rel',
)

/** Words of names of members whose texts are states. */
const STATES = namesIn('status state result outcome conclusion phase health event type')
const SEVERITIES = namesIn('severity level priority impact urgency')
/** Last words of names of members that are false if something failed. */
const SUCCESSES = namesIn('success successful succeeded passed healthy ok')
/** Words of names of members that tell of the past. */
const EARLIER = namesIn('previous prev old before from last')

/** States, beside those of `stateColor`. */
const STATE_COLORS: Table<Color> = {
  ...alike(
    'fail failing errored errors down broken crashed problem unhealthy offline outage majoroutage breached violated ' +
      'rejected declined undelivered alerting firing unreachable',
    'bad',
  ),
  ...alike(
    'unstable flapping partial partialoutage investigating acknowledged overdue due unpaid bounce bounced expired',
    'warning',
  ),
  ...alike(
    'complete up ok healthy online paid approved delivered fixed recovery normal closed',
    'good',
  ),
}

/** States that end an alert, however severe it was. */
const OVER = namesIn('resolved recovered recovery closed fixed up ok normal')

/** Words with letters that stand for words. */
const CAPITALS = namesIn('id url ip api http https sms cpu ssl tls dns os vm uuid sku')

const DEEPEST_TITLE = 3

/** What happened, or to what; undefined if no member says it. */
export function titleIn(members: readonly Member[]): Member | undefined {
  const texts = members.filter((each) => isReadable(each))
  return (
    firstBy(
      texts.filter(
        ({ bare, depth, isListed }) => TITLES.includes(bare) && depth <= DEEPEST_TITLE && !isListed,
      ),
      ({ bare, depth }) => [depth, TITLES.indexOf(bare)],
    ) ??
    firstBy(
      texts.filter((each) => EVENTS.includes(each.bare) && saysWhat(each)),
      (each) => [
        each.depth,
        Number(each.isListed),
        EVENTS.indexOf(each.bare),
        Number(isOwner(each)),
      ],
    ) ??
    firstBy(
      texts.filter((each) => likeTitle(each) >= 0),
      (each) => [likeTitle(each), Number(each.isListed), each.depth],
    )
  )
}

function isReadable({ isText, text }: Member): boolean {
  return isText && /[\p{L}\p{N}]/u.test(text)
}

function saysWhat({ bare, depth, text, isListed, holder }: Member): boolean {
  // The name of a part, such as one of what was ordered.
  if (bare === 'name') return !isListed || holder.length === 0
  // `branch` and `npm` say nothing.
  return bare !== 'type' || depth === 1 || countWords(text) > 1
}

/** Whether it is the name of whom others belong to. */
function isOwner({ holder }: Member): boolean {
  return holder.some((word) => HOLDERS.has(word))
}

/** How much like a title a member is that is called otherwise, such as `ticket_title`: 0 is the most, -1 not. */
function likeTitle(member: Member): number {
  const { words, text, depth, isListed } = member
  const last = words.at(-1) ?? ''
  const isOfThing = words.some((word) => THINGS.has(word))
  if (depth > DEEPEST_TITLE) return -1
  if (SUBJECTS.has(last)) return !isListed && (isOfThing || words.length === 1) ? 0 : -1
  if (last === 'event' || isEventName(member)) return 1
  if (last === 'type') return countWords(text) > 1 ? 2 : -1
  return last === 'name' && isOfThing ? 3 : -1
}

function isEventName({ words }: Member): boolean {
  return words.at(-1) === 'name' && words.at(-2) === 'event'
}

/** `charge.failed` as `Charge failed`; sentences and names stay as they are. One word says to what, too. */
export function titleOf(source: Member, members: readonly Member[]): string {
  const { words, text } = source
  const last = words.at(-1) ?? ''
  const isName = SUBJECTS.has(last) || (last === 'name' && !isEventName(source))
  if (isName || !WORD.test(text)) return text
  const name = countWords(text) > 1 ? undefined : nameIn(members)
  return inWords(nameWords(text), text) + (name === undefined ? '' : `: ${name.text}`)
}

function nameIn(members: readonly Member[]): Member | undefined {
  const names = members.filter((each) => each.bare === 'name' && isReadable(each) && !isOwner(each))
  return firstBy(names, ({ isLater, depth }) => [Number(isLater), depth])
}

/** `otherwise`: where there are no words. */
export function inWords(words: readonly string[], otherwise: string): string {
  const shown = words.map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word))
  return capital(shown.join(' ')) || otherwise
}

/** As long as a title may be. */
const WORD = /^[\w.:/-]{1,140}$/

function countWords(text: string): number {
  return nameWords(text.slice(0, MOST_SEARCHED)).length
}

/** The address that a reader would open; `''` if there is none. */
export function linkIn(members: readonly Member[]): string {
  const pages = members.filter((member) => isPage(member))
  const order = ({ bare, text, isListed, depth }: Member): readonly number[] => [
    Number(isForPrograms(text)),
    Number(!LINKS.includes(bare)),
    Number(isListed),
    depth,
    LINKS.indexOf(bare),
  ]
  return firstBy(pages, order)?.text ?? ''
}

/** Whether a member is the address of a page, and not of a picture or of a program that waits for an answer. */
function isPage({ words, bare, text, isText }: Member): boolean {
  return (
    isText &&
    LINK_ENDINGS.some((ending) => bare.endsWith(ending)) &&
    isKeptAddress(text) &&
    !words.some((word) => NO_PAGES.has(word)) &&
    !/\.(?:png|jpe?g|gif|svg|webp|ico|bmp|avif)$/i.test(new URL(text).pathname)
  )
}

/** Whether browsers show nothing that readers want at an address. */
function isForPrograms(address: string): boolean {
  const { hostname, pathname } = new URL(address)
  return (
    hostname.split('.').some((label) => /^api\d{0,9}(?:-|$)|api\d{0,9}$/.test(label)) ||
    /\/(?:api|rest)\//.test(`${pathname}/`) ||
    /\.(?:json|git)$/.test(pathname)
  )
}

const WORST = ['bad', 'warning', 'good'] as const

/** `title`: what a sender calls it, which tells of a state where no member does. */
export function colorIn(members: readonly Member[], title: string): Color {
  const words: string[] = []
  const severities: (Color | undefined)[] = []
  for (const { words: of, text, isText } of members) {
    const last = of.at(-1) ?? ''
    if (text.length > LONGEST_STATE || of.some((word) => EARLIER.has(word))) continue
    if (SUCCESSES.has(last) && text === 'false') words.push('failed')
    if (!isText) continue
    if (SEVERITIES.has(last)) severities.push(levelColor(text) ?? colorOfState(stateWord(text)))
    else if (of.some((word) => STATES.has(word))) words.push(stateWord(text))
  }
  const colors = words.map(colorOfState)
  const state = worstOf(colors)
  const isOver = state === 'good' && words.some((word) => OVER.has(word))
  const color = isOver ? state : worstOf([...colors, ...severities])
  return color ?? colorOfState(stateWord(title)) ?? 'neutral'
}

function worstOf(colors: readonly (Color | undefined)[]): Color | undefined {
  return WORST.find((color) => colors.includes(color))
}

/** Characters of a text that may be a state. */
const LONGEST_STATE = 60

/** The last word that is a state: `DOWN -> UP` is up. */
function stateWord(text: string): string {
  const words = nameWords(text.slice(0, MOST_SEARCHED))
  return words.findLast((word) => colorOfState(word) !== undefined) ?? ''
}

/** Characters of a title in which words are looked for. */
const MOST_SEARCHED = 200

function colorOfState(word: string): Color | undefined {
  return stateColor(word) ?? entryOf(STATE_COLORS, word)
}

/** The element whose numbers are the lowest, of which the first count most. */
export function firstBy<Element>(
  elements: readonly Element[],
  order: (element: Element) => readonly number[],
): Element | undefined {
  const [first] = elements
    .map((element) => ({ element, numbers: order(element) }))
    .sort((one, other) => compare(one.numbers, other.numbers))
  return first?.element
}

function compare(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((number, index) => number !== other[index])
  return differing < 0 ? 0 : (one[differing] ?? 0) - (other[differing] ?? 0)
}
