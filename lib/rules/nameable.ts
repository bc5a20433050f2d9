import { KEY_SHAPE } from './keys.js'

const MOST_NAMED = 6
const NAME = /^[\w.-]{1,40}$/

/** Whether an error may contain a name that a sender wrote, which may be anything, even a text or a key. */
export function isNameable(name: string): boolean {
  return NAME.test(name) && !KEY_SHAPE.test(name)
}

/** At most six of the names that an error may contain, and how many there are besides. */
export function firstNameable(
  all: readonly string[],
  bare = (name: string) => name,
): { readonly names: readonly string[]; readonly others: number } {
  const names = all.filter((name) => isNameable(bare(name))).slice(0, MOST_NAMED)
  return { names, others: all.length - names.length }
}
