import type { StoredPost } from '../memory/rows.js'
import { parsePost } from '../memory/kept-post.js'

/** Instead of a name. It has spaces, so that nobody is ever called so. */
const FORMER = 'a former user'
/** Members that hold nothing but the name of a user. */
const NAMES = new Set(['by', 'acknowledgedBy'])

/** Whom a store forgets: what is known of the account, or only the id if it is gone. */
export interface Person {
  readonly id: string
  readonly username?: string
  readonly email?: string
}

/** Finds and erases a person in what others have written. */
export interface Eraser {
  /** Lower-case texts; what has none of them has nothing of the person. */
  readonly traces: readonly string[]
  /** Whether a text may have something of the person. */
  mayName(json: string): boolean
  /** JSON without the person: ids and addresses go, and mentions name nobody any more. */
  erase(json: string): string
}

export function createEraser({ id, username = '', email = '' }: Person): Eraser {
  const isName = (value: string) => username !== '' && value.toLowerCase() === username
  const patterns: [RegExp, string][] = [
    ...(username === '' ? [] : namesOf(username)),
    ...(email === '' ? [] : [[anyCase(escaped(email)), FORMER] satisfies [RegExp, string]]),
  ]
  const without = (text: string) =>
    patterns.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)
  function revive(this: unknown, key: string, value: unknown): unknown {
    // Elements that were dropped have left holes, which `flat` closes.
    if (Array.isArray(value)) return value.flat(0)
    if (isEmptyRule(value)) return undefined
    // Whom a rule mentions must be somebody.
    if (key === 'mention' && typeof value === 'string' && isName(value.replace('@', '')))
      return undefined
    if (typeof value !== 'string') return value
    if (value === id) return Array.isArray(this) ? undefined : ''
    return NAMES.has(key) && isName(value) ? FORMER : without(value)
  }
  // Names may be written with backslashes, their words may not.
  const words = username.match(/[a-z0-9]+/g) ?? []
  const longest = words.reduce((most, word) => (word.length > most.length ? word : most), '')
  const traces = [id, longest, email.toLowerCase()].filter((trace) => trace !== '')
  return {
    traces,
    mayName: (json) => {
      const lower = json.toLowerCase()
      return traces.some((trace) => lower.includes(trace))
    },
    // What is left of an id is in the middle of a text or in the name of a member.
    erase: (json) => JSON.stringify(JSON.parse(json, revive)).replaceAll(id, ''),
  }
}

/** A rule that did nothing but mention the person. */
function isEmptyRule(value: unknown) {
  return (
    value instanceof Object &&
    'when' in value &&
    'then' in value &&
    value.then instanceof Object &&
    Object.keys(value.then).length === 0
  )
}

/** `@name`, and the name where the library says who has acknowledged an incident. */
function namesOf(username: string): [RegExp, string][] {
  const name = Array.from(username, (character) => `\\\\?${escaped(character)}`).join('')
  const end = '(?![a-z0-9_-]|\\.[a-z0-9])'
  return [
    [anyCase(`(?<![a-z0-9])@${name}${end}`), FORMER],
    [anyCase(`\\b(Acknowledged[^·\\n]{0,60}? by )${name}${end}`), `$1${FORMER}`],
  ]
}

function anyCase(source: string) {
  return new RegExp(source, 'gi')
}

function escaped(text: string) {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** What becomes of a post: it stays, it is another one, or nothing is left of it. */
export function postWithout(
  eraser: Eraser,
  personId: string,
  post: StoredPost,
  /** The owner of a webhook that is still there. */
  ownerOf: (webhookId: string) => string | undefined,
): StoredPost | null {
  const owner = post.userId === personId ? ownerOf(post.webhookId) : post.userId
  if (owner === undefined || owner === personId) return null
  const json = JSON.stringify(post)
  if (!eraser.mayName(json)) return post
  const erased = parsePost(eraser.erase(json))
  const isSame = owner === post.userId && JSON.stringify(erased) === json
  return isSame ? post : { ...erased, userId: owner }
}
