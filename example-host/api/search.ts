import { shownTexts } from '../shown-texts.js'
import type { ChatStore, PageQuery, PostSlice, StoredPost, Team } from '../store/index.js'
import {
  type Call,
  type Handlers,
  invalid,
  knownTeam,
  member,
  pageOfBody,
  refuseLonger,
  text,
} from './calls.js'
import { PostList, turn } from './post-list.js'

const MAX_TERMS = 256
/** Characters of JSON that a search reads. */
const MAX_READ = 20_000_000
/** How many other characters are read in the time that one of Markdown takes. */
const MARKDOWN_COST = 10
/** Characters that are read before others get their turn. */
const SLICE = 65_536
/** Posts of a channel that are asked for at a time. */
const POSTS_AT_A_TIME = 100

/** `/posts/search` and `/teams/{id}/posts/search`. */
export const searchHandlers = {
  searchPosts: (call) => search(call, call.store.teams),
  searchTeamPosts: (call) => search(call, [knownTeam(call)]),
} satisfies Partial<Handlers>

/** Newest first. Without an index, only the latest posts of each channel can be searched. */
async function search(call: Call, teams: readonly Team[]): Promise<PostList> {
  const { posts } = call.store
  const wanted = wantedIn(call.body)
  const { page, perPage } = pageOfBody(call.body)
  const found = await findPosts(posts, await channelsToSearch(call, teams), wanted)
  found.sort((a, b) => b.createAt - a.createAt)
  const end = (page + 1) * perPage
  return new PostList({
    posts: await posts.byIds(found.slice(page * perPage, end).map(({ id }) => id)),
    store: posts,
    isMore: () => found.length > end,
    // Only the reference's search servers know which words matched.
    beside: { matches: null },
  })
}

interface Wanted {
  readonly isShownIn: (text: string) => boolean
  /** False only of what cannot show the words. */
  readonly mayBeIn: (post: StoredPost) => boolean
}

function wantedIn(body: unknown): Wanted {
  const terms = text(body, 'terms')
  refuseLonger('terms', terms, MAX_TERMS)
  const isOrSearch = member(body, 'is_or_search') ?? false
  if (typeof isOrSearch !== 'boolean') throw invalid('is_or_search')
  const words = [...new Set(terms.toLowerCase().split(/\s+/))].filter((word) => word !== '')
  const letters = words.map(lettersOf)
  const holds = <T>(all: readonly T[], isIn: (each: T) => boolean): boolean =>
    all.length > 0 && (isOrSearch ? all.some(isIn) : all.every(isIn))
  return {
    isShownIn: (text) => {
      const lower = text.toLowerCase()
      const isIn = (word: string): boolean =>
        isHashtag(word) ? hasWhole(lower, word) : lower.includes(word)
      return holds(words, isIn)
    },
    mayBeIn: ({ message, props }) => {
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
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}

function isHashtag(word: string): boolean {
  return /^#\p{L}/u.test(word)
}

/** Whether the hashtag is there, and not only the beginning of a longer one. */
function hasWhole(message: string, hashtag: string): boolean {
  for (let at = message.indexOf(hashtag); at !== -1; at = message.indexOf(hashtag, at + 1)) {
    const end = at + hashtag.length
    if (!/^[_.-]{0,64}[\p{L}\p{Nd}]/u.test(message.slice(end, end + 66))) return true
  }
  return false
}

/** Ids of the public channels and the user's own. */
async function channelsToSearch(
  { store, user }: Call,
  teams: readonly Team[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const { id } of teams) {
    for (const channel of await store.channels.listPublic(id)) ids.add(channel.id)
    for (const channel of await store.channels.channelsOf(user.id, id)) ids.add(channel.id)
  }
  return ids
}

/** A post that was found. Its contents are read again: together they may be larger than the memory. */
interface Found {
  readonly id: string
  readonly createAt: number
}

async function findPosts(
  posts: ChatStore['posts'],
  channelIds: ReadonlySet<string>,
  { isShownIn, mayBeIn }: Wanted,
): Promise<Found[]> {
  const found: Found[] = []
  let read = 0
  let sinceTurn = 0
  for await (const slice of latestPosts(posts, channelIds)) {
    read += slice.size
    sinceTurn += slice.size
    for (const post of slice.posts) {
      if (sinceTurn >= SLICE) {
        await turn()
        sinceTurn = 0
      }
      // To read the Markdown of all posts would take ten times as long.
      if (!mayBeIn(post)) continue
      const text = shownTexts(post).join('\n')
      if (isShownIn(text)) found.push({ id: post.id, createAt: post.createAt })
      sinceTurn += MARKDOWN_COST * text.length
    }
    if (read > MAX_READ) break
  }
  return found
}

/** The latest posts of all channels, a slice of each in turn: large posts of one hide no others. */
async function* latestPosts(
  posts: ChatStore['posts'],
  channelIds: ReadonlySet<string>,
): AsyncGenerator<PostSlice> {
  const channels = new Set([...channelIds].map((id) => latestOf(posts, id)))
  while (channels.size > 0) {
    for (const channel of channels) {
      const { value: slice, done } = await channel.next()
      if (done === true) channels.delete(channel)
      else yield slice
    }
  }
}

async function* latestOf(
  posts: ChatStore['posts'],
  channelId: string,
): AsyncGenerator<PostSlice, void> {
  let query: PageQuery = { perPage: POSTS_AT_A_TIME }
  for (;;) {
    const page = await posts.list(channelId, query)
    let oldest: StoredPost | undefined
    for await (const slice of page.slices('newest')) {
      yield slice
      oldest = slice.posts.at(-1)
    }
    if (!oldest || page.count < POSTS_AT_A_TIME) return
    query = { perPage: POSTS_AT_A_TIME, before: oldest.id }
  }
}
