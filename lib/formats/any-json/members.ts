import { isCredentialName } from '../../rules/credential-names.js'
import { nameWords } from '../../text/name-words.js'
import { cleanText } from '../drafts/clean.js'
import { isObject, jsonIn, type JsonMembers } from '../kit.js'

/** Members of members that are read; elements of arrays are as deep as their array. */
const DEEPEST = 4
/** Elements of each array that are read. */
const MOST_READ = 3
const MOST_MEMBERS = 2_000
/** A longer name is no name for readers. */
const LONGEST_NAME = 200

/** A text, a number, a boolean, or a few of them in an array. */
export interface Member {
  readonly name: string
  readonly words: readonly string[]
  /** The words without separators. */
  readonly bare: string
  /** The words of the name of the object that it is a member of; none for a member of the body. */
  readonly holder: readonly string[]
  /** 1 for a member of the body. */
  readonly depth: number
  /** Whether an array is around it. */
  readonly isListed: boolean
  /** Whether it is in an element that is not the first. */
  readonly isLater: boolean
  readonly text: string
  /** Whether it was sent as one text. */
  readonly isText: boolean
}

export interface Members {
  /** Those nearest to the body first, then in the order of the document. */
  readonly members: readonly Member[]
  /** Others, of which credentials do not count. */
  readonly unread: number
}

type Place = Pick<Member, 'name' | 'holder' | 'isListed' | 'isLater'>

/** Reads a part of a body whose size is limited, level by level. */
export function membersOf(body: unknown): Members {
  const members: Member[] = []
  let left = MOST_MEMBERS
  let unread = 0
  let level: { readonly object: JsonMembers; readonly place: Place }[] = []

  const add = (text: string, isText: boolean, place: Place, depth: number): void => {
    const words = nameWords(place.name)
    members.push({ ...place, words, bare: words.join(''), depth, text, isText })
  }
  const visit = (value: unknown, place: Place, depth: number): void => {
    const text = readableText(value)
    if (text !== '') add(text, typeof value === 'string', place, depth)
    else if (Array.isArray(value)) visitList(value, { ...place, isListed: true }, depth)
    else if (isObject(value) && depth < DEEPEST) level.push({ object: value, place })
    else if (value !== null && value !== '') unread += 1
  }
  const visitList = (list: readonly unknown[], place: Place, depth: number): void => {
    const read = list.slice(0, MOST_READ)
    const others = list.length - read.length
    const texts = read.map(readableText)
    if (texts.length > 0 && !texts.includes('')) {
      add(texts.join(', ') + (others > 0 ? ` and ${others} more` : ''), false, place, depth)
      return
    }
    unread += others
    for (const [index, element] of read.entries()) {
      left -= 1
      const isLater = place.isLater || index > 0
      if (left >= 0) visit(element, { ...place, isLater }, depth)
    }
  }

  visit(body, { name: '', holder: [], isListed: false, isLater: false }, 0)
  for (let depth = 1; level.length > 0; depth += 1) {
    const holders = level
    level = []
    for (const { object, place } of holders) {
      const holder = nameWords(place.name)
      const names = Object.keys(object)
      const read = names.slice(0, Math.max(0, left))
      left -= read.length
      unread += names.length - read.length
      for (const name of read) {
        if (name.length > LONGEST_NAME) unread += 1
        else if (!isCredentialName(name)) {
          // What a language holds is what the member around it is called.
          const own = LOCALE.test(name) ? {} : { name, holder }
          visit(object[name], { ...place, ...own }, depth)
        }
      }
    }
  }
  return { members, unread }
}

/** `''` for what is not a scalar, for texts that show nothing, and for JSON in texts. */
function readableText(value: unknown): string {
  if (typeof value === 'string') {
    const text = cleanText(value).trim()
    return JSON_BEGINS.test(text) || jsonIn(text) !== null ? '' : text
  }
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return typeof value === 'boolean' ? String(value) : ''
}

/** Such as `en-US`. */
const LOCALE = /^[a-z]{2}[-_][A-Z]{2}$/

/** Also of JSON that was cut. */
const JSON_BEGINS = /^(?:\{\s{0,99}["}]|\[\s{0,99}[{"\]])/
