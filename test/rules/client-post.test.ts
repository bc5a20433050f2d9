import { expect } from 'chai'
import type { JsonValue, HookPost } from '../../lib/model/records.js'
import { toClientPost } from '../../lib/rules/client-post.js'

const POST: HookPost = {
  id: 'post',
  createAt: 1,
  updateAt: 2,
  channelId: 'channel',
  userId: 'user',
  webhookId: 'webhook',
  rootId: 'root',
  message: 'Hello',
  type: 'slack_attachment',
  props: { from_webhook: 'true' },
  priority: null,
  mentions: { userIds: ['bob'], channelWide: 'here' },
}

function shownProps(props: HookPost['props']): HookPost['props'] {
  return toClientPost({ ...POST, props }).props
}

describe('a post that clients see', () => {
  it('has every member of the record of the reference, and no other', () => {
    expect(toClientPost(POST)).to.deep.equal({
      id: 'post',
      create_at: 1,
      update_at: 2,
      edit_at: 0,
      delete_at: 0,
      is_pinned: false,
      user_id: 'user',
      channel_id: 'channel',
      root_id: 'root',
      original_id: '',
      message: 'Hello',
      type: 'slack_attachment',
      props: { from_webhook: 'true' },
      hashtags: '',
      pending_post_id: '',
      reply_count: 0,
      last_reply_at: 0,
      participants: null,
      metadata: {},
    })
  })

  it('names its priority as the wire does', () => {
    const priority = {
      priority: 'urgent',
      requestedAck: true,
      persistentNotifications: false,
    } as const
    expect(toClientPost({ ...POST, priority }).metadata).to.deep.equal({
      priority: { priority: 'urgent', requested_ack: true, persistent_notifications: false },
    })
  })

  it('has buttons without the integrations that are behind them', () => {
    const integration = { url: 'https://secret.test', context: { token: 'secret' } }
    const attachment = {
      text: 'Deploy?',
      actions: [
        { id: 'yes', name: 'Yes', integration },
        { id: 'no', integration },
        { id: 'later' },
      ],
    }
    expect(shownProps({ other: 1, attachments: [attachment, { text: 'plain' }] })).to.deep.equal({
      other: 1,
      attachments: [
        { text: 'Deploy?', actions: [{ id: 'yes', name: 'Yes' }, { id: 'no' }, { id: 'later' }] },
        { text: 'plain' },
      ],
    })
  })

  // Another program may have written the store.
  const odd: readonly [string, JsonValue][] = [
    ['attachments that are not a list', { actions: [{ integration: {} }] }],
    ['an attachment that is null', [null]],
    ['an attachment that is a text', ['text']],
    ['an attachment that is a list', [[1]]],
    ['actions that are not a list', [{ actions: 'none' }]],
    ['an action that is null', [{ actions: [null] }]],
    ['an action that is a text', [{ actions: ['press'] }]],
  ]
  for (const [title, attachments] of odd) {
    it(`keeps ${title}`, () => {
      expect(shownProps({ attachments })).to.deep.equal({ attachments })
    })
  }

  it('has its incident also if 0.9 stored it', () => {
    const incident = { state: 'open', count: 1, since: 1, until: null }
    const shown = { webhook_incident: incident }
    expect(shownProps({ webhook_thing: incident })).to.deep.equal(shown)
    // 0.9 has changed it after this version.
    const earlier = { ...incident, state: 'closed' }
    const both = { webhook_thing: incident, webhook_incident: earlier }
    expect(shownProps(both)).to.deep.equal(shown)
  })
})
