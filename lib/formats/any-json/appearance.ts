import { nameWords } from '../../text/name-words.js'
import { isKeptAddress } from '../drafts/clean.js'
import { type Color, entryOf, levelColor, stateColor } from '../kit.js'
import type { Member } from './members.js'
import {
  EARLIER,
  LINK_ENDINGS,
  LINKS,
  NO_PAGES,
  OVER,
  SEVERITIES,
  STATE_COLORS,
  STATES,
  SUCCESSES,
} from './words.js'

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
export const MOST_SEARCHED = 200

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
