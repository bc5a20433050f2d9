import type { HookChannel, HookPost } from 'express-incoming-webhooks'
import type { ChatChannel, StoredPost } from './rows.js'

/** A change that listeners are notified of, by whatever node. */
export type StoreChange =
  /** The new posts of a commit, in order, the posts of a batch together. */
  | {
      readonly kind: 'posted'
      readonly posts: readonly HookPost[]
      readonly channel: HookChannel
    }
  /** Not for the replies that are deleted with their root. */
  | {
      readonly kind: 'edited' | 'deleted'
      readonly post: StoredPost
      readonly channel: HookChannel
    }
  | {
      readonly kind: 'channelCreated' | 'channelChanged' | 'channelArchived'
      readonly channel: ChatChannel
    }
  | { readonly kind: 'memberAdded'; readonly channel: ChatChannel; readonly userId: string }
  | {
      readonly kind: 'memberRemoved'
      readonly channel: ChatChannel
      readonly userId: string
      readonly byUserId: string
    }
  /** A session of the user has ended before its time. */
  | { readonly kind: 'signedOut'; readonly userId: string }
