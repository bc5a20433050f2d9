import type { CheckedDelivery } from '../host/checked.js'
import type { IdempotencyRecord } from '../adapters/types.js'
import { createGathered, type Outcome, pause, SECOND } from '../host/gathered.js'
import { WebhookError } from '../model/errors.js'
import type { HookChannel, HookPost, HookWarning, NewPost } from '../model/records.js'
import type { HookIncident } from '../model/incidents.js'
import type { IncidentEvent } from '../rules/incidents.js'
import { type About, fingerprint, storedKey } from '../rules/together.js'
import type { ComposedPost, ComposeOptions } from './compose.js'
import { type Applied, Fold, type Report } from './fold.js'
import { incidentTitle, levelOf } from './edited.js'
import { withRoot } from './once.js'
import { type Home, mayPostIn, type Place, type Resolved } from './resolve.js'
import {
  type Announce,
  announceStored,
  type Batch,
  channelOf,
  createBatch,
  named,
  type Stored,
} from './store.js'
import { hungUp, type Turn, type Waiter, waiterOf, type WaitForTurn } from '../host/turn.js'

/** A message about an incident, ready to be stored. */
export interface IncidentMessage extends Omit<Report, 'event'>, Pick<Waiter, 'patience'> {
  readonly resolved: Resolved
  readonly about: About
  /** Whether it is shown only if the incident has a post: that a run passes, say, after it failed. */
  readonly isOnlyIfKnown: boolean
  readonly once: IdempotencyRecord | null
  /** Null: no limit counts it. */
  readonly turn: Turn | null
  /** Absent: its sender sends it. */
  readonly again?: SentAgain | undefined
}

/** What is known of a request that is sent again. */
export interface SentAgain {
  /** When it first arrived. */
  readonly arrivedAt: number
  /** When the incident that its sender calls so was last reported after that; 0 if it was not. */
  readonly lastHeard: (incident: string) => Promise<number>
}

export interface IncidentParts extends Pick<ComposeOptions, 'maxPostLength' | 'show'> {
  readonly adapters: CheckedDelivery
  readonly clock: () => number
  /** The address of a post; `''` if there is none. */
  readonly permalink: (post: HookPost, channel: HookChannel) => string
  readonly announce: Announce
  /** Told how many reports a commit has stored. */
  readonly storedTogether?: (reports: number) => void
}

/** `skipped`: it is shown only if its incident has a post, and there is none. */
export type StoredIncident = Stored | { readonly stored: false; readonly skipped: true }

/** Others change the same incident at the same time: each of these tries lets one of them go first. */
const MOST_TRIES = 20
const LONGEST_PAUSE_MS = 50
/** Posts that are stored in one change of an incident. */
const MOST_POSTS = 64

export type StoreTogether = (message: IncidentMessage) => Promise<StoredIncident>

/** A message and where its incident is. */
interface Filed {
  readonly message: IncidentMessage
  /** Of the channel by which the incident is found. */
  readonly homeId: string
  /** Where it begins, if it does now. */
  readonly channel: HookChannel
  readonly event: IncidentEvent
  /** By a monotonic clock, in milliseconds. */
  readonly cameAt: number
}

/**
 * Step 5 for messages about an incident: stores its first post, or edits it and replies to it, in one
 * commit with what is known of the incident. Messages about the same one that come while it is being
 * stored, or more than two in a second, are stored together.
 */
export function createStoreTogether(parts: IncidentParts): StoreTogether {
  const gathered = createGathered<Filed, StoredIncident>(
    (filed) => storeAll(filed, parts),
    ({ message }) => message.patience,
  )
  return async (message) => {
    const { webhook, place, home } = message.resolved
    const channel = await channelOf(place, webhook.teamId, parts.adapters)
    const homeId = await idOf(home, place, channel, parts.adapters)
    const name = JSON.stringify([webhook.id, homeId, message.about.key])
    const { turn, again, about } = message
    const heardAt = await again?.lastHeard(about.key)
    const event = { ...eventOf(message, again?.arrivedAt ?? parts.clock()), heardAt }
    const run = (): Promise<StoredIncident> =>
      gathered.run(name, { message, homeId, channel, event, cameAt: performance.now() })
    return turn && gathered.isBusy(name) ? turn.aside(waiterOf(message), run) : run()
  }
}

