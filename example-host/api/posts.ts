import { type HookPost, WebhookError } from 'express-incoming-webhooks'
import {
  type ChatChannel,
  type ChatStore,
  type PageQuery,
  SINCE_LIMIT,
  type StoredPost,
  type Team,
} from '../store/index.js'
import { wantedIn } from '../store/search.js'
import {
  type Call,
  found,
  type Handlers,
  invalid,
  knownTeam,
  member,
  NO_POST,
  openChannel,
  optionalText,
  pageOf,
  pageOfBody,
  permit,
  queryText,
  readableChannel,
  readablePost,
  refuseArchived,
  refuseLonger,
  text,
  wholeNumber,
} from './calls.js'
import { PostList } from './post-list.js'
import { postView, type PostView } from './views.js'

const MAX_MESSAGE = 16_383
const MAX_TERMS = 256

/** `/posts…`, `/channels/{id}/posts` and `/teams/{id}/posts/search`. */
export const postHandlers = {
  // Only these three members are read: only the library may mark a post as a webhook's.
  createPost: async (call) => {
    const { store, body, user } = call
    const channelId = text(body, 'channel_id')
    const message = messageOf(body)
    const channel = await openChannel(call, channelId)
    permit(await store.adapters.channels.canPost(user, channel))
    const rootId = await threadRoot(store, channel, optionalText(body, 'root_id'))
    const mentions = await findMentions(store, channel, message)
    return postView(
      await store.posts.create({ channelId, userId: user.id, message, rootId, mentions }),
    )
  },
  getPost: async (call) => viewOf(call, (await readablePost(call)).post),
  // Posts of a webhook belong to its owner, as in the reference. They stay marked as a webhook's.
  editPost: async (call) => {
    const { post, channel } = await readablePost(call)
    permit(post.userId === call.user.id)
    refuseArchived(channel)
    const edited = await call.store.posts.edit(post.id, messageOf(call.body))
    return viewOf(call, found(edited, ...NO_POST))
  },
  removePost: async (call) => {
    const { post, channel } = await readablePost(call)
    permit(post.userId === call.user.id || call.user.admin)
    refuseArchived(channel)
    found(await call.store.posts.delete(post.id), ...NO_POST)
  },
  listPosts: async (call) => {
    const { id } = await readableChannel(call)
    return listOf(call.store, id, pageQuery(call))
  },
  getThread: async (call) => {
    const { posts: store } = call.store
    const { id, rootId } = (await readablePost(call)).post
    const posts = await store.thread(rootId || id, queryText(call, 'before'))
    return new PostList({ posts, store })
  },
  searchPosts: (call) => search(call, call.store.teams),
  searchTeamPosts: (call) => search(call, [knownTeam(call)]),
} satisfies Partial<Handlers>

async function viewOf({ store: { posts } }: Call, post: StoredPost): Promise<PostView> {
  return postView(post, (await posts.replies([post.id])).get(post.id))
}

function messageOf(body: unknown): string {
  const message = text(body, 'message')
  if (message.trim() === '') throw invalid('message')
  refuseLonger('message', message, MAX_MESSAGE)
  return message
}

async function threadRoot(store: ChatStore, channel: ChatChannel, id: string): Promise<string> {
  if (id === '') return ''
  const root = await store.posts.byId(id)
  if (root?.channelId === channel.id && root.rootId === '') return id
  throw new WebhookError('invalid_param', { params: { name: 'root_id' } })
}

/** A page of a channel. Clients request further posts with `before` or `after`. */
async function listOf(
  { posts: store }: ChatStore,
  channelId: string,
  query: PageQuery,
): Promise<PostList> {
  const posts = await store.list(channelId, query)
  const goesUp = query.after !== undefined
  const isMore = async (last: StoredPost | undefined): Promise<boolean> => {
    if (query.since !== undefined) return posts.count >= SINCE_LIMIT
    if (!last) return false
    const beyond = goesUp ? { after: last.id } : { before: last.id }
    return (await store.list(channelId, { ...beyond, perPage: 1 })).count > 0
  }
  return new PostList({ posts, store, keep: goesUp ? 'oldest' : 'newest', isMore })
}

function pageQuery(call: Call): PageQuery {
  const since = queryText(call, 'since')
  if (since !== undefined) return { since: timeOf(since) }
  const before = queryText(call, 'before')
  const after = queryText(call, 'after')
  if (before !== undefined) return { ...pageOf(call), before }
  return { ...pageOf(call), ...(after === undefined ? {} : { after }) }
}

// Ignoring it would return the newest posts as if they were the changes.
function timeOf(since: string): number {
  const time = wholeNumber(since)
  if (time === undefined) throw new WebhookError('invalid_param', { params: { name: 'since' } })
  return time
}

/** Newest first. */
async function search({ store, user, body }: Call, teams: readonly Team[]): Promise<PostList> {
  const { posts } = store
  const terms = text(body, 'terms')
  refuseLonger('terms', terms, MAX_TERMS)
  const isOr = member(body, 'is_or_search') ?? false
  if (typeof isOr !== 'boolean') throw invalid('is_or_search')
  const { page, perPage } = pageOfBody(body)
  const end = (page + 1) * perPage
  const hits = await posts.search({
    userId: user.id,
    teamIds: teams.map(({ id }) => id),
    wanted: wantedIn(terms, isOr),
    // One more says whether there is another page.
    limit: end + 1,
  })
  return new PostList({
    posts: await posts.byIds(hits.slice(page * perPage, end).map(({ id }) => id)),
    store: posts,
    isMore: () => hits.length > end,
    // Only the reference's search servers know which words matched.
    beside: { matches: null },
  })
}

const NAME = /(?<![\w.@-])@([a-z0-9][a-z0-9._-]{0,63})/gi
const CODE = /`[^`]*`/g
/** Names looked up per message. */
const MAX_NAMES = 50
const WIDE = ['channel', 'here', 'all'] as const

/** Whom a user's message notifies: members by name, and everyone with `@channel`, `@here` or `@all`. */
export async function findMentions(
  store: ChatStore,
  channel: ChatChannel,
  message: string,
): Promise<HookPost['mentions']> {
  const names = namesIn(message)
  const channelWide = WIDE.find((wide) => names.includes(wide)) ?? null
  if (names.length === 0) return { userIds: [], channelWide }
  const users = await store.adapters.users.findByUsernames(names)
  const ids = users.map(({ id }) => id)
  const userIds = ids.length > 0 ? await store.channels.membersAmong(channel.id, ids) : []
  return { userIds: [...userIds], channelWide }
}

function namesIn(message: string): string[] {
  const names = new Set<string>()
  for (const [, found = ''] of message.replace(CODE, ' ').matchAll(NAME)) {
    // A sentence may end after a name, and a name may end with a dot.
    names.add(found.toLowerCase()).add(found.toLowerCase().replace(/[._-]{1,64}$/, ''))
    if (names.size >= MAX_NAMES) break
  }
  return [...names]
}
