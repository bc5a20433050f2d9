import type { CheckedDelivery, CheckedResult } from '../adapters/checked.js'
import type { Once } from '../adapters/types.js'
import type { ThingWrite } from '../adapters/things.js'
import { WebhookError } from '../model/errors.js'
import type { Channel, Post } from '../model/records.js'
import type { Thing } from '../model/things.js'
import {
  type Course,
  follow,
  shownThing,
  type ThingEvent,
  type ThingFacts,
} from '../rules/things.js'
import { type About, fingerprint, type Mode, storedKey } from '../rules/together.js'
import type { ComposedPost } from './compose.js'
import type { Action } from './once.js'
import type { Resolved } from './resolve.js'
import { channelOf, createBatch, named } from './store.js'

/** A message about a thing, ready to be stored. */
export interface ThingMessage {
  readonly composed: readonly ComposedPost[]
  readonly resolved: Resolved
  readonly about: About
  readonly mode: Exclude<Mode, 'off'>
  readonly once: Once | null
  /** The first line of the message. */
  readonly title: string
}

export interface ThingParts {
  readonly adapters: CheckedDelivery
  readonly clock: () => number
  /** The address of a post; `''` if there is none. */
  readonly permalink: (post: Post, channel: Channel) => string
}

/** What was stored, or the earlier result of the same request. */
export type StoredThing =
  | {
      readonly stored: true
      readonly channel: Channel
      /** In the order of the receipt. */
      readonly posts: readonly { readonly post: Post; readonly action: Action }[]
    }
  /** It would be told only if its thing had a post. */
  | { readonly stored: false; readonly passedOver: true }
  | Extract<CheckedResult, { earlier: unknown }>

/** Others change the same thing at the same time: each of these tries lets one of them go first. */
const MOST_TRIES = 20
const LONGEST_PAUSE_MS = 50

/**
 * Step 5 for a message about a thing: stores its first post, or edits it and replies to it, in one
 * commit with what is known of the thing.
 */
export async function storeTogether(
  message: ThingMessage,
  parts: ThingParts,
): Promise<StoredThing> {
  const { resolved } = message
  const channel = await channelOf(resolved.place, resolved.webhook.teamId, parts.adapters)
  const storing = new Storing(message, channel, parts)
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const stored = await storing.attempt()
    if (stored) return stored
    await pause(Math.random() * LONGEST_PAUSE_MS)
  }
  throw new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
}

class Storing {
  readonly #message: ThingMessage
  readonly #channel: Channel
  readonly #parts: ThingParts
  readonly #key: string
  readonly #event: ThingEvent

  constructor(message: ThingMessage, channel: Channel, parts: ThingParts) {
    const { about, mode, composed, title } = message
    this.#message = message
    this.#channel = channel
    this.#parts = parts
    this.#key = storedKey(about.key)
    this.#event = {
      state: about.state,
      at: about.at,
      now: parts.clock(),
      fingerprint: fingerprint(composed.map(({ message, props }) => ({ message, props }))),
      title,
      isRemark: about.isRemark && mode === 'reply',
    }
  }

  /** Null if somebody else has changed the thing meanwhile. */
  async attempt(): Promise<StoredThing | null> {
    const { posts } = this.#parts.adapters
    const { webhook } = this.#message.resolved
    const before = await posts.findThing(webhook.id, this.#channel.id, this.#key)
    const root = before ? await posts.findById(before.postId) : null
    if (!root && this.#message.about.isOnlyIfKnown) return { stored: false, passedOver: true }
    // Without its post, a thing begins anew.
    const course = follow(root ? before : null, this.#event)
    if (course.kind === 'first') return this.#create(course, before, root)
    if (!before || !root) return null
    if (course.kind === 'change') return this.#change(course, before, root)
    return this.#leave(course.thing, before, root)
  }

  async #create(
    { thing, earlier }: Extract<Course, { kind: 'first' }>,
    before: Thing | null,
    root: Post | null,
  ): Promise<StoredThing | null> {
    const { adapters, permalink } = this.#parts
    const { composed, once } = this.#message
    const [first, ...others] = composed
    if (!first) return null
    const link = earlier && root ? permalink(root, this.#channel) : ''
    const shown = {
      ...withLink(first, link),
      props: { ...first.props, webhook_thing: shownThing(thing) },
    }
    const ids = await adapters.posts.newIds(composed.length)
    const posts = named([shown, ...others], ids, this.#channel.id)
    const batch = { posts, thing: this.#write(thing, before, ''), ...(once && { once }) }
    const result = await createBatch(batch, adapters)
    return this.#told(result, 'created')
  }

  async #change(
    { thing, isShown, isToldApart }: Extract<Course, { kind: 'change' }>,
    before: Thing,
    root: Post,
  ): Promise<StoredThing | null> {
    const { adapters } = this.#parts
    const { composed, mode, once } = this.#message
    const [first, ...others] = composed
    // A message of several posts cannot be shown in one.
    const isReplaced = isShown && others.length === 0
    const isTold = (mode === 'reply' && isToldApart) || (isShown && !isReplaced)
    const content = isReplaced && first ? first : root
    const edit = {
      id: root.id,
      expectedVersion: root.version ?? 0,
      changes: {
        ...(isReplaced ? { message: content.message } : {}),
        props: { ...content.props, webhook_thing: shownThing(thing) },
        version: (root.version ?? 0) + 1,
      },
    }
    const rootId = root.rootId === '' ? root.id : root.rootId
    const replies = isTold ? composed.map((post) => ({ ...post, rootId })) : []
    const ids = replies.length === 0 ? [] : await adapters.posts.newIds(replies.length)
    const posts = named(replies, ids, this.#channel.id)
    const write = this.#write(thing, before, root.id)
    const result = await createBatch({ posts, edit, thing: write, ...(once && { once }) }, adapters)
    return this.#told(result, 'replied')
  }

  async #leave(thing: ThingFacts | null, before: Thing, root: Post): Promise<StoredThing> {
    // Whether this is stored or somebody else was faster: the thing is remembered.
    if (thing) {
      const write = this.#write(thing, before, root.id)
      await createBatch({ posts: [], thing: write }, this.#parts.adapters)
    }
    const posts = [{ post: root, action: 'unchanged' }] as const
    return { stored: true, channel: this.#channel, posts }
  }

  #write(thing: ThingFacts, before: Thing | null, postId: string): ThingWrite {
    const { webhook } = this.#message.resolved
    const place = { webhookId: webhook.id, channelId: this.#channel.id, key: this.#key, postId }
    const expectedVersion = before?.version ?? null
    return { thing: { ...thing, ...place, version: (expectedVersion ?? 0) + 1 }, expectedVersion }
  }

  #told(result: CheckedResult, action: Action): StoredThing | null {
    if ('changed' in result) return null
    if ('earlier' in result) return result
    const edited = result.edited ? [{ post: result.edited, action: 'edited' as const }] : []
    const posts = [...edited, ...result.posts.map((post) => ({ post, action }))]
    return { stored: true, channel: this.#channel, posts }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

function withLink(post: ComposedPost, link: string): ComposedPost {
  if (link === '') return post
  const isPlain = post.props['webhook_plain_text'] === true
  const line = isPlain ? `The last time: ${link}` : `[The last time](${link})`
  const message = post.message === '' ? line : `${post.message}\n\n${line}`
  return { ...post, message }
}
