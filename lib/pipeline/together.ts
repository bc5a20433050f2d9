import type { CheckedDelivery } from '../host/checked.js'
import type { CheckedResult } from '../host/read-records.js'
import { OneAtATime } from '../adapters/one-at-a-time.js'
import type { IdempotencyRecord } from '../adapters/types.js'
import type { IncidentWrite } from '../adapters/incidents.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, HookPost } from '../model/records.js'
import type { HookIncident } from '../model/incidents.js'
import { withIncident } from '../rules/incident-props.js'
import {
  type Course,
  follow,
  shownIncident,
  type IncidentEvent,
  type IncidentFacts,
} from '../rules/incidents.js'
import { type About, fingerprint, type Mode, storedKey } from '../rules/together.js'
import type { ComposedPost } from './compose.js'
import { isPart, recoloured, replaced, withLink } from './edited.js'
import type { Action } from './once.js'
import type { Resolved } from './resolve.js'
import { incidentTitle } from './incident-title.js'
import { channelOf, createBatch, named, type Stored } from './store.js'

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

export interface IncidentParts {
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
    const { about, mode, composed } = message
    const [first] = composed
    this.#message = message
    this.#channel = channel
    this.#parts = parts
    this.#key = storedKey(about.key)
    this.#event = {
      ...about,
      // Only replies can stand beside the post.
      says: about.says === 'remark' && mode !== 'reply' ? 'report' : about.says,
      now: parts.clock(),
      fingerprint: fingerprint(composed.map(({ message, props }) => ({ message, props }))),
      title: first ? incidentTitle(first) : '',
    }
  }

  /** Null if somebody else has changed the incident meanwhile. */
  async attempt(): Promise<StoredIncident | null> {
    const { posts } = this.#parts.adapters
    const { webhook } = this.#message.resolved
    const before = await posts.findIncident(webhook.id, this.#channel.id, this.#key)
    const root = before ? await posts.findById(before.postId) : null
    if (!root && this.#message.isOnlyIfKnown) return { stored: false, skipped: true }
    // Without its post, an incident begins anew.
    const course = follow(root ? before : null, this.#event)
    if (course.kind === 'first') return this.#create(course, before, root)
    if (!before || !root) return null
    if (course.kind === 'change') return this.#change(course, before, root)
    return this.#leave(course.incident, before, root)
  }

  async #create(
    { incident, earlier }: Extract<Course, { kind: 'first' }>,
    before: HookIncident | null,
    root: HookPost | null,
  ): Promise<StoredIncident | null> {
    const { adapters, permalink } = this.#parts
    const { composed, once } = this.#message
    const [first, ...others] = composed
    if (!first) return null
    const link = earlier && root ? permalink(root, this.#channel) : ''
    const shown = {
      ...withLink(first, link),
      props: { ...first.props, webhook_incident: shownIncident(incident) },
    }
    const ids = await adapters.posts.newIds(composed.length)
    const posts = named([shown, ...others], ids, this.#channel.id)
    const batch = { posts, incident: this.#write(incident, before, ''), ...(once && { once }) }
    const result = await createBatch(batch, adapters)
    return this.#stored(result, 'created')
  }

  async #change(
    { incident, isShown, isShownApart }: Extract<Course, { kind: 'change' }>,
    before: HookIncident,
    root: HookPost,
  ): Promise<StoredIncident | null> {
    const { adapters } = this.#parts
    const { composed, mode, once } = this.#message
    const [first, ...others] = composed
    if (!first) return null
    const saysMore = isShown && this.#event.says !== 'state'
    // A message of several posts cannot be shown in one, and the others of such a message would stay.
    const fits = others.length === 0 && !isPart(root)
    const hasReplies = (mode === 'reply' && isShownApart) || (saysMore && !fits)
    const isColoured = isShown && incident.state !== 'update'
    const shown = isColoured ? recoloured(root, first) : root
    const { message, props } = saysMore && fits ? replaced(root, first) : shown
    const edit = {
      id: root.id,
      expectedVersion: root.version ?? 0,
      changes: {
        message,
        props: { ...withIncident(props), webhook_incident: shownIncident(incident) },
        version: (root.version ?? 0) + 1,
      },
    }
    const threadId = root.rootId === '' ? root.id : root.rootId
    const rootId = adapters.guarantees.has('threads') ? threadId : ''
    const replies = hasReplies ? composed.map((post) => ({ ...post, rootId })) : []
    const ids = replies.length === 0 ? [] : await adapters.posts.newIds(replies.length)
    const posts = named(replies, ids, this.#channel.id)
    const write = this.#write(incident, before, root.id)
    const result = await createBatch(
      { posts, edit, incident: write, ...(once && { once }) },
      adapters,
    )
    return this.#stored(result, 'replied')
  }

  async #leave(
    incident: IncidentFacts | null,
    before: HookIncident,
    root: HookPost,
  ): Promise<StoredIncident | null> {
    const { once } = this.#message
    // A repeated request must find this one, whatever happens to the incident in between.
    if (incident || once) {
      const write = this.#write(incident ?? before, before, root.id)
      const batch = { posts: [], incident: write, ...(once && { once }) }
      const result = await createBatch(batch, this.#parts.adapters)
      if ('changed' in result) return null
      if ('earlier' in result) return result
    }
    const posts = [{ post: root, action: 'unchanged' }] as const
    return { stored: true, channel: this.#channel, posts }
  }

  #write(incident: IncidentFacts, before: HookIncident | null, postId: string): IncidentWrite {
    const { webhook } = this.#message.resolved
    const place = { webhookId: webhook.id, channelId: this.#channel.id, key: this.#key, postId }
    const expectedVersion = before?.version ?? null
    return {
      incident: { ...incident, ...place, version: (expectedVersion ?? 0) + 1 },
      expectedVersion,
    }
  }

  #stored(result: CheckedResult, action: Action): StoredIncident | null {
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