async function idOf(home: Home, place: Place, channel: HookChannel, { channels }: CheckedDelivery) {
  if (home === place) return channel.id
  return 'id' in home ? home.id : (await channels.createDirect(...home.userIds, channel.teamId)).id
}

function eventOf({ about, composed }: IncidentMessage, now: number): IncidentEvent {
  const [first] = composed
  return {
    ...about,
    now,
    fingerprint: fingerprint(composed.map(({ message, props }) => ({ message, props }))),
    title: about.title || (first ? incidentTitle(first) : ''),
    level: first ? levelOf(first, about.title) : '',
  }
}

type Outcomes = readonly Outcome<StoredIncident>[]

/** What became of the first of them, of as many as one change takes; the others come again. */
async function storeAll(filed: readonly Filed[], parts: IncidentParts): Promise<Outcomes> {
  const [first] = filed
  if (!first) return []
  const refused: Refused = new Map()
  let lost = 0
  while (lost < MOST_TRIES) {
    const change = new Change(first, await find(first, parts), parts, refused)
    const outcomes = await change.of(filed)
    if (outcomes === 'waited') continue
    if (outcomes !== 'changed') {
      return filed.map((each, index) => outcomes[index] ?? leftOver(each))
    }
    lost += 1
    await pause(Math.random() * LONGEST_PAUSE_MS)
  }
  throw new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
}

/** The reports whose turn does not come in time, by their places, with their errors. */
type Refused = Map<number, unknown>

/** Why a change begins anew: its first report has waited for its turn, or somebody else was faster. */
type Anew = 'waited' | 'changed'

/** It comes again, unless its sender will not wait: keys need a commit each, and the next may be far away. */
function leftOver(filed: Filed): Outcome<StoredIncident> {
  if (patienceLeft(filed) >= 0) return undefined
  const detail = 'more reports of this incident come than can be stored one by one'
  return { error: new WebhookError('storage_unavailable', { retryAfterSeconds: 1, detail }) }
}

/** How long a report can still wait, in milliseconds; the second in which others are gathered is no wait. */
function patienceLeft({ message, cameAt }: Pick<Filed, 'message' | 'cameAt'>) {
  return message.patience + SECOND - (performance.now() - cameAt)
}

/** What is stored of an incident. */
interface Found {
  readonly incident: HookIncident | null
  /** Null: its post is gone, or where the webhook may not post, so it begins anew. */
  readonly root: HookPost | null
  /** The channel of the post. */
  readonly channel: HookChannel
  readonly warnings: readonly HookWarning[]
}

const LEFT: HookWarning = {
  path: 'rules',
  reason: 'the webhook may no longer post where the incident was: it begins anew',
}

async function find({ message, homeId, channel }: Filed, parts: IncidentParts): Promise<Found> {
  const { posts, channels } = parts.adapters
  const { resolved, about } = message
  const { webhook, usersById } = resolved
  const incident = await posts.findIncident(webhook.id, homeId, storedKey(about.key))
  const root = incident ? await posts.findById(incident.postId) : null
  if (!root || root.channelId === channel.id) return { incident, root, channel, warnings: [] }
  const where = await channels.findById(root.channelId)
  const isOpen = await mayPostIn(where, webhook, usersById.get(webhook.userId), parts.adapters)
  if (where && isOpen) return { incident, root, channel: where, warnings: [] }
  return { incident, root: null, channel, warnings: [LEFT] }
}

/** A report that the fold has taken, by its place among all. */
interface Taken extends Pick<IncidentMessage, 'once'> {
  readonly index: number
  readonly applied: Applied
}

/** One change of an incident, by as many reports as it takes. */
class Change {
  readonly #first: Filed
  readonly #found: Found
  /** Where its posts are. */
  #channel: HookChannel
  readonly #parts: IncidentParts
  readonly #fold: Fold
  readonly #refused: Refused
  readonly #outcomes: Outcome<StoredIncident>[] = []
  readonly #taken: Taken[] = []

