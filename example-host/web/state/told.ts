import {
  readChanges,
  readIncident,
  readPost,
  type ShownChange,
} from 'express-incoming-webhooks/render'
import { fieldsOf } from '../../fields.js'
import type { Post } from '../api/shapes.js'
import { type Head, headOf, namingIn } from '../text/first-line.js'
import { isByHook } from './names.js'

/** What a reply tells of the incident of its thread. */
export interface Told {
  /** The state that the incident has changed to; `''` if that is not known. */
  readonly state: string
  /** What it says beside the state. */
  readonly head: Head
  /** The changes, where it tells several at once. */
  readonly changes: readonly ShownChange[]
}

type Reply = Pick<Post, 'message' | 'props' | 'createAt'>

const NOTHING: Head = { text: '', isPlain: true }

/** What a reply tells whose first line says only that the incident of its thread has changed; null of others. */
export function toldBy(reply: Reply, root: Pick<Post, 'props'> | undefined): Told | null {
  const incident = root && isByHook(reply) ? readIncident(root) : null
  if (!root || !incident) return null
  const changes = readChanges(reply)
  if (changes.length > 0) {
    const last = changesIn(reply.props['webhook_changes']).at(-1)
    return { state: last?.state ?? '', head: NOTHING, changes }
  }
  const history = changesIn(fieldsOf(root.props['webhook_incident'])['history'])
  const head = headOf(readPost(reply))
  const naming = namingIn(head, [incident.title, ...history.map(({ title }) => title)])
  if (!naming) return null
  if (naming.state !== '') return { state: naming.state, head: NOTHING, changes }
  // Its words do not say what has changed, but when they came does.
  const last = history.findLast(
    ({ state, at, title }) =>
      state !== 'update' && at <= reply.createAt && (title || incident.title) === naming.title,
  )
  return { state: last?.state ?? '', head, changes }
}

/** All changes in a property of a post, the first one first. */
function changesIn(list: unknown) {
  const all: readonly unknown[] = Array.isArray(list) ? list : []
  return all.map(fieldsOf).map(({ state, at, title }) => ({
    state: String(state),
    at: Number(at),
    title: typeof title === 'string' ? title : '',
  }))
}
