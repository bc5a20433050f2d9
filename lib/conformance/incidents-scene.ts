import assert from 'node:assert/strict'
import type { CheckedManagement } from '../host/checked.js'
import type { CheckedResult } from '../host/read-records.js'
import type { IdempotencyRecord, PostBatch } from '../adapters/types.js'
import { copyOf } from '../model/copy.js'
import type { HookPost } from '../model/records.js'
import type { HookIncident } from '../model/incidents.js'
import { digestOf, FAR, found, messagesIn, named, openScene, type Scene } from './scene.js'
import type { Check, CheckedSession } from './session.js'

export const BEGAN = 1_700_000_000_000

/** What of a batch is not its posts. */
export type Rest = Omit<PostBatch, 'posts'>

export interface IncidentsScene extends Scene {
  /** As the sender's first report makes it. */
  readonly incident: HookIncident
  readonly once: IdempotencyRecord
  readonly posts: CheckedManagement['posts']
  /** Stores posts with these messages, and what else belongs to the batch. */
  readonly store: (messages: readonly string[], rest?: Rest) => Promise<CheckedResult>
  /** Stores the first post of an incident, and the incident. */
  readonly begin: (message: string, changes?: Partial<HookIncident>) => Promise<Begun>
  readonly find: (of?: Partial<HookIncident>) => Promise<HookIncident | null>
}

interface Begun {
  readonly post: HookPost
  readonly incident: HookIncident
}

/** A check of the guarantee. It returns the messages that the channel must then contain. */
export function check(
  title: string,
  run: (scene: IncidentsScene, session: CheckedSession) => Promise<readonly string[]>,
): Check {
  return {
    title: `${title}, if incidents is guaranteed`,
    run: async (session) => {
      const scene = await openScene(session)
      if (!session.adapters.guarantees.has('incidents')) return
      const expected = await run(incidentsScene(scene, session), session)
      const messages = await messagesIn(session, scene.channel.id)
      assert.deepEqual(messages, expected, 'messages in the channel')
    },
  }
}

function incidentsScene(scene: Scene, session: CheckedSession): IncidentsScene {
  const { posts } = session.adapters
  const incident: HookIncident = {
    webhookId: scene.webhook.id,
    channelId: scene.channel.id,
    key: 'disk full on db-1',
    postId: '',
    title: `The "disk" of db-1 is full: 93\u{202f}% \u{1f4be}`,
    state: 'open',
    count: 1,
    since: BEGAN,
    until: null,
    at: null,
    closedAt: null,
    lastAt: BEGAN + 1,
    fingerprint: digestOf('what it shows'),
    expiresAt: FAR,
    version: 1,
  }
  const store: IncidentsScene['store'] = async (messages, rest = {}) => {
    const given = messages.map((message) => scene.newPost(message))
    return posts.createBatch({ posts: given.length ? await named(session, given) : [], ...rest })
  }
  return {
    ...scene,
    posts,
    incident,
    once: {
      webhookId: scene.webhook.id,
      key: 'CI-127',
      fingerprint: digestOf('the request'),
      expiresAt: FAR,
      warnings: [],
      ignored: [],
    },
    store,
    begin: async (message, changes) => {
      const given = { ...incident, ...changes }
      const result = await store([message], {
        incident: { incident: given, expectedVersion: null },
      })
      const post = found(nowStored(result).posts[0], 'the first post')
      return { post, incident: { ...given, postId: post.id } }
    },
    find: async (of = {}) => {
      const { webhookId, channelId, key } = { ...incident, ...of }
      return posts.findIncident(webhookId, channelId, key)
    },
  }
}

/** Fails unless the batch was stored now. */
export function nowStored(result: CheckedResult): Extract<CheckedResult, { stored: true }> {
  assert.ok(result.stored, 'the batch is stored')
  return result
}

export function assertChanged(result: CheckedResult, what: string): void {
  assert.deepEqual(result, { stored: false, changed: true }, what)
}

/** The incident after another event. */
export function later(incident: HookIncident, changes: Partial<HookIncident> = {}): HookIncident {
  const { count, lastAt, version } = incident
  return copyOf({
    ...incident,
    count: count + 1,
    lastAt: lastAt + 1,
    version: version + 1,
    ...changes,
  })
}
