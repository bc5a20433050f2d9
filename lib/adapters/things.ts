import type { Post, StoredPost } from '../model/records.js'
import type { Thing } from '../model/things.js'

// Part of the contract of `PostsAdapter`, apart because only hosts with the guarantee `things` need it.

export interface PostChanges {
  readonly message?: string
  readonly props?: Post['props']
  /** The new version. */
  readonly version: number
}

/** A change of a post in the commit of a batch. */
export interface PostEdit {
  readonly id: string
  readonly changes: PostChanges
  readonly expectedVersion: number
}

/** A thing to write in the commit of a batch. */
export interface ThingWrite {
  /** With its new version. Its `postId` is `''` if the first post of the batch is to show it. */
  readonly thing: Thing
  /** Null: there must be no such thing, or only one that has expired. */
  readonly expectedVersion: number | null
}

/** A thing as the host returns it. Values of JSON columns need no cast: they are checked. */
export type StoredThing = { readonly [Name in keyof Thing]?: unknown }

/** What a batch may hold besides posts, if the host guarantees `things`. */
export interface ThingParts {
  readonly edit?: PostEdit
  readonly thing?: ThingWrite
}

/** The methods that the guarantee `things` needs. */
export interface KeptThings {
  /** The thing of this key, or null if there is none or it has expired. */
  findThing(
    webhookId: string,
    channelId: string,
    key: string,
  ): StoredThing | null | Promise<StoredThing | null>
  /**
   * Things of a webhook that have not expired, by `lastAt`, the latest first. `total` counts all of
   * them. At least the 10,000 latest of each webhook must be kept; older ones may be deleted.
   */
  listThings(
    webhookId: string,
    page: { readonly offset: number; readonly limit: number },
  ): ThingPage | Promise<ThingPage>
}

export interface ThingPage {
  readonly items: readonly StoredThing[]
  readonly total: number
}

/** A batch of which nothing was stored, because the thing or the post is not as it expects. */
export interface ChangedMeanwhile {
  readonly stored: false
  readonly changed: true
}

/** A batch that was stored. */
export interface StoredNow {
  readonly stored: true
  readonly posts: readonly StoredPost[]
  /** The post after its edit. */
  readonly edited?: StoredPost | null
}
