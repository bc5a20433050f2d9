import type { HookIncident, HookPost } from 'express-incoming-webhooks'
import type { BatchResult, PostBatch } from 'express-incoming-webhooks/adapters'
import type { MemoryAdapters } from 'express-incoming-webhooks/memory'
import { fieldNames, recordOf } from '../../../lib/model/fields.js'
import { newIncident } from '../../support/new-incident.js'
import { type Broken, brokenPosts } from './broken.js'

const titleOf = (what: string): string => `incidents: ${what}, if incidents is guaranteed`
const WHOLE = titleOf('are written in the commit of their first post, and found again whole')
const EXPECTED = titleOf('are not written if one is not as expected, and nothing else is stored')
const POST = titleOf(
  'are not written if the post to edit is not as expected, and nothing else is stored',
)
const FIRSTS = titleOf('are written once by concurrent firsts, and so is their post')
const UPDATES = titleOf('change once by concurrent updates of one version')
const SEPARATE = titleOf('are separate for each webhook, channel and key')
const EXPIRED = titleOf('that have expired are not there, and may be written anew')
const EDIT = titleOf('are written with an edit of a post, of which only given values change')
const REPLY = titleOf('are written with an edit and further posts in one commit')
const FAILED = titleOf('are not written if a post of their batch cannot be stored')
const OWN = titleOf('are deleted with their webhook')
const DELETED = titleOf('whose post was deleted are not written with its edit')
const EARLIER = titleOf('of a request that was stored before do not matter to its answer')
const NEWER = titleOf('keep what only a newer version knows of them')
const LISTED = titleOf('are listed by their last event, the latest first, in pages')
const COPIES = titleOf('are copies: changing input or results does not change what is stored')
const ALL = [
  WHOLE,
  EXPECTED,
  POST,
  FIRSTS,
  UPDATES,
  SEPARATE,
  EXPIRED,
  EDIT,
  REPLY,
  FAILED,
  DELETED,
  OWN,
  NEWER,
]

type Posts = MemoryAdapters['posts']

export const BROKEN_INCIDENTS: readonly Broken[] = [
  brokenPosts(
    'incidents are forgotten at once',
    [...ALL, EARLIER, LISTED, COPIES],
    ({ posts }) => ({
      createBatch: ({ incident: _incident, ...batch }) => posts.createBatch(batch),
    }),
  ),
  writing('the time of the sender is lost', [WHOLE], (incident) => ({ ...incident, at: null })),
  writing('there is a column for each member of an incident', [NEWER], onlyKnown),
  writing('the time of the closing is lost', [WHOLE], (incident) => ({
    ...incident,
    closedAt: null,
  })),
  writing('an update is stored as open', [WHOLE], (incident) => ({
    ...incident,
    state: incident.state === 'update' ? 'open' : incident.state,
  })),
  brokenPosts('only the latest thirty incidents are found', [SEPARATE], ({ posts }) => {
    const keys: string[] = []
    return {
      createBatch: (batch) => {
        if (batch.incident) keys.push(batch.incident.incident.key)
        return posts.createBatch(batch)
      },
      findIncident: (webhookId, channelId, key) =>
        keys.slice(-30).includes(key) ? posts.findIncident(webhookId, channelId, key) : null,
    }
  }),
  writing('incidents never expire', [EXPIRED], (incident) => ({
    ...incident,
    expiresAt: Math.max(incident.expiresAt, 4_102_444_800_000),
  })),
  writing('incidents are the same in any case of their keys', [SEPARATE], lowerCase, lowerCase),
  writing(
    'incidents are those of all channels',
    [...ALL.filter((title) => title !== FIRSTS), LISTED],
    (incident) => ({ ...incident, channelId: 'all' }),
    (of) => ({ ...of, channelId: 'all' }),
  ),
  brokenPosts(
    'an incident is written over any other',
    [EXPECTED, EXPIRED, EARLIER],
    ({ posts }) => ({
      createBatch: async (batch) => posts.createBatch(await withActualIncident(posts, batch)),
    }),
  ),
  brokenPosts('a post is edited whatever its version', [POST], ({ posts }) => ({
    createBatch: async (batch) => posts.createBatch(await withActualPost(posts, batch)),
  })),
  brokenPosts('two firsts at once are both stored', [FIRSTS], ({ posts }) => ({
    createBatch: (batch) =>
      batch.incident?.expectedVersion === null && !batch.once && !batch.edit
        ? lookAndStore(posts, batch)
        : posts.createBatch(batch),
  })),
  brokenPosts('two updates at once are both stored', [UPDATES], ({ posts }) => ({
    createBatch: (batch) =>
      batch.incident && batch.edit && batch.posts.length === 0
        ? lookAndStore(posts, batch)
        : posts.createBatch(batch),
  })),
  brokenPosts('an edit leaves updateAt', [EDIT], ({ host, posts }) => ({
    createBatch: async (batch) => {
      const result = await posts.createBatch(batch)
      if (!result.stored || !result.edited) return result
      const edited = { ...result.edited, updateAt: result.edited.createAt }
      host.posts.set(edited.id, edited)
      return { ...result, edited }
    },
  })),
  {
    what: 'incidents outlive their webhook',
    fails: [OWN],
    breakAdapters: ({ host, webhooks }) => ({
      webhooks: { ...webhooks, delete: (id) => host.webhooks.delete(id) },
    }),
  },
  brokenPosts('the edit of a deleted post is left out', [DELETED], ({ posts }) => {
    const gone = new Set<string>()
    return {
      delete: (id) => {
        gone.add(id)
        return posts.delete?.(id) ?? false
      },
      createBatch: ({ edit, ...batch }) =>
        posts.createBatch(edit && !gone.has(edit.id) ? { edit, ...batch } : batch),
    }
  }),
  brokenPosts('posts beside an edit are not stored', [REPLY, FAILED], ({ posts }) => ({
    createBatch: (batch) => posts.createBatch(batch.edit ? { ...batch, posts: [] } : batch),
  })),
  brokenPosts('an edit and an incident stay after a failure', [FAILED], ({ posts }) => ({
    createBatch: async (batch) => {
      try {
        return await posts.createBatch(batch)
      } catch (error) {
        const { posts: _posts, once: _once, ...rest } = batch
        await posts.createBatch({ ...rest, posts: [] })
        throw error
      }
    },
  })),
  brokenPosts('an incident matters more than an idempotency key', [EARLIER], ({ posts }) => ({
    createBatch: async (batch) =>
      (await isAsExpected(posts, batch))
        ? posts.createBatch(batch)
        : { stored: false, changed: true },
  })),
  brokenPosts('incidents are listed by their keys', [LISTED], ({ posts }) => ({
    listIncidents: async (webhookId, { offset, limit }) => {
      const { items, total } = await posts.listIncidents(webhookId, { offset: 0, limit: 100 })
      const sorted = items.toSorted((a, b) => (a.key < b.key ? -1 : 1))
      return { items: sorted.slice(offset, offset + limit), total }
    },
  })),
  brokenPosts('edited posts are live references', [COPIES], ({ posts }) => {
    const live = new Map<string, HookPost>()
    return {
      createBatch: async (batch) => {
        const result = await posts.createBatch(batch)
        if (result.stored && result.edited) live.set(result.edited.id, result.edited)
        return result
      },
      findById: (id) => live.get(id) ?? posts.findById(id),
      update: (id, changes, expected) => {
        live.delete(id)
        return posts.update(id, changes, expected)
      },
    }
  }),
]

