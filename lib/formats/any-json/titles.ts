import { nameWords } from '../../text/name-words.js'
import { capital } from '../kit.js'
import { firstBy, MOST_SEARCHED } from './appearance.js'
import type { Member } from './members.js'
import { CAPITALS, EVENTS, HOLDERS, SUBJECTS, THINGS, TITLES } from './words.js'

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
