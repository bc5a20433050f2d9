import type { NewPost } from 'express-incoming-webhooks/adapters'

/** A post as the library passes it to `createBatch`, with what a test says of it. */
export function newPost(given: Partial<NewPost> = {}): NewPost {
  return {
    id: 'post',
    channelId: 'channel',
    userId: 'user',
    webhookId: 'webhook',
    rootId: '',
    message: 'Hello',
    type: '',
    props: {},
    priority: null,
    mentions: { userIds: [], channelWide: null },
    ...given,
  }
}
