import type { Channel, Post } from '../../../model/records.js'

/** A change of the chat by any node. */
export type ChatChange =
  | {
      readonly kind: 'posted'
      /** Posts of one commit, in order. */
      readonly posts: readonly Post[]
      readonly channel: Channel
    }
  | NotedChange

/** A change by any node that the table of changes holds. */
export type NotedChange =
  | {
      readonly kind: 'edited' | 'deleted'
      readonly postId: string
      readonly channelId: string
    }
  | {
      readonly kind: 'channelCreated' | 'channelChanged' | 'channelArchived'
      readonly channelId: string
    }
  | {
      readonly kind: 'memberAdded' | 'memberRemoved'
      readonly channelId: string
      readonly userId: string
      /** Who removes the member; empty if that is not known. */
      readonly byUserId: string
    }
  /** All or one of the sessions of the user have ended. */
  | { readonly kind: 'signedOut'; readonly userId: string }
