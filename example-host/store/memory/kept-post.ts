import { PackedTexts, type ReadLast } from './packed-texts.js'
import { isPost, type StoredPost } from './rows.js'

/** What lists and counts need of a post. */
export interface PostOutline extends Pick<
  StoredPost,
  'id' | 'channelId' | 'userId' | 'rootId' | 'createAt' | 'updateAt' | 'mentions'
> {
  /** Undefined where an index of version 0.9 does not say. */
  readonly webhookId: string | undefined
  /** Undefined while the post is there. */
  readonly deleteAt?: number | undefined
}

export function outlineOf(post: StoredPost): PostOutline {
  const { id, channelId, userId, webhookId, rootId, createAt, updateAt, mentions, deleteAt } = post
  return { id, channelId, userId, webhookId, rootId, createAt, updateAt, mentions, deleteAt }
}

/**
 * A post that was deleted at this time: ids and times, no content. It keeps its place, because a
 * segment holds its posts for ever and a repeated request is answered with the ids of the first one.
 */
export function withoutContent(post: StoredPost, at: number): StoredPost {
  const { id, channelId, userId, webhookId, rootId, createAt } = post
  return {
    id,
    channelId,
    userId,
    webhookId,
    rootId,
    createAt,
    message: '',
    type: '',
    props: {},
    priority: null,
    mentions: { userIds: [], channelWide: null },
    updateAt: at,
    deleteAt: at,
  }
}

export function isDeleted({ deleteAt }: Pick<PostOutline, 'deleteAt'>): boolean {
  return deleteAt !== undefined
}

/** What lists and counts need of a post, and the JSON that journal and snapshot have of it. */
export interface OutlinedPost {
  readonly post: PostOutline
  readonly json: string
  /** Its index (see post-index.ts), where it was made already; null if the post cannot have one. */
  readonly index?: string | null
}

/** A post, and its JSON. */
export interface WrittenPost extends OutlinedPost {
  readonly post: StoredPost
}

export function written(post: StoredPost): WrittenPost {
  return { post, json: JSON.stringify(post) }
}

/** Reads a post that was written here. Throws a `TypeError` for anything else. */
export function parsePost(json: string): StoredPost {
  const value: unknown = JSON.parse(json)
  if (!isPost(value)) throw new TypeError('not a post')
  return value
}

/** A post as memory keeps it: what lists and counts need, and all of it as text. */
export class KeptPost {
  /** Its index in the timeline, which never changes. */
  readonly place: number
  readonly channelId: string
  userId: string
  readonly createAt: number
  updateAt: number
  isDeleted: boolean
  /** The text itself, or the texts that it is one of. */
  #text: string | PackedTexts
  #index = 0
  #webhookId: string | undefined

  /** `shared`: the one string that is kept for all ids that are equal to it. */
  constructor({ post, json }: OutlinedPost, place: number, shared: (id: string) => string) {
    this.place = place
    this.channelId = shared(post.channelId)
    this.userId = shared(post.userId)
    this.#webhookId = post.webhookId === undefined ? undefined : shared(post.webhookId)
    this.createAt = post.createAt
    this.updateAt = post.updateAt
    this.isDeleted = isDeleted(post)
    this.#text = json
  }

  /** `''` if a person wrote it. */
  get webhookId(): string {
    return (this.#webhookId ??= this.read().webhookId)
  }

  get json(): string {
    return typeof this.#text === 'string' ? this.#text : this.#text.at(this.#index)
  }

  /** A copy, which belongs to the caller. */
  read(): StoredPost {
    return parsePost(this.json)
  }

  /** The same post, changed or deleted. */
  change({ post, json }: OutlinedPost, shared: (id: string) => string): void {
    this.userId = shared(post.userId)
    this.updateAt = post.updateAt
    this.isDeleted = isDeleted(post)
    if (typeof this.#text === 'string') this.#text = json
    else this.#text.replace(this.#index, json)
  }

  packInto(texts: PackedTexts, index: number): void {
    this.#text = texts
    this.#index = index
  }
}

/** So many of the latest posts, at least, are as they came: those are read most. */
const LOOSE = 64
/** Posts that are packed together, and the characters of all but the last: one is read with all. */
const TOGETHER = 64
const CHARACTERS_TOGETHER = 65_536

/** Packs the oldest of the latest posts of a channel, once enough others have followed. */
export function packOldest(posts: KeptPost[], readLast: ReadLast): void {
  while (posts.length >= LOOSE + TOGETHER) {
    const texts: string[] = []
    let characters = 0
    for (const { json } of posts.slice(0, TOGETHER)) {
      if (characters >= CHARACTERS_TOGETHER) break
      texts.push(json)
      characters += json.length
    }
    const packed = new PackedTexts(texts, readLast)
    for (const [index, post] of posts.splice(0, texts.length).entries()) {
      post.packInto(packed, index)
    }
  }
}
