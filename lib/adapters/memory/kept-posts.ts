import type { HookPost } from '../../model/records.js'

/**
 * Posts by id. They are stored as text, so reading always returns a copy, and many posts cost the
 * garbage collector almost nothing.
 */
export class KeptPosts {
  readonly #texts = new Map<string, string>()

  /** How many posts there are. */
  get size(): number {
    return this.#texts.size
  }

  /** A copy of the post with this id. */
  get(id: string): HookPost | undefined {
    const text = this.#texts.get(id)
    return text === undefined ? undefined : parsePost(text)
  }

  /** Adds or replaces a post, and keeps a copy of it. */
  set(id: string, post: HookPost): void {
    this.#texts.set(id, JSON.stringify(post))
  }

  /** False if there was no such post. */
  delete(id: string): boolean {
    return this.#texts.delete(id)
  }

  /** Deletes all posts. */
  clear(): void {
    this.#texts.clear()
  }

  /** Copies of all posts, in order of insertion. */
  *values(): IterableIterator<HookPost> {
    for (const text of this.#texts.values()) yield parsePost(text)
  }
}

function parsePost(text: string) {
  // `set` wrote this text.
  return JSON.parse(text) as HookPost
}
