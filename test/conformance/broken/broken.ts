import type { Adapters, PostsAdapter } from 'express-incoming-webhooks/adapters'
import type { MemoryAdapters } from 'express-incoming-webhooks/memory'
import type { MemoryDiagnostics } from '../../support/memory-diagnostics.js'

/** Adapters broken on purpose, and the tests that must report them: `contract: title`, no others. */
export interface Broken {
  readonly what: string
  readonly fails: readonly string[]
  readonly breakAdapters: (good: MemoryAdapters & MemoryDiagnostics) => Partial<Adapters>
}

/** The adapter of posts with some of its methods broken. */
export function brokenPosts(
  what: string,
  fails: readonly string[],
  wrap: (good: MemoryAdapters) => Partial<PostsAdapter>,
): Broken {
  return {
    what,
    fails,
    breakAdapters: (good) => ({ posts: { ...good.posts, ...wrap(good) } }),
  }
}
