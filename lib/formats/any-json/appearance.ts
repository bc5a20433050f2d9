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
function isPage({ name, bare, text, isText }: Member): boolean {
  return (
    isText &&
    LINK_ENDINGS.some((ending) => bare.endsWith(ending)) &&
    isKeptAddress(text) &&
    !nameWords(name).some((word) => NO_PAGES.has(word)) &&
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

/** `event`: what happened, in the sender's words. */
export function colorIn(members: readonly Member[], event: string): Color {
  const now = members.filter(({ name }) => !nameWords(name).some((word) => EARLIER.has(word)))
  const states = now.filter(({ name }) => STATES.has(lastWord(name))).map(({ text }) => text)
  const words = [...states, event].map(stateWord).filter((word) => word !== '')
  const colors = words.map(colorOfState)
  const severities = now
    .filter(({ name, isText }) => isText && SEVERITIES.has(lastWord(name)))
    .map(({ text }) => colorOfState(stateWord(text)) ?? levelColor(text))
  const state = WORST.find((color) => colors.includes(color))
  const isOver = state === 'good' && words.some((word) => OVER.has(word))
  const all = isOver ? colors : [...colors, ...severities]
  return WORST.find((color) => all.includes(color)) ?? 'neutral'
}

/** The last word that is a state: `DOWN -> UP` is up. */
function stateWord(text: string): string {
  const words = nameWords(text.slice(0, LONGEST_STATE))
  return words.findLast((word) => colorOfState(word) !== undefined) ?? ''
}

const LONGEST_STATE = 200

function colorOfState(word: string): Color | undefined {
  return stateColor(word) ?? entryOf(STATE_COLORS, word)
}

function lastWord(name: string): string {
  return nameWords(name).at(-1) ?? ''
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
