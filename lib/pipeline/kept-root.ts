import type { IdempotencyRecord } from '../adapters/types.js'
import { isObject } from '../model/json.js'
import type { HookPost } from '../model/records.js'

// Stores keep the posts that were stored with a request, not the one that it changed, nor which of them are
// its own. The receipt of a repeated report about an incident needs both, so they are the last of the texts
// that every store keeps.

const ACTIONS = ['created', 'edited', 'unchanged'] as const

/** What a request did with the post of an incident. */
export type RootAction = (typeof ACTIONS)[number]

/** The post of an incident, and what a request did with it. */
interface KeptRoot {
  readonly id: string
  readonly action: RootAction
  /** The posts that are its own, where other reports were stored with it; null: all. */
  readonly own: readonly string[] | null
}

/** The record of a request that changed the post of an incident, only repeated what it shows, or was not alone. */
export function withRoot(once: IdempotencyRecord, { own, ...root }: KeptRoot): IdempotencyRecord {
  const text = JSON.stringify({ ...root, ...(own && { own }) })
  return { ...once, ignored: [...once.ignored, text] }
}

/** What was kept. The path of a parameter never begins like an object of JSON. */
export function rootIn(kept: readonly string[]): {
  readonly ignored: readonly string[]
  readonly root: KeptRoot | null
} {
  const last = kept.at(-1) ?? ''
  const root = last.startsWith('{') ? read(last) : null
  return root ? { ignored: kept.slice(0, -1), root } : { ignored: kept, root: null }
}

/** The posts of a request, of those that were stored with it. */
export function ownOf(posts: readonly HookPost[], root: KeptRoot | null): readonly HookPost[] {
  const own = root?.own
  return own ? posts.filter(({ id }) => own.includes(id)) : posts
}

function read(text: string): KeptRoot | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return null
    const { id } = value
    const action = ACTIONS.find((known) => known === value['action'])
    const own = Array.isArray(value['own']) ? value['own'].map(String) : null
    return typeof id === 'string' && action ? { id, action, own } : null
  } catch {
    return null
  }
}
