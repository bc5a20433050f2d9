import type { HookPost } from 'express-incoming-webhooks'
import {
  type BatchResult,
  type NewPost,
  type PostBatch,
  type PostChanges,
  type PostsAdapter,
  type StoredBatch,
  withPostId,
} from 'express-incoming-webhooks/adapters'
import type { ChatChannels, ChatPosts, PersonalPost } from './chat-store.js'
import { createId } from './ids.js'
import { withoutContent } from './memory/kept-post.js'
import { allOf } from './memory/post-reader.js'
import {
  incidentKey,
  type IncidentName,
  type IncidentRow,
  pairKey,
  type StoredPost,
} from './memory/rows.js'
import { latestFirst } from './memory/webhook-incidents.js'
import { searchLatest } from './latest.js'
import type { Writer } from './writer.js'

type Edit = NonNullable<PostBatch['edit']>

export function postsAdapter(writer: Writer): PostsAdapter {
  const { tables, indexes, timeline } = writer.model
  const isKept = ({ expiresAt }: IncidentRow) => expiresAt > writer.clock()
  const findIncident = (name: IncidentName) => {
    const incident = tables.things.get(incidentKey(name))
    return incident && isKept(incident) ? incident : null
  }
  const findBatch = (webhookId: string, key: string): StoredBatch | null => {
    const row = tables.batches.get(pairKey(webhookId, key))
    if (!row || row.expiresAt <= writer.clock()) return null
    const { fingerprint, warnings, ignored = [], postIds } = row
    return { fingerprint, warnings, ignored, posts: postIds.map(writer.post) }
  }
  /** The post of an edit, if it is still there as the edit expects it. */
  const postOf = ({ id, expectedVersion }: Edit) => {
    const post = timeline.byId(id)
    return post && versionOf(post) === expectedVersion ? post : null
  }
  return {
    createBatch: (batch) =>
      writer.inTurn(namesIn(batch), async () => {
        const { once, edit, incident } = batch
        const earlier = once ? findBatch(once.webhookId, once.key) : null
        if (earlier) return { stored: false, earlier }
        const before = edit ? postOf(edit) : null
        const version = incident && (findIncident(incident.incident)?.version ?? null)
        if ((edit && !before) || version !== incident?.expectedVersion) {
          return { stored: false, changed: true }
        }
        return store(writer, batch, before)
      }),
    findBatch,
    findIncident: (webhookId, channelId, key) => findIncident({ webhookId, channelId, key }),
    listIncidents: (webhookId, { offset, limit }) => {
      const kept = latestFirst(indexes.incidents.get(webhookId) ?? []).filter(isKept)
      return { items: kept.slice(offset, offset + limit), total: kept.length }
    },
    findById: (id) => timeline.byId(id),
    update: (id, changes, expectedVersion) =>
      changePost(writer, id, (post) =>
        versionOf(post) === expectedVersion ? edited(writer, post, changes) : null,
      ),
    delete: (id) => deletePost(writer, id),
  }
}

async function deletePost(writer: Writer, id: string) {
  const deleted = await changePost(writer, id, (post) => withoutContent(post, writer.tick()))
  return deleted !== null
}

/** Null if the post is not there, or `changed` returns null. The same post changes nothing. */
function changePost(writer: Writer, id: string, changed: (post: StoredPost) => StoredPost | null) {
  return writer.inTurn([postName(id)], async () => {
    const before = writer.model.timeline.byId(id)
    const after = before && changed(before)
    if (after && after !== before) await writer.commit({ posts: [after] })
    return after && writer.post(id)
  })
}

export function chatPosts(writer: Writer, channels: ChatChannels): ChatPosts {
  const { timeline } = writer.model
  return {
    create: async (personal) => {
      const post = toPost(writer, newPost(personal))
      const { channelId, userId, createAt: viewedAt } = post
      await writer.commit({ posts: [post], put: { views: [{ channelId, userId, viewedAt }] } })
      return writer.post(post.id)
    },
    edit: (id, message) =>
      changePost(writer, id, (post) => {
        if (post.message === message) return post
        const at = writer.tick()
        return { ...post, message, updateAt: at, editAt: at, version: versionOf(post) + 1 }
      }),
    delete: (id) => deletePost(writer, id),
    byId: (id) => timeline.byId(id),
    list: (channelId, query) => timeline.list(channelId, query),
    page: (channelId, query) => allOf(timeline.list(channelId, query)),
    thread: (rootId, before) => timeline.thread(rootId, before),
    byIds: (ids) => timeline.byIds(ids),
    replies: (rootIds) => {
      const all = rootIds.map((id) => [id, timeline.replies(id)] as const)
      return new Map(all.filter(([, { count }]) => count > 0))
    },
    search: (search) => searchLatest(search, channels, (id, query) => timeline.list(id, query)),
  }
}

/** The post of a person. */
export function newPost(personal: PersonalPost): NewPost {
  return {
    id: createId(),
    webhookId: '',
    rootId: '',
    type: '',
    props: {},
    priority: null,
    mentions: { userIds: [], channelWide: null },
    ...personal,
  }
}

/** What of the store a batch depends on. */
function namesIn({ once, edit, incident }: PostBatch) {
  return [
    ...(once ? [`once ${pairKey(once.webhookId, once.key)}`] : []),
    ...(edit ? [postName(edit.id)] : []),
    ...(incident ? [incidentName(incident.incident)] : []),
  ]
}

export function postName(id: string): string {
  return `post ${id}`
}

export function incidentName(incident: IncidentName): string {
  return `incident ${incidentKey(incident)}`
}

// One commit, so that all of a batch is stored or nothing. Nothing is awaited before it: posts reach
// the journal in the order of the times that `tick` gives out.
async function store(
  writer: Writer,
  { posts, once, edit, incident }: PostBatch,
  before: StoredPost | null,
): Promise<BatchResult> {
  const postIds = posts.map((post) => post.id)
  const changes = await writer.commit({
    posts: [
      ...posts.map((post) => toPost(writer, post)),
      ...(edit && before ? [edited(writer, before, edit.changes)] : []),
    ],
    ...((once ?? incident) && {
      put: {
        ...(once && { batches: [{ postIds, ...once }] }),
        ...(incident && { things: [withPostId(incident.incident, posts)] }),
      },
    }),
  })
  const stored = changes.flatMap((change) => (change.kind === 'posted' ? change.posts : []))
  return {
    stored: true,
    // Not all are new if they reply to a post that was deleted meanwhile.
    posts: stored.length === posts.length ? stored : postIds.map(writer.post),
    edited: edit ? writer.model.timeline.byId(edit.id) : null,
  }
}

function edited(writer: Writer, post: StoredPost, changes: PostChanges): StoredPost {
  return { ...post, ...changes, updateAt: writer.tick() }
}

function toPost(writer: Writer, post: NewPost): HookPost {
  const createAt = writer.tick()
  // No spread, because members are added to it (CONTRIBUTING.md).
  return Object.assign({}, post, { createAt, updateAt: createAt })
}

function versionOf({ version = 0 }: HookPost) {
  return version
}
