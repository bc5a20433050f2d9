import type { Post } from '../../model/records.js'

/**
 * Posts by id. They are kept as text: what comes out is always a copy, and many of them cost the
 * garbage collector next to nothing.
 */
export class KeptPosts {
  readonly #texts = new Map<string, string>()

  get size(): number {
    return this.#texts.size
  }

  get(id: string): Post | undefined {
    const text = this.#texts.get(id)
    return text === undefined ? undefined : parsePost(text)
  }

  set(id: string, post: Post): void {
    this.#texts.set(id, JSON.stringify(post))
  }

  delete(id: string): boolean {
    return this.#texts.delete(id)
  }

  clear(): void {
    this.#texts.clear()
  }

  /** In the order in which they came. */
  *values(): IterableIterator<Post> {
    for (const text of this.#texts.values()) yield parsePost(text)
  }
}

function parsePost(text: string): Post {
  // What `set` has written.
  return JSON.parse(text) as Post
}
