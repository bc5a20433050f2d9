import type { IdempotencyRecord } from '../adapters/types.js'
import { isObject } from '../model/json.js'

// Stores keep the posts that a request made, not the one that it changed. The receipt of a repeated report
// about an incident needs that one too, so its id is the last of the texts that every store keeps.

/** The post of an incident, and what a request did with it. */
export interface KeptRoot {
  readonly id: string
  readonly action: 'edited' | 'unchanged'
}

/** The record of a request that changed the post of an incident, or only repeated what it shows. */
export function withRoot(once: IdempotencyRecord, root: KeptRoot): IdempotencyRecord {
  return { ...once, ignored: [...once.ignored, JSON.stringify(root)] }
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

function read(text: string): KeptRoot | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return null
    const { id, action } = value
    const isKnown = action === 'edited' || action === 'unchanged'
    return typeof id === 'string' && isKnown ? { id, action } : null
  } catch {
    return null
  }
}
