import type { CheckedDelivery } from '../host/checked.js'
import { OneAtATime } from '../adapters/one-at-a-time.js'
import type { IdempotencyRecord } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, HookPost, NewPost } from '../model/records.js'
import type { HookIncident } from '../model/incidents.js'
import { withHistory, withoutHistory } from '../rules/incident-line.js'
import { withIncident } from '../rules/incident-props.js'
import {
  type Course,
  follow,
  shownIncident,
  type IncidentEvent,
  type IncidentFacts,
} from '../rules/incidents.js'
import { type About, fingerprint, type Mode, storedKey } from '../rules/together.js'
import type { ComposedPost, ComposeOptions } from './compose.js'
import { isPart, recoloured, replaced, reworded, withLink, wordOf } from './edited.js'
import type { Action } from './once.js'
import { withRoot } from './kept-root.js'
import type { Resolved } from './resolve.js'
import { incidentTitle } from './incident-title.js'
import { type Batch, channelOf, createBatch, named, type Stored } from './store.js'

/** A message about an incident, ready to be stored. */
export interface IncidentMessage {
  readonly composed: readonly ComposedPost[]
  readonly resolved: Resolved
  readonly about: About
  readonly mode: Exclude<Mode, 'off'>
  /** Whether it is shown only if the incident has a post: that a run passes, say, after it failed. */
  readonly isOnlyIfKnown: boolean
  readonly once: IdempotencyRecord | null
}

export interface IncidentParts extends Pick<ComposeOptions, 'maxPostLength' | 'show'> {
  readonly adapters: CheckedDelivery
  readonly clock: () => number
  /** The address of a post; `''` if there is none. */
  readonly permalink: (post: HookPost, channel: HookChannel) => string
}

/** `skipped`: it is shown only if its incident has a post, and there is none. */
export type StoredIncident = Stored | { readonly stored: false; readonly skipped: true }

/** Others change the same incident at the same time: each of these tries lets one of them go first. */
const MOST_TRIES = 20
const LONGEST_PAUSE_MS = 50

export type StoreTogether = (message: IncidentMessage) => Promise<StoredIncident>

/**
 * Step 5 for a message about an incident: stores its first post, or edits it and replies to it, in one
 * commit with what is known of the incident.
 */
export function createStoreTogether(parts: IncidentParts): StoreTogether {
  const oneAtATime = new OneAtATime()
  return async (message) => {
    const { webhook, place } = message.resolved
    const channel = await channelOf(place, webhook.teamId, parts.adapters)
    const name = JSON.stringify([webhook.id, channel.id, message.about.key])
    return oneAtATime.run(name, () => store(new Storing(message, channel, parts)))
  }
}

async function store(storing: Storing): Promise<StoredIncident> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const stored = await storing.attempt()
    if (stored) return stored
    await pause(Math.random() * LONGEST_PAUSE_MS)
  }
  throw new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
}

class Storing {
  readonly #message: IncidentMessage
  readonly #channel: HookChannel
  readonly #parts: IncidentParts
  readonly #key: string
  readonly #event: IncidentEvent

