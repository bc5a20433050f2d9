import type { BatchResult, PostBatch } from 'express-incoming-webhooks/adapters'
import type { ChatStore } from '../../../example-host/store/index.js'
import * as support from '../support.js'
import { type ChannelSession, type OpenSession, withChannel } from './session.js'

type Incident = support.Incident
type IncidentWrite = NonNullable<PostBatch['incident']>
type PostEdit = NonNullable<PostBatch['edit']>

/** What is answered where an incident or a post is not as expected. */
export const CHANGED = { stored: false, changed: true }

/** A store with a channel, and what programs report to it. */
export interface IncidentSession extends ChannelSession {
  readonly clock: { now: number }
  readonly incidentOf: (key: string, changes?: Partial<Incident>) => Incident
  readonly write: (
    texts: readonly string[],
    parts?: Omit<PostBatch, 'posts'>,
  ) => Promise<BatchResult>
  /** Stores the first post of an incident; answers the incident as it is kept. */
  readonly begin: (key: string, changes?: Partial<Incident>) => Promise<Incident>
  /** Whether it is still there in each of the stores. */
  readonly eachStore: (check: (from: ChatStore, which: string) => Promise<void>) => Promise<void>
}

export async function openIncidents(open: OpenSession): Promise<IncidentSession> {
  const clock = { now: Date.now() }
  const session = await withChannel(await open({ clock: () => (clock.now += 1) }))
  const { store, channelId } = session
  const incidentOf: IncidentSession['incidentOf'] = (key, changes = {}) =>
    support.newIncident(key, { channelId, ...changes })
  const write: IncidentSession['write'] = async (texts, parts = {}) => {
    const posts = texts.map((text) => support.newPost(text, { channelId }))
    return store.adapters.posts.createBatch({ posts, ...parts })
  }
  return {
    ...session,
    clock,
    incidentOf,
    write,
    begin: async (key, changes = {}) => {
      const incident = incidentOf(key, changes)
      const result = await write([key], { incident: { incident, expectedVersion: null } })
      return { ...incident, postId: String(support.postsOf(result)[0]?.id) }
    },
    eachStore: async (check) => {
      await check(store, 'at once')
      for (const [which, again] of await session.again()) await check(again, which)
    },
  }
}

export function later(incident: Incident, changes: Partial<Incident> = {}): IncidentWrite {
  const { count, version } = incident
  const changed = { ...incident, count: count + 1, version: version + 1, ...changes }
  return { incident: changed, expectedVersion: version }
}

export function edit(id: string, message: string, version = 1): PostEdit {
  return { id, changes: { message, version }, expectedVersion: version - 1 }
}

export async function find(from: ChatStore, incident: Incident): Promise<unknown> {
  const { webhookId, channelId, key } = incident
  return from.adapters.posts.findIncident(webhookId, channelId, key)
}