type KeyOf = Pick<HookIncident, 'channelId' | 'key'>

function onlyKnown(incident: HookIncident): HookIncident {
  return recordOf<HookIncident>(fieldNames(newIncident()), (name) => incident[name])
}

function lowerCase<Given extends KeyOf>(incident: Given): Given {
  return { ...incident, key: incident.key.toLowerCase() }
}

/** An adapter that writes another incident than it is given, and perhaps looks for another. */
function writing(
  what: string,
  fails: readonly string[],
  change: (incident: HookIncident) => HookIncident,
  looking: (of: KeyOf) => KeyOf = (of) => of,
): Broken {
  return brokenPosts(what, fails, ({ posts }) => ({
    createBatch: (batch) => {
      const { incident } = batch
      if (!incident) return posts.createBatch(batch)
      return posts.createBatch({
        ...batch,
        incident: { ...incident, incident: change(incident.incident) },
      })
    },
    findIncident: (webhookId, channelId, key) => {
      const of = looking({ channelId, key })
      return posts.findIncident(webhookId, of.channelId, of.key)
    },
  }))
}

async function withActualIncident(posts: Posts, batch: PostBatch): Promise<PostBatch> {
  if (!batch.incident) return batch
  const { webhookId, channelId, key } = batch.incident.incident
  const found = await posts.findIncident(webhookId, channelId, key)
  return { ...batch, incident: { ...batch.incident, expectedVersion: found?.version ?? null } }
}

async function withActualPost(posts: Posts, batch: PostBatch): Promise<PostBatch> {
  if (!batch.edit) return batch
  const found = await posts.findById(batch.edit.id)
  const expectedVersion = found?.version ?? batch.edit.expectedVersion
  return { ...batch, edit: { ...batch.edit, expectedVersion } }
}

async function isAsExpected(posts: Posts, batch: PostBatch): Promise<boolean> {
  const { incident } = await withActualIncident(posts, batch)
  return incident?.expectedVersion === batch.incident?.expectedVersion
}

/** Looks first and stores later, whatever has happened in between. */
async function lookAndStore(posts: Posts, batch: PostBatch): Promise<BatchResult> {
  const isExpected = await isAsExpected(posts, batch)
  await new Promise((resolve) => setTimeout(resolve, 5))
  if (!isExpected) return posts.createBatch(batch)
  return posts.createBatch(await withActualPost(posts, await withActualIncident(posts, batch)))
}
