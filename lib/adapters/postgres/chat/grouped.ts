import { WebhookError } from '../../../model/errors.js'
import type { NewPost, Post } from '../../../model/records.js'
import { settled } from '../../one-at-a-time.js'

/** Stores posts of one channel in one statement. Null if there is no such channel. */
export type StorePosts = (posts: readonly NewPost[]) => Promise<readonly Post[] | null>

/** A statement takes no more messages once it has so many posts, or so many characters. */
const MOST_POSTS = 100
const MOST_CHARACTERS = 1_000_000
/** Milliseconds that messages wait for the statement before theirs, which may hang. */
const PATIENCE = 200

/**
 * Messages for a channel in which a statement is under way share the next one. They would wait for it
 * anyway, each on a connection of its own, because the posts of a channel are stored one after the other.
 */
export function groupedByChannel(store: StorePosts): StorePosts {
  const underWay = new Map<string, Promise<void>>()
  const waiting = new Map<string, Group>()

  const send = (channelId: string, group: Group): void => {
    const mine = group.send(store).finally(() => {
      if (underWay.get(channelId) === mine) underWay.delete(channelId)
    })
    underWay.set(channelId, mine)
  }
  const sendAfter = async (
    before: Promise<void>,
    channelId: string,
    group: Group,
  ): Promise<void> => {
    await settled(before, PATIENCE)
    if (waiting.get(channelId) === group) waiting.delete(channelId)
    send(channelId, group)
  }
  return async (posts) => {
    const channelId = posts[0]?.channelId ?? ''
    const next = waiting.get(channelId)
    if (next && !next.isFull) return next.add(posts)
    const group = new Group()
    const stored = group.add(posts)
    const before = next?.sent ?? underWay.get(channelId)
    if (before) {
      waiting.set(channelId, group)
      void sendAfter(before, channelId, group)
    } else {
      send(channelId, group)
    }
    return stored
  }
}

interface Member {
  readonly posts: readonly NewPost[]
  readonly resolve: (stored: Promise<readonly Post[] | null> | readonly Post[] | null) => void
  readonly reject: (error: unknown) => void
}

/** Messages that one statement stores. */
class Group {
  readonly #members: Member[] = []
  #posts = 0
  #characters = 0
  #end: () => void = () => undefined
  /** Resolves when all of them are stored or have failed. */
  readonly sent = new Promise<void>((resolve) => {
    this.#end = resolve
  })

  get isFull(): boolean {
    return this.#posts >= MOST_POSTS || this.#characters >= MOST_CHARACTERS
  }

  add(posts: readonly NewPost[]): Promise<readonly Post[] | null> {
    this.#posts += posts.length
    for (const { message, props } of posts) {
      this.#characters += message.length + JSON.stringify(props).length
    }
    return new Promise((resolve, reject) => {
      this.#members.push({ posts, resolve, reject })
    })
  }

  async send(store: StorePosts): Promise<void> {
    try {
      const stored = await store(this.#members.flatMap(({ posts }) => posts))
      let at = 0
      for (const { posts, resolve } of this.#members) {
        resolve(stored && stored.slice(at, at + posts.length))
        at += posts.length
      }
    } catch (error) {
      this.#fail(error, store)
    } finally {
      this.#end()
    }
  }

  /** What the database says of itself holds for all; anything else may be the fault of one message. */
  #fail(error: unknown, store: StorePosts): void {
    const isAlone = this.#members.length === 1
    for (const { posts, resolve, reject } of this.#members) {
      if (isAlone || error instanceof WebhookError) reject(error)
      else resolve(store(posts))
    }
  }
}
