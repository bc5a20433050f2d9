import { isUnavailable } from '../../../model/errors.js'
import { numberIn } from '../../stored-values.js'
import type { ChatChange } from './chat-change.js'
import type { ChatParts } from './database.js'
import { type FindChannel, NewPosts } from './new-posts.js'
import { notedChanges } from './noted-changes.js'

/** How often to look for what a node could not tell because it had ended, in milliseconds. */
const LOOK_MS = 5000
/**
 * Numbers are given out before the commit, so that a lower one may appear later, but not later than
 * a statement may take. So each look begins where the newest was some looks before.
 */
const LOOKS_BACK = 4

/** The newest post and change. */
interface Mark {
  readonly place: number
  readonly change: number
}

/** Tells of all changes, those of other nodes too: the posts of each channel in their order. */
export class Feed {
  readonly #parts: ChatParts
  readonly #listeners = new Set<(change: ChatChange) => void>()
  readonly #posts: NewPosts
  readonly #noted: ReturnType<typeof notedChanges>
  readonly #timer: NodeJS.Timeout
  #work: Promise<void> = Promise.resolve()
  #isWaiting = false
  /** Of the last looks. Without any, what was before need not be told. */
  #marks: readonly Mark[] = []

  constructor(parts: ChatParts, findChannel: FindChannel) {
    const { changes } = parts
    this.#parts = parts
    this.#posts = new NewPosts(parts, findChannel)
    this.#noted = notedChanges(parts)
    changes.hear((kind, text) => {
      if (this.#listeners.size === 0) return
      if (kind === 'posts') this.#posts.expect(text)
      else if (kind === 'change') this.#noted.expect(Number(text))
      else return
      this.#begin()
    })
    changes.onStart(() => {
      this.#look()
    })
    this.#timer = setInterval(() => {
      if (changes.isCurrent()) this.#look()
    }, LOOK_MS).unref()
  }

  /** Tells all nodes of posts that were just committed. */
  readonly tell = (channelId: string, from: number, to: number): void => {
    this.#parts.changes.tell(`posts ${from} ${to} ${channelId}`)
  }

  /** Calls `listener` with each change from now on. Returns a function that ends it. */
  subscribe(listener: (change: ChatChange) => void): () => void {
    if (this.#listeners.size === 0) {
      this.#marks = []
      this.#posts.reset()
      this.#noted.reset()
      this.#look()
    }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when everything that was heard has been told. */
  async settled(): Promise<void> {
    await this.#work
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Looks for posts and changes that nobody told of. */
  #look(): void {
    this.#queue(async () => {
      if (this.#listeners.size === 0) return
      const { place, change } = await this.#mark()
      await this.#posts.look(place)
      await this.#noted.look(change)
    })
    this.#begin()
  }

  /** Where a look begins. */
  async #mark(): Promise<Mark> {
    const { query, tables } = this.#parts
    const [row = {}] = await query(
      `SELECT (SELECT coalesce(max(place), 0) FROM ${tables.posts}) AS place,
         (SELECT coalesce(max(id), 0) FROM ${tables.changes}) AS change`,
    )
    const newest = { place: numberIn(row, 'place'), change: numberIn(row, 'change') }
    const [begin = newest] = this.#marks
    this.#marks = [...this.#marks, newest].slice(-LOOKS_BACK)
    return begin
  }

  /** Works off what is expected; what comes meanwhile is worked off together. */
  #begin(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#queue(async () => {
      this.#isWaiting = false
      await this.#posts.read(this.#emit)
      await this.#noted.read(this.#emit)
    })
  }

  #queue(task: () => Promise<void>): void {
    this.#work = this.#work.then(task).catch((error: unknown) => {
      // The next look finds it.
      if (!isUnavailable(error)) this.#parts.log('warn', 'changes could not be read', { error })
    })
  }

  readonly #emit = (change: ChatChange): void => {
    for (const listener of this.#listeners) {
      try {
        listener(change)
      } catch (error) {
        this.#parts.log('error', 'a listener for changes failed', { error })
      }
    }
  }
}
