import type { Post } from '../../model/records.js'

/**
 * Posts by id. They are stored as text, so reading always returns a copy, and many posts cost the
 * garbage collector almost nothing.
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

  /** In order of insertion. */
  *values(): IterableIterator<Post> {
    for (const text of this.#texts.values()) yield parsePost(text)
  }
}

function parsePost(text: string): Post {
  // `set` wrote this text.
  return JSON.parse(text) as Post
}
