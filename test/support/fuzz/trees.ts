import type { JsonValue } from '../../../lib/model/records.js'
import { isJsonList, isJsonObject } from '../../../lib/model/json.js'

/** Where a value is: names of members, and numbers of elements. */
export type Path = readonly (string | number)[]

export interface Site {
  readonly path: Path
  readonly value: JsonValue
}

/** All values of a tree, from the outermost. */
export function sitesOf(tree: JsonValue, path: Path = []): readonly Site[] {
  const inner = isJsonList(tree)
    ? tree.flatMap((value, index) => sitesOf(value, [...path, index]))
    : isJsonObject(tree)
      ? Object.entries(tree).flatMap(([name, value]) => sitesOf(value, [...path, name]))
      : []
  return [{ path, value: tree }, ...inner]
}

/** The tree with another value at a path; undefined leaves it out. */
export function withAt(tree: JsonValue, path: Path, value: JsonValue | undefined): JsonValue {
  const [step, ...rest] = path
  if (step === undefined) return value ?? null
  if (isJsonList(tree)) {
    return tree.flatMap((each, index) => {
      if (index !== step) return [each]
      if (rest.length > 0) return [withAt(each, rest, value)]
      return value === undefined ? [] : [value]
    })
  }
  if (!isJsonObject(tree)) return tree
  return fromEntries(
    Object.entries(tree).flatMap(([name, each]) => {
      if (name !== step) return [[name, each]]
      if (rest.length > 0) return [[name, withAt(each, rest, value)]]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The tree with one more member in the object at a path. */
export function withMember(tree: JsonValue, path: Path, name: string, value: JsonValue): JsonValue {
  const found = valueAt(tree, path)
  if (!isJsonObject(found)) return tree
  return withAt(tree, path, fromEntries([...Object.entries(found), [name, value]]))
}

export function valueAt(tree: JsonValue, path: Path): JsonValue | undefined {
  let found: JsonValue | undefined = tree
  for (const step of path) {
    if (isJsonList(found) && typeof step === 'number') found = found[step]
    else if (isJsonObject(found) && Object.hasOwn(found, step)) found = found[step]
    else return undefined
  }
  return found
}

/** Every string becomes what `change` makes of it and of its name. */
export function withStrings(
  tree: JsonValue,
  change: (name: string, text: string) => string,
  name = 'body',
): JsonValue {
  if (typeof tree === 'string') return change(name, tree)
  if (isJsonList(tree)) return tree.map((each) => withStrings(each, change, name))
  if (!isJsonObject(tree)) return tree
  return fromEntries(
    Object.entries(tree).map(([inner, each]) => [inner, withStrings(each, change, inner)]),
  )
}

/** The name of the member that holds a value, also within lists. */
export function nameOf(path: Path): string {
  const names = path.filter((step) => typeof step === 'string')
  return names.at(-1) ?? 'body'
}

/** All strings, and the names of all members. */
export function textsIn(tree: JsonValue): readonly string[] {
  if (typeof tree === 'string') return [tree]
  if (isJsonList(tree)) return tree.flatMap(textsIn)
  if (!isJsonObject(tree)) return []
  return Object.entries(tree).flatMap(([name, each]) => [name, ...textsIn(each)])
}

/** Unlike an object that is assigned to, this one may have a member `__proto__` of its own. */
function fromEntries(
  entries: readonly (readonly [string, JsonValue])[],
): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(entries)
}
