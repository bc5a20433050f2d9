import { setImmediate } from 'node:timers/promises'
import { shownTexts } from '../shown-texts.js'
import type { PostSlice } from './memory/post-reader.js'
import type { StoredPost } from './memory/rows.js'

/** Characters of JSON that a search reads. */
const MAX_READ = 20_000_000
/** How many other characters are read in the time that one of Markdown takes. */
const MARKDOWN_COST = 10
/** Characters that are read before others get their turn. */
const SLICE = 65_536

/** What somebody looks for, in posts that they can read. */
export interface PostSearch {
  readonly userId: string
  readonly teamIds: readonly string[]
  readonly wanted: Wanted
  /** How many posts are wanted. */
  readonly limit: number
}

/** A post that was found. Its contents are read again: together they may be larger than the memory. */
export interface FoundPost {
  readonly id: string
  readonly createAt: number
}

/** Words that a post shows: all of them, or with `isOr` one. */
export interface Wanted {
  /** In lower case. */
  readonly words: readonly string[]
  readonly isOr: boolean
}

/** The words of a search. */
export function wantedIn(terms: string, isOr: boolean): Wanted {
  const words = [...new Set(terms.toLowerCase().split(/\s+/))].filter((word) => word !== '')
  return { words, isOr }
}

/** The newest posts that show the words, at most `limit` of what is read. */
export async function findIn(
  slices: AsyncIterable<PostSlice>,
  wanted: Wanted,
  limit: number,
): Promise<readonly FoundPost[]> {
  const { isShownIn, mayBeIn } = matching(wanted)
  const found = new Map<string, FoundPost>()
  let read = 0
  let sinceTurn = 0
  for await (const slice of slices) {
    read += slice.size
    sinceTurn += slice.size
    for (const post of slice.posts) {
      if (sinceTurn >= SLICE) {
        await turn()
        sinceTurn = 0
      }
      // To read the Markdown of all posts would take ten times as long.
      if (found.has(post.id) || !mayBeIn(post)) continue
      const text = shownTexts(post).join('\n')
      if (isShownIn(text)) found.set(post.id, { id: post.id, createAt: post.createAt })
      sinceTurn += MARKDOWN_COST * text.length
    }
    const { until } = slice
    if (read > MAX_READ || (until !== undefined && hasNewer(found, until, limit))) break
  }
  return newestOf(found.values(), limit)
}

/** Whether so many were found that all that is read later is older. */
function hasNewer(found: ReadonlyMap<string, FoundPost>, than: number, limit: number) {
  let count = 0
  for (const { createAt } of found.values()) if (createAt > than) count += 1
  return count >= limit
}

function newestOf(found: Iterable<FoundPost>, limit: number): readonly FoundPost[] {
  return [...found].sort((a, b) => b.createAt - a.createAt).slice(0, limit)
}

function matching({ words, isOr }: Wanted) {
  const letters = words.map(lettersOf)
  const holds = <T>(all: readonly T[], isIn: (each: T) => boolean) =>
    all.length > 0 && (isOr ? all.some(isIn) : all.every(isIn))
  return {
    isShownIn: (text: string) => {
      const lower = text.toLowerCase()
      const isIn = (word: string) =>
        isHashtag(word) ? hasWhole(lower, word) : lower.includes(word)
      return holds(words, isIn)
    },
    /** False only of what cannot show the words. */
    mayBeIn: ({ message, props }: StoredPost) => {
      const written = `${message} ${JSON.stringify(props)}`.toLowerCase().replace(ADDRESS, ']')
      if (HIDING.test(written)) return words.length > 0
      const all = lettersOf(written)
      return holds(letters, (each) => all.includes(each))
    },
  }
}

/** Where most links lead, behind their words. */
const ADDRESS = /\]\([^()\s\\]*\)/g
/** Before what is shown with other letters than it is written with, or leads elsewhere. */
const HIDING = /&|\[\^|\][([]/

/** Markdown puts only other characters between the letters of a word. */
function lettersOf(text: string) {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}

function isHashtag(word: string) {
  return /^#\p{L}/u.test(word)
}

/** Whether the hashtag is there, and not only the beginning of a longer one. */
function hasWhole(message: string, hashtag: string) {
  for (let at = message.indexOf(hashtag); at !== -1; at = message.indexOf(hashtag, at + 1)) {
    const end = at + hashtag.length
    if (!/^[_.-]{0,64}[\p{L}\p{Nd}]/u.test(message.slice(end, end + 66))) return true
  }
  return false
}

let last: Promise<unknown> = Promise.resolve()

/** One slice of long work per round of the event loop, for all callers together. */
export async function turn(): Promise<void> {
  last = last.then(() => setImmediate())
  await last
}