  constructor(first: Filed, found: Found, parts: IncidentParts, refused: Refused) {
    this.#first = first
    this.#refused = refused
    this.#found = found
    this.#channel = found.channel
    this.#parts = parts
    const { incident, root } = found
    const { show, maxPostLength } = parts
    const linkTo = (post: HookPost) => parts.permalink(post, found.channel)
    const known = incident && root ? { incident, root } : null
    const { about, resolved } = first.message
    const name = { incident: storedKey(about.key), channel: first.homeId }
    const acknowledges = resolved.webhook.acknowledge ? name : null
    this.#fold = new Fold(known, { show, maxPostLength, linkTo, acknowledges })
  }

  async of(filed: readonly Filed[]): Promise<Outcomes | Anew> {
    for (const [index, each] of filed.entries()) {
      const next = await this.#take(index, each)
      if (next === 'anew') return 'waited'
      if (next === 'stop') break
    }
    return this.#taken.length > 0 ? this.#commit() : this.#outcomes
  }

  /** Takes a report into the fold. `stop`: it is for the next one. */
  async #take(index: number, filed: Filed): Promise<'go on' | 'stop' | 'anew'> {
    const { message, event } = filed
    const { turn, mode, once, calls = null } = message
    const isBegun = this.#taken.length > 0
    if (this.#refused.has(index) || turn?.isGone) {
      this.#outcomes[index] = { error: this.#refused.get(index) ?? hungUp() }
      return 'go on'
    }
    const isElsewhere = message.resolved.logins && this.#channel.id !== filed.channel.id
    const composed = isElsewhere ? await this.#heardHere(message) : message.composed
    const step = this.#fold.next({ composed, event, mode, calls })
    const isFirst = step.course.kind === 'first'
    if (message.isOnlyIfKnown && isFirst) {
      this.#outcomes[index] = { result: { stored: false, skipped: true } }
      return 'go on'
    }
    const isTooMuch = isFirst || this.#fold.size + step.posts.length > MOST_POSTS
    // Each key needs a commit.
    if (isBegun && ((once && this.#once) || isTooMuch)) return 'stop'
    const wait = turn && step.posts.length > 0 ? await turn.ask() : null
    if (wait) return isBegun ? 'stop' : this.#waitFor(wait, index, filed)
    if (isFirst) this.#channel = filed.channel
    this.#taken.push({ index, once, applied: this.#fold.apply(step) })
    return 'go on'
  }

  /** Whom a forge asks may read the channel where the report would have been, and not this one. */
  async #heardHere({ composed, resolved }: IncidentMessage): Promise<readonly ComposedPost[]> {
    const { channels } = this.#parts.adapters
    const ids = [...new Set(composed.flatMap(({ mentions }) => mentions.userIds))]
    const reads = await Promise.all(
      ids.map(async (id) => {
        const user = resolved.usersById.get(id)
        return !user || channels.canPost(user, this.#channel)
      }),
    )
    return composed.map((post) => {
      const userIds = post.mentions.userIds.filter((id) => reads[ids.indexOf(id)])
      return { ...post, mentions: { ...post.mentions, userIds } }
    })
  }

  /** What was read before the wait is old behind it. Others may need no turn, so a refusal is its own. */
  async #waitFor(wait: WaitForTurn, index: number, filed: Filed): Promise<'anew'> {
    const { message } = filed
    const patience = Math.min(message.patience, patienceLeft(filed))
    try {
      await wait(waiterOf({ ...message, patience }))
    } catch (error) {
      this.#refused.set(index, error)
    }
    return 'anew'
  }

  /** The one that has a key. */
  get #once() {
    return this.#taken.find(({ once }) => once)
  }