  constructor(message: IncidentMessage, channel: HookChannel, parts: IncidentParts) {
    const { about, composed } = message
    const [first] = composed
    this.#message = message
    this.#channel = channel
    this.#parts = parts
    this.#key = storedKey(about.key)
    this.#event = {
      ...about,
      now: parts.clock(),
      fingerprint: fingerprint(composed.map(({ message, props }) => ({ message, props }))),
      title: about.title || (first ? incidentTitle(first) : ''),
    }
  }

  /** Null if somebody else has changed the incident meanwhile. */
  async attempt(): Promise<StoredIncident | null> {
    const { posts } = this.#parts.adapters
    const { webhook } = this.#message.resolved
    const before = await posts.findIncident(webhook.id, this.#channel.id, this.#key)
    const root = before ? await posts.findById(before.postId) : null
    // Without its post, an incident begins anew.
    const course = follow(root ? before : null, this.#event)
    if (course.kind === 'first') {
      if (this.#message.isOnlyIfKnown) return { stored: false, skipped: true }
      return this.#create(course, before, root)
    }
    if (!before || !root) return null
    if (course.kind === 'change') return this.#change(course, before, root)
    return this.#leave(course.incident, before, root)
  }

  async #create(
    { incident, earlier }: Extract<Course, { kind: 'first' }>,
    before: HookIncident | null,
    root: HookPost | null,
  ): Promise<StoredIncident | null> {
    const [first, ...others] = this.#message.composed
    if (!first) return null
    const link = earlier && root ? this.#parts.permalink(root, this.#channel) : ''
    const linked = withLink(first, link)
    const message = this.#withHistory(linked.message, incident)
    const props = { ...first.props, webhook_incident: shownIncident(incident) }
    const posts = await this.#named([{ ...linked, message, props }, ...others])
    return this.#commit({ posts }, { incident, before, postId: '' }, 'created')
  }

  async #change(
    { incident, isShown, isShownApart }: Extract<Course, { kind: 'change' }>,
    before: HookIncident,
    root: HookPost,
  ): Promise<StoredIncident | null> {
    const { composed, mode } = this.#message
    const [first, ...others] = composed
    if (!first) return null
    const saysMore = isShown && this.#event.says !== 'state'
    // A message of several posts cannot be shown in one, and the others of such a message would stay.
    const fits = others.length === 0 && !isPart(root)
    const isTold = isShownApart && (mode === 'reply' || this.#event.says === 'remark')
    const hasReplies = isTold || (saysMore && !fits)
    const told = this.#withoutHistory(root, before)
    const restated = isShown ? this.#restated(told, first, incident) : told
    const { message, props } = saysMore && fits ? replaced(told, first) : restated
    const { id: postId, version = 0 } = root
    const changes = {
      message: this.#withHistory(message, incident),
      props: { ...withIncident(props), webhook_incident: shownIncident(incident) },
      version: version + 1,
    }
    const hasThreads = this.#parts.adapters.guarantees.has('threads')
    const rootId = hasThreads ? root.rootId || postId : ''
    const replies = hasReplies ? composed.map((post) => ({ ...post, rootId })) : []
    const edit = { id: postId, expectedVersion: version, changes }
    const posts = await this.#named(replies)
    return this.#commit({ posts, edit }, { incident, before, postId }, 'replied')
  }

  /** What the post shows, in the colour and under the word of what it is now. */
  #restated(
    root: HookPost,
    first: ComposedPost,
    { state, title }: IncidentFacts,
  ): Pick<HookPost, 'message' | 'props'> {
    if (state === 'update') return root
    const { says } = this.#event
    const word = says === 'state' ? wordOf(first, this.#event.title) : ''
    return { ...recoloured(root, first), message: reworded(root, title, word) }
  }

  /** Clients that show nothing but text have the history in it. */
  #withHistory(message: string, incident: IncidentFacts): string {
    return withHistory(message, incident.history, this.#parts)
  }

  #withoutHistory(root: HookPost, before: HookIncident): HookPost {
    return { ...root, message: withoutHistory(root.message, before.history, this.#parts) }
  }

  async #leave(
    incident: IncidentFacts | null,
    before: HookIncident,
    root: HookPost,
  ): Promise<StoredIncident | null> {
    // A repeated request must find this one, whatever happens to the incident in between.
    if (incident || this.#message.once) {
      const write = { incident: incident ?? before, before, postId: root.id }
      const written = await this.#commit({ posts: [] }, write, 'unchanged')
      if (!written?.stored) return written
    }
    const posts = [{ post: root, action: 'unchanged' }] as const
    return { stored: true, channel: this.#channel, posts }
  }

  async #named(composed: readonly ComposedPost[]): Promise<NewPost[]> {
    if (composed.length === 0) return []
    const ids = await this.#parts.adapters.posts.newIds(composed.length)
    return named(composed, ids, this.#channel.id)
  }

  /** Stores posts and an edit with what is known of the incident; null if somebody else has changed it. */
  async #commit(
    batch: Pick<Batch, 'posts' | 'edit'>,
    { incident, before, postId }: Written,
    action: Action,
  ): Promise<StoredIncident | null> {
    const { once, resolved } = this.#message
    const place = { webhookId: resolved.webhook.id, channelId: this.#channel.id, key: this.#key }
    const expectedVersion = before?.version ?? null
    const version = (expectedVersion ?? 0) + 1
    const write = { incident: { ...incident, ...place, postId, version }, expectedVersion }
    const root = { id: postId, action: batch.edit ? 'edited' : 'unchanged' } as const
    const kept = once && postId !== '' ? withRoot(once, root) : once
    const whole = { incident: write, ...batch, ...(kept && { once: kept }) }
    const result = await createBatch(whole, this.#parts.adapters)
    if ('changed' in result) return null
    if ('earlier' in result) return result
    const edited = result.edited ? [{ post: result.edited, action: 'edited' as const }] : []
    const posts = [...edited, ...result.posts.map((post) => ({ post, action }))]
    return { stored: true, channel: this.#channel, posts }
  }
}

/** What is written of an incident, and what of it was read before. */
interface Written {
  readonly incident: IncidentFacts
  readonly before: HookIncident | null
  /** The post that shows it; `''` if that is the first of the batch. */
  readonly postId: string
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
