import assert from 'node:assert/strict'
import type { IncidentWrite, PostChanges, PostEdit } from '../adapters/incidents.js'
import type { PostBatch } from '../adapters/types.js'
import type { CheckedResult } from '../host/read-records.js'
import { copyOf } from '../model/json.js'
import type { HookIncident } from '../model/incidents.js'
import type { HookPost } from '../model/records.js'
import { checks } from './checks.js'
import { digestOf, FAR, found, openScene } from './scene.js'

export const BEGAN = 1_700_000_000_000

/** Defines a test of the guarantee. */
export const check = checks(async (session) => {
  const scene = await openScene(session)
  const { posts, guarantees } = session
  if (!guarantees.has('incidents')) return null
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
    history: [{ state: 'open', at: BEGAN, by: 'Nora \u{1f9d1}', title: 'The "disk" fills' }],
    lastAt: BEGAN + 1,
    fingerprint: digestOf('what it shows'),
    expiresAt: FAR,
    version: 1,
  }
  /** Stores posts with these messages, and what else belongs to the batch. */
  const store = async (messages: readonly string[], rest?: Omit<PostBatch, 'posts'>) =>
    posts.createBatch({ posts: await scene.named(...messages), ...rest })
  const find = async (of?: Partial<HookIncident>) => {
    const { webhookId, channelId, key } = { ...incident, ...of }
    return posts.findIncident(webhookId, channelId, key)
  }
  return {
    ...scene,
    /** As the sender's first report makes it. */
    incident,
    store,
    /** Stores the first post of an incident, and the incident. */
    begin: async (message: string, changes?: Partial<HookIncident>) => {
      const given = { ...incident, ...changes }
      const { posts: stored } = nowStored(await store([message], { incident: anew(given) }))
      const post = found(stored[0], 'the first post')
      return { post, incident: { ...given, postId: post.id } }
    },
    find,
    /** Fails unless the incident is stored exactly so. */
    expectKept: async (expected: HookIncident, what = 'the incident') => {
      assert.deepEqual(await find(expected), expected, what)
    },
    /** Incidents of the webhook. */
    list: async (offset = 0, limit = 10) =>
      posts.listIncidents(scene.webhook.id, { offset, limit }),
  }
}, 'if incidents is guaranteed')

/** Fails unless the batch was stored now. */
export function nowStored(result: CheckedResult): Extract<CheckedResult, { stored: true }> {
  assert.ok(result.stored, 'the batch is stored')
  return result
}

export function assertChanged(result: CheckedResult, what: string) {
  assert.deepEqual(result, { stored: false, changed: true }, what)
}

/** Writes an incident that does not exist yet. */
export function anew(incident: HookIncident): IncidentWrite {
  return { incident, expectedVersion: null }
}

/** The incident after another event. */
export function later(incident: HookIncident, changes?: Partial<HookIncident>): HookIncident {
  const { count, lastAt, version } = incident
  const next = { count: count + 1, lastAt: lastAt + 1, version: version + 1 }
  return copyOf({ ...incident, ...next, ...changes })
}

/** Writes what becomes of a stored incident with another event. */
export function next(incident: HookIncident, changes?: Partial<HookIncident>): IncidentWrite {
  return { incident: later(incident, changes), expectedVersion: incident.version }
}

/** The next change of a stored post. */
export function editOf(
  { id, version = 0 }: HookPost,
  changes: Omit<PostChanges, 'version'>,
): PostEdit {
  return { id, changes: { ...changes, version: version + 1 }, expectedVersion: version }
}
