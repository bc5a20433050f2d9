import type { JsonValue } from '../../../lib/model/records.js'
import { isJsonList, isJsonObject } from '../../../lib/model/json.js'
import { sitesOf, withAt } from './trees.js'

/** Readings that one search may take. */
const TRIES = 1_000

/** A tree as small as can be found of which something still holds. */
export function smallest(tree: JsonValue, holds: (tree: JsonValue) => boolean): JsonValue {
  let best = tree
  let left = TRIES
  const attempt = (next: JsonValue): boolean => {
    left -= 1
    if (left < 0 || !holds(next)) return false
    best = next
    return true
  }
  for (let isBetter = true; isBetter && left > 0;) {
    isBetter = false
    for (const { path, value } of sitesOf(best).slice(1)) {
      if (left <= 0) break
      const smaller = [undefined, ...halves(value)]
      if (smaller.some((other) => attempt(withAt(best, path, other)))) {
        isBetter = true
        break
      }
    }
  }
  return best
}

function halves(value: JsonValue): readonly JsonValue[] {
  // A part of an address would no longer tell where it was.
  if (typeof value === 'string' && value.length > 1 && !value.includes('evil.test')) {
    const middle = Math.floor(value.length / 2)
    return [value.slice(0, middle), value.slice(middle), value.slice(1), value.slice(0, -1)]
  }
  if (isJsonList(value) && value.length > 1) {
    const middle = Math.floor(value.length / 2)
    return [value.slice(0, middle), value.slice(middle)]
  }
  return isJsonObject(value) && Object.keys(value).length > 2 ? [{}] : []
}
