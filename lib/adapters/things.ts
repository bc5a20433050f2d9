import type { Post } from '../model/records.js'
import type { Thing } from '../model/things.js'

// Part of the contract of `PostsAdapter`, apart because only hosts with the guarantee `things` need it.

/** What changes in a post. Members that are absent stay as they are. */
export interface PostChanges {
  /** The new text. */
  readonly message?: string
  /** The new properties, all of them: they replace the stored ones. */
  readonly props?: Post['props']
  /** The new version. */
  readonly version: number
}

/** A change of a post in the commit of a batch. */
export interface PostEdit {
  /** The id of the post. */
  readonly id: string
  /** What to write. */
  readonly changes: PostChanges
  /** The version that the stored post must have. Otherwise nothing of the batch is stored. */
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
    page: {
      /** How many of the latest things to leave out. */
      readonly offset: number
      /** The most things to return. */
      readonly limit: number
    },
  ): ThingPage | Promise<ThingPage>
}

/** A part of the things of a webhook. */
export interface ThingPage {
  /** The things of this page. */
  readonly items: readonly StoredThing[]
  /** How many things there are on all pages. */
  readonly total: number
}
