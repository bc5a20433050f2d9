import { expect } from 'chai'
import type { HookPost } from 'express-incoming-webhooks'
import { storedPost } from '../../lib/rules/stored-post.js'

const EARLIER: HookPost = {
  id: 'post',
  channelId: 'channel',
  userId: 'user',
  webhookId: 'webhook',
  rootId: '',
  message: 'text',
  type: '',
  props: { from_webhook: 'true' },
  priority: null,
  mentions: { userIds: ['bob'], channelWide: null },
  createAt: 1,
  updateAt: 2,
  version: 3,
}

describe('a new post as a store keeps it', () => {
  it('has the time at which it is stored, also if it was copied from an earlier one', () => {
    expect(storedPost(EARLIER, 9)).to.deep.equal({
      ...EARLIER,
      createAt: 9,
      updateAt: 9,
      version: 0,
    })
  })
})