  async #commit(): Promise<Outcomes | Anew> {
    const { root } = this.#found
    if (!this.#fold.incident && !this.#once) return this.#told(root, [])
    try {
      const groups = await this.#named()
      const result = await createBatch(this.#batchOf(groups), this.#parts.adapters)
      if ('changed' in result) return 'changed'
      if ('earlier' in result) return this.#earlier(result)
      const { edited, posts } = result
      const { announce, storedTogether } = this.#parts
      storedTogether?.(this.#taken.length)
      announceStored(announce, { edited: edited ? [edited] : [], posted: posts }, this.#channel)
      return this.#told(edited ?? root, inGroups(posts, groups))
    } catch (error) {
      for (const { index } of this.#taken) this.#outcomes[index] = { error }
      return this.#outcomes
    }
  }

  /** Posts by groups: the first one opens the incident, each of the others replies to its post. */
  async #named(): Promise<readonly (readonly NewPost[])[]> {
    const { root } = this.#found
    const { groups } = this.#fold
    const { posts: store, guarantees } = this.#parts.adapters
    const count = groups.flat().length
    const ids = count === 0 ? [] : await store.newIds(count)
    const rootId = guarantees.has('threads') ? root?.rootId || root?.id || (ids[0] ?? '') : ''
    const idsOf = inGroups(ids, groups)
    return groups.map((group, index) => {
      const posts = index === 0 ? group : group.map((post) => ({ ...post, rootId }))
      return named(posts, idsOf[index] ?? [], this.#channel.id)
    })
  }

  /** The posts and an edit with what is known of the incident. */
  #batchOf(groups: readonly (readonly NewPost[])[]) {
    const { incident: before, root } = this.#found
    const { edit, incident: after } = this.#fold
    const facts = after ?? before
    const batch: Batch = { posts: groups.flat(), ...this.#kept(groups) }
    if (!facts) return batch
    const { message, homeId } = this.#first
    const { about, resolved } = message
    const expectedVersion = before?.version ?? null
    const incident = {
      ...facts,
      webhookId: resolved.webhook.id,
      channelId: homeId,
      key: storedKey(about.key),
      // Of an incident that begins, the store puts in the id of its first post.
      postId: groups[0]?.length ? '' : (root?.id ?? ''),
      version: (expectedVersion ?? 0) + 1,
    }
    const whole = { ...batch, incident: { incident, expectedVersion } }
    if (!edit || !root) return whole
    const { id, version = 0 } = root
    const changes = { ...edit, version: version + 1 }
    return { ...whole, edit: { id, expectedVersion: version, changes } }
  }

  /** With what the report with the key was told, where it is not simply all that is stored. */
  #kept(groups: readonly (readonly NewPost[])[]): Pick<Batch, 'once'> {
    const { once, applied } = this.#once ?? {}
    if (!once || !applied) return {}
    const { action, group } = applied
    const { root, warnings } = this.#found
    const shown = groups[0]?.[0] ?? root
    const own = groupAt(groups, group)
    const isAll = own.length === groups.flat().length
    const told = { ...once, warnings: [...once.warnings, ...warnings] }
    if (!shown || (isAll && action === 'created')) return { once: told }
    const ids = own.map(({ id }) => id)
    return { once: withRoot(told, { id: shown.id, action, own: isAll ? null : ids }) }
  }

  /** What each report was told of the incident's post and of its own. */
  #told(root: HookPost | null, groups: readonly (readonly HookPost[])[]): Outcomes {
    const shown = groups[0]?.[0] ?? root
    const { warnings } = this.#found
    for (const { index, applied } of this.#taken) {
      const { action, group } = applied
      const own = groupAt(groups, group)
      if (!shown) continue
      const posts =
        action === 'created'
          ? own.map((post) => ({ post, action }))
          : [{ post: shown, action }, ...own.map((post) => ({ post, action: 'replied' as const }))]
      this.#outcomes[index] = { result: { stored: true, channel: this.#channel, posts, warnings } }
    }
    return this.#outcomes
  }

  /** The request with the key gets its first answer, and the others come again. */
  #earlier(result: Extract<Stored, { stored: false }>): Outcomes {
    for (const { index, once } of this.#taken) if (once) this.#outcomes[index] = { result }
    return this.#outcomes
  }
}

function groupAt<T>(groups: readonly (readonly T[])[], at: number | null) {
  return groups[at ?? -1] ?? []
}

/** The elements in groups that are as long as these. */
function inGroups<T>(
  elements: readonly T[],
  groups: readonly (readonly unknown[])[],
): readonly (readonly T[])[] {
  let end = 0
  return groups.map(({ length }) => {
    end += length
    return elements.slice(end - length, end)
  })
}
