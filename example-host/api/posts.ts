import { Router } from 'express'
import { type ClientPost, toClientPost, WebhookError } from 'express-incoming-webhooks'
import {
  type ChatChannel,
  type ChatStore,
  type PageQuery,
  SINCE_LIMIT,
  type StoredPost,
} from '../store/index.js'
import { canRead, openChannel, readableChannel, refuseArchived } from './access.js'
import {
  type Call,
  invalid,
  type MakeCall,
  optionalText,
  pageOf,
  pathPart,
  refuseLonger,
  queryText,
  text,
  wholeNumber,
} from './calls.js'
import { findMentions } from './mentions.js'
import { PostList } from './post-list.js'
import { postView } from './views.js'

const MAX_MESSAGE = 16_383
/** Room for the longest message with each character escaped in JSON. */
const POST_BODY_LIMIT = 262_144

/** `/posts…` and `/channels/{id}/posts`, below the API's root. */
export function postRoutes(store: ChatStore, call: MakeCall): Router {
  const router = Router()
  router.post(
    '/posts',
    call((made) => createPost(store, made), 201, POST_BODY_LIMIT),
  )
  router.get(
    '/posts/:post_id',
    call(async (made) => viewOf(store, (await readablePost(store, made)).post)),
  )
  router.put(
    '/posts/:post_id/patch',
    call((made) => editPost(store, made), 200, POST_BODY_LIMIT),
  )
  router.delete(
    '/posts/:post_id',
    call((made) => deletePost(store, made)),
  )
  router.get(
    '/channels/:channel_id/posts',
    call(async ({ req, user }) => {
      const channel = await readableChannel(store, user, pathPart(req, 'channel_id'))
      return listOf(store, channel.id, pageQuery({ req }))
    }),
  )
  router.get(
    '/posts/:post_id/thread',
    call(async (made) => {
      const { id, rootId } = (await readablePost(store, made)).post
      const posts = await store.posts.thread(rootId || id, queryText(made.req, 'before'))
      return new PostList({ posts, store: store.posts, keep: 'newest', isMore: () => false })
    }),
  )
  return router
}

// Only these three members are read: only the library may mark a post as a webhook's.
async function createPost(store: ChatStore, { body, user }: Call): Promise<ClientPost> {
  const channelId = text(body, 'channel_id')
  const message = messageOf(body)
  const channel = await openChannel(store, user, channelId)
  if (!(await store.adapters.channels.canPost(user, channel))) {
    throw new WebhookError('not_permitted')
  }
  const rootId = await threadRoot(store, channel, optionalText(body, 'root_id'))
  const mentions = await findMentions(store, channel, message)
  return toClientPost(
    await store.posts.create({ channelId, userId: user.id, message, rootId, mentions }),
  )
}

// Posts of a webhook belong to its owner, as in the reference. They stay marked as a webhook's.
async function editPost(store: ChatStore, call: Call): Promise<ClientPost> {
  const { post, channel } = await readablePost(store, call)
  if (post.userId !== call.user.id) throw new WebhookError('not_permitted')
  refuseArchived(channel)
  const edited = await store.posts.edit(post.id, messageOf(call.body))
  if (!edited) throw noSuchPost()
  return viewOf(store, edited)
}

async function viewOf({ posts }: ChatStore, post: StoredPost): Promise<ClientPost> {
  return postView(post, (await posts.replies([post.id])).get(post.id))
}

async function deletePost(store: ChatStore, call: Call): Promise<object> {
  const { post, channel } = await readablePost(store, call)
  if (post.userId !== call.user.id && !call.user.admin) throw new WebhookError('not_permitted')
  refuseArchived(channel)
  if (!(await store.posts.delete(post.id))) throw noSuchPost()
  return { status: 'OK' }
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

interface Found {
  readonly post: StoredPost
  readonly channel: ChatChannel
}

/** The post named in the path. A post that the caller may not read is 404. */
async function readablePost(store: ChatStore, { req, user }: Call): Promise<Found> {
  const post = await store.posts.byId(pathPart(req, 'post_id'))
  const channel = post && (await store.channels.byId(post.channelId))
  if (channel && (await canRead(store, user, channel))) return { post, channel }
  throw noSuchPost()
}

function noSuchPost(): WebhookError {
  return new WebhookError('not_found', { detail: 'no such post' })
}

/** A page of a channel. Clients request further posts with `before` or `after`. */
async function listOf(store: ChatStore, channelId: string, query: PageQuery): Promise<PostList> {
  const posts = await store.posts.list(channelId, query)
  const isAny = async (beyond: PageQuery): Promise<boolean> =>
    (await store.posts.list(channelId, { ...beyond, perPage: 1 })).count > 0
  if (query.after !== undefined) {
    const isMore = async (newest: StoredPost | undefined): Promise<boolean> =>
      newest !== undefined && isAny({ after: newest.id })
    return new PostList({ posts, store: store.posts, keep: 'oldest', isMore })
  }
  const isMore = async (oldest: StoredPost | undefined): Promise<boolean> => {
    if (query.since !== undefined) return posts.count >= SINCE_LIMIT
    return oldest !== undefined && isAny({ before: oldest.id })
  }
  return new PostList({ posts, store: store.posts, keep: 'newest', isMore })
}

function pageQuery({ req }: Pick<Call, 'req'>): PageQuery {
  const sent = queryText(req, 'since')
  if (sent !== undefined) return { since: timeOf('since', sent) }
  const before = queryText(req, 'before')
  const after = queryText(req, 'after')
  if (before !== undefined) return { ...pageOf(req), before }
  return { ...pageOf(req), ...(after === undefined ? {} : { after }) }
}

// Ignoring it would return the newest posts as if they were the changes.
function timeOf(name: string, text: string): number {
  const time = wholeNumber(text)
  if (time === undefined) throw new WebhookError('invalid_param', { params: { name } })
  return time
}
