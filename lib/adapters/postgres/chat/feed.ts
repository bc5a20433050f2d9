import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable } from '../../../model/errors.js'
import { numberIn } from '../../stored-values.js'
import type { Hear } from '../changes.js'
import { shardOf, SHARDS } from '../shards.js'
import type { ChatChange } from './chat-change.js'
import type { ChatParts } from './database.js'
import { type FindChannel, NewPosts } from './new-posts.js'
import { notedChanges } from './noted-changes.js'
import type { Committed } from './statements.js'

/** How often to look for what a node could not tell because it had ended, in milliseconds. */
const LOOK_MS = 5000
const RETRY_MS = 500
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

/**
 * Tells a listener of changes, those of other nodes too, the posts of each channel in their order: of all
 * changes, or of those of the channels and users that it follows.
 */
export class Feed {
  readonly #parts: ChatParts
  readonly #listener: (change: ChatChange) => void
  /** Ids of channels and users; null: all. */
  readonly #followed: Set<string> | null
  readonly #posts: NewPosts
  readonly #noted: ReturnType<typeof notedChanges>
  readonly #timer: NodeJS.Timeout
  readonly #endHearing: readonly (() => void)[]
  #work = Promise.resolve()
  #isWaiting = false
  #isOver = false
  /** Of the last looks. Without any, what was before need not be told. */
  #marks: readonly Mark[] = []

  constructor(
    parts: ChatParts,
    findChannel: FindChannel,
    listener: (change: ChatChange) => void,
    followed: Set<string> | null,
  ) {
    const { changes } = parts
    this.#parts = parts
    this.#listener = listener
    this.#followed = followed
    this.#posts = new NewPosts(parts, findChannel, followed !== null)
    this.#noted = notedChanges(parts, followed)
    const hear: Hear = (kind, text) => {
      if (kind === 'posts') this.#posts.expect(text)
      else if (kind === 'change') this.#noted.expect(text)
      else return
      this.#begin()
    }
    const look = () => {
      this.#look()
    }
    this.#endHearing = [changes.hear(hear), changes.onStart(look)]
    this.#timer = setInterval(() => {
      if (changes.isCurrent()) look()
    }, LOOK_MS).unref()
    look()
    if (followed) return
    this.#queue(() => changes.listen(SHARDS))
    look()
  }

  /**
   * Follows these channels and users, from now on; of channels, also posts after `since`. Waits while no
   * database can be asked.
   */
  follow(ids: readonly string[], since = Infinity) {
    return this.#inTurn(async () => {
      const added = new Set(ids.filter((id) => this.#followed?.has(id) === false))
      if (added.size === 0) return
      await this.#parts.changes.listen([...added].map(shardOf))
      for (const id of added) this.#followed?.add(id)
      try {
        await this.#untilAnswered(async () => {
          const [begin] = this.#marks
          // The first look begins where it finds the newest: nothing before is told anyway.
          if (begin) await this.#noted.skip(begin.change, added)
          await this.#posts.follow([...added], since)
        })
      } catch (error) {
        await this.#drop(added)
        throw error
      }
      this.#begin()
    })
  }

  async #untilAnswered(ask: () => Promise<void>) {
    while (!this.#isOver) {
      try {
        await ask()
        return
      } catch (error) {
        if (!isUnavailable(error)) throw error
        await delay(RETRY_MS)
      }
    }
  }

  /** Follows these no longer. */
  unfollow(ids: Iterable<string>) {
    this.#queue(async () => {
      await this.#drop([...ids].filter((id) => this.#followed?.has(id)))
    })
  }

  /** Tells of what this node has stored, without reading it if what came before it has been told. */
  add(committed: Committed) {
    if (this.#posts.add(committed)) this.#begin()
  }

  /** Resolves when everything that was heard has been told. */
  async settled() {
    await this.#work
  }

  end() {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#timer)
    for (const end of this.#endHearing) end()
    if (this.#followed) this.unfollow(this.#followed)
    else this.#queue(() => this.#parts.changes.unlisten(SHARDS))
  }

  async #drop(ids: Iterable<string>) {
    const dropped = [...ids]
    for (const id of dropped) {
      this.#followed?.delete(id)
      this.#posts.unfollow(id)
    }
    await this.#parts.changes.unlisten(dropped.map(shardOf))
  }

  /** Looks for posts and changes that nobody told of. */
  #look() {
    this.#queue(async () => {
      const { place, change } = await this.#mark()
      await this.#posts.look(place)
      await this.#noted.look(change)
    })
    this.#begin()
  }

  /** Where a look begins. */
  async #mark() {
    const [row = {}] = await this.#parts.query(
      `SELECT (SELECT coalesce(max(place), 0) FROM {table}chat_posts) AS place,
         (SELECT coalesce(max(id), 0) FROM {table}chat_changes) AS change`,
    )
    const newest = { place: numberIn(row, 'place'), change: numberIn(row, 'change') }
    const [begin = newest] = this.#marks
    this.#marks = [...this.#marks, newest].slice(-LOOKS_BACK)
    return begin
  }

  /** Works off what is expected; what comes meanwhile is worked off together. */
  #begin() {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#queue(async () => {
      this.#isWaiting = false
      if (this.#isOver) return
      await this.#posts.read(this.#tell)
      await this.#noted.read((change) => {
        if ('postId' in change) this.#posts.noteChange(change.channelId)
        this.#tell(change)
      })
    })
  }

  #queue(task: () => Promise<void>) {
    this.#inTurn(task).catch((error: unknown) => {
      // The next look finds it.
      if (!isUnavailable(error)) this.#parts.log('warn', 'changes could not be read', { error })
    })
  }

  #inTurn(task: () => Promise<void>) {
    const done = this.#work.then(task)
    this.#work = done.catch(() => undefined)
    return done
  }

  readonly #tell = (change: ChatChange) => {
    if (this.#isOver) return
    try {
      this.#listener(change)
    } catch (error) {
      this.#parts.log('error', 'a listener for changes failed', { error })
    }
  }
}
