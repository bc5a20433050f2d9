import { setImmediate as nextTurn } from 'node:timers/promises'
import { WebhookError } from '../../../model/errors.js'
import type { HookPost } from '../../../model/records.js'
import { settled } from '../../one-at-a-time.js'
import type { WrittenPost } from './statements.js'

/** The posts of one message, which are stored together or not at all. */
export type Message = readonly WrittenPost[]

/** Null if there is no such channel. */
export type Stored = readonly HookPost[] | null

export type StoreMessage = (posts: Message) => Promise<Stored>

/** Stores messages in one statement. Some of them may take longer than the statement. */
export type StoreTogether = (
  messages: readonly Message[],
) => Promise<readonly (Stored | Promise<Stored>)[]>

/** A statement takes no more messages once it has so many posts, or so many characters. */
const MOST_POSTS = 100
const MOST_CHARACTERS = 1_000_000
/**
 * Milliseconds that messages wait for the statement before theirs, which may hang. If more of them do,
 * messages wait longer, up to a limit: each takes a connection, which others need.
 */
const PATIENCE = 200
const MOST_PATIENCE = 2_000
/** A statement waits until so many turns of the loop have brought no more: of 20 clients, 19 then share it. */
const QUIET_TURNS = 2
/** Milliseconds after which it waits for no further turn, though more messages come. */
const MOST_GATHERING = 5

/**
 * Messages share a statement if they come in turns of the loop that follow each other, or while the one
 * before is under way.
 */
export class WaitingLine {
  readonly #alone: StoreMessage
  readonly #together: StoreTogether
  readonly #onEmpty: () => void
  #underWay: Promise<unknown> | null = null
  /** Statements that have not ended, of which the last is under way. */
  #unended = 0
  #waiting: Group | null = null

  constructor(alone: StoreMessage, together: StoreTogether, onEmpty = (): void => undefined) {
    this.#alone = alone
    this.#together = together
    this.#onEmpty = onEmpty
  }

  store(posts: Message): Promise<Stored> {
    if (this.#waiting && !this.#waiting.isFull) return this.#waiting.add(posts)
    const before = this.#waiting?.sent ?? this.#underWay
    const group = new Group()
    const stored = group.add(posts)
    this.#waiting = group
    void this.#sendAfter(before, group)
    return stored
  }

  async #sendAfter(before: Promise<unknown> | null, group: Group) {
    const hanging = Math.max(0, this.#unended - 1)
    if (before) await settled(before, Math.min(PATIENCE * 2 ** hanging, MOST_PATIENCE))
    await group.gathered()
    if (this.#waiting === group) this.#waiting = null
    await this.#watch(group.send(this.#alone, this.#together))
  }

  async #watch<Result>(statement: Promise<Result>) {
    this.#underWay = statement
    this.#unended += 1
    try {
      return await statement
    } finally {
      this.#unended -= 1
      if (this.#underWay === statement) this.#underWay = null
      if (this.#unended === 0 && !this.#waiting) this.#onEmpty()
    }
  }
}

interface Member {
  readonly posts: Message
  readonly resolve: (stored: Stored | Promise<Stored>) => void
  readonly reject: (error: unknown) => void
}

/** Messages that one statement stores. */
class Group {
  readonly #members: Member[] = []
  #posts = 0
  #characters = 0
  #end: () => void = () => undefined
  /** Resolves when the statement has ended, in whatever way. */
  readonly sent = new Promise<void>((resolve) => {
    this.#end = resolve
  })

  /** Resolves once some turns of the loop, one after the other, have brought no more messages. */
  async gathered() {
    const end = performance.now() + MOST_GATHERING
    for (let quiet = 0; quiet < QUIET_TURNS && !this.isFull && performance.now() < end;) {
      const before = this.#members.length
      await nextTurn()
      quiet = this.#members.length > before ? 0 : quiet + 1
    }
  }

  get isFull() {
    return this.#posts >= MOST_POSTS || this.#characters >= MOST_CHARACTERS
  }

  add(posts: Message): Promise<Stored> {
    this.#posts += posts.length
    for (const { post, props } of posts) this.#characters += post.message.length + props.length
    return new Promise((resolve, reject) => {
      this.#members.push({ posts, resolve, reject })
    })
  }

  async send(alone: StoreMessage, together: StoreTogether) {
    const [first, ...others] = this.#members
    try {
      if (first && others.length === 0) {
        first.resolve(await alone(first.posts))
      } else {
        const stored = await together(this.#members.map(({ posts }) => posts))
        for (const [index, { resolve }] of this.#members.entries()) resolve(stored[index] ?? null)
      }
    } catch (error) {
      this.#fail(error, alone)
    } finally {
      this.#end()
    }
  }

  /** What the database says of itself holds for all; anything else may be the fault of one message. */
  #fail(error: unknown, alone: StoreMessage) {
    const isAlone = this.#members.length === 1
    for (const { posts, resolve, reject } of this.#members) {
      if (isAlone || error instanceof WebhookError) reject(error)
      else resolve(alone(posts))
    }
  }
}
