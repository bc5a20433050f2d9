import { expect } from 'chai'
import type { JsonValue } from '../../lib/model/records.js'
import { authorOf } from '../../lib/render/index.js'
import { postsOfPayload } from '../support/translation.js'

describe('the author of a post', () => {
  const bot = { name: null, iconUrl: null, iconEmoji: null, bot: true }
  const rows: readonly (readonly [what: string, props: JsonValue, author: object | null])[] = [
    ['nobody for a person', {}, null],
    ['nobody for a word that is not true', { from_webhook: 'false', override_username: 'a' }, null],
    ['a program without a name in direct messages', { from_webhook: 'true' }, bot],
    ['a name', { from_webhook: 'true', override_username: 'CI\u202e\n' }, { ...bot, name: 'CI' }],
    ['no name of nothing', { from_webhook: 'true', override_username: '\u200b' }, bot],
    [
      'a picture',
      { from_webhook: 'true', override_icon_url: 'https://a.b/c.png' },
      { ...bot, iconUrl: 'https://a.b/c.png' },
    ],
    ['no picture that runs', { from_webhook: 'true', override_icon_url: 'javascript:a' }, bot],
    [
      'an emoji',
      { from_webhook: 'true', override_icon_emoji: ':tada:' },
      { ...bot, iconEmoji: ':tada:' },
    ],
    ['no emoji that is none', { from_webhook: 'true', override_icon_emoji: '<b>' }, bot],
    ['JSON text', '{"from_webhook":"true","override_username":"CI"}', { ...bot, name: 'CI' }],
  ]
  for (const [what, props, author] of rows) {
    it(`is ${what}`, () => {
      expect(authorOf({ props })).to.deep.equal(author)
    })
  }

  it('is what the payload says', () => {
    const { posts } = postsOfPayload({ text: 'a', username: 'CI', icon_emoji: 'rocket' })
    expect(posts.map(authorOf)).to.deep.equal([{ ...bot, name: 'CI', iconEmoji: 'rocket' }])
  })
})
