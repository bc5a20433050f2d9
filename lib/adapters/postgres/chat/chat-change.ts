import type { HookChannel, HookPost } from '../../../model/records.js'

/** A change of the chat by any node. */
export type ChatChange =
  | {
      /** New posts. */
      readonly kind: 'posted'
      /** Posts of one commit, in order. */
      readonly posts: readonly HookPost[]
      /** The channel of the posts. */
      readonly channel: HookChannel
    }
  | {
      /** A post was changed or deleted. */
      readonly kind: 'edited' | 'deleted'
      /** The id of the post. */
      readonly postId: string
      /** The channel of the post. */
      readonly channelId: string
    }
  | {
      /** A channel was created, renamed or otherwise changed, or archived. */
      readonly kind: 'channelCreated' | 'channelChanged' | 'channelArchived'
      /** The id of the channel. */
      readonly channelId: string
    }
  | {
      /** A channel got a member or lost one. */
      readonly kind: 'memberAdded' | 'memberRemoved'
      /** The id of the channel. */
      readonly channelId: string
      /** The member. */
      readonly userId: string
      /** Who removed the member; `''` if that is not known, and for members who were added. */
      readonly byUserId: string
    }
  | {
      /** One or all of the sessions of a user have ended. */
      readonly kind: 'signedOut'
      /** The user. */
      readonly userId: string
    }

/** A change by any node that the table of changes holds. */
export type NotedChange = Exclude<ChatChange, { readonly kind: 'posted' }>
