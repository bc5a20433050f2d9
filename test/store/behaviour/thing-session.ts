import type { BatchResult, PostBatch } from 'express-incoming-webhooks'
import type { ChatStore } from '../../../example-host/store/index.js'
import * as support from '../support.js'
import { type ChannelSession, type OpenSession, withChannel } from './session.js'

type Thing = support.Thing
type ThingWrite = NonNullable<PostBatch['thing']>
type PostEdit = NonNullable<PostBatch['edit']>

/** What is answered where a thing or a post is not as expected. */
export const CHANGED = { stored: false, changed: true }

/** A store with a channel, and what programs report to it. */
export interface ThingSession extends ChannelSession {
  readonly clock: { now: number }
  readonly thingOf: (key: string, changes?: Partial<Thing>) => Thing
  readonly write: (
    texts: readonly string[],
    parts?: Omit<PostBatch, 'posts'>,
  ) => Promise<BatchResult>
  /** Stores the first post of a thing; answers the thing as it is kept. */
  readonly begin: (key: string, changes?: Partial<Thing>) => Promise<Thing>
  /** Whether it is still there in each of the stores. */
  readonly eachStore: (check: (from: ChatStore, which: string) => Promise<void>) => Promise<void>
}

export async function openThings(open: OpenSession): Promise<ThingSession> {
  const clock = { now: Date.now() }
  const session = await withChannel(await open({ clock: () => (clock.now += 1) }))
  const { store, channelId } = session
  const thingOf: ThingSession['thingOf'] = (key, changes = {}) =>
    support.newThing(key, { channelId, ...changes })
  const write: ThingSession['write'] = async (texts, parts = {}) => {
    const posts = texts.map((text) => support.newPost(text, { channelId }))
    return store.adapters.posts.createBatch({ posts, ...parts })
  }
  return {
    ...session,
    clock,
    thingOf,
    write,
    begin: async (key, changes = {}) => {
      const thing = thingOf(key, changes)
      const result = await write([key], { thing: { thing, expectedVersion: null } })
      return { ...thing, postId: String(support.postsOf(result)[0]?.id) }
    },
    eachStore: async (check) => {
      await check(store, 'at once')
      for (const [which, again] of await session.again()) await check(again, which)
    },
  }
}

export function later(thing: Thing, changes: Partial<Thing> = {}): ThingWrite {
  const { count, version } = thing
  const changed = { ...thing, count: count + 1, version: version + 1, ...changes }
  return { thing: changed, expectedVersion: version }
}

export function edit(id: string, message: string, version = 1): PostEdit {
  return { id, changes: { message, version }, expectedVersion: version - 1 }
}

export async function find(from: ChatStore, thing: Thing): Promise<unknown> {
  const { webhookId, channelId, key } = thing
  return from.adapters.posts.findThing(webhookId, channelId, key)
}
