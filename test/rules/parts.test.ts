import { expect } from 'chai'
import type { JsonValue } from '../../lib/model/records.js'
import { withFirstId } from '../../lib/rules/parts.js'
import { newPost } from '../support/new-post.js'

const POST = newPost()

describe('the id of the first part', () => {
  it('joins the place of a part, and changes nothing else', () => {
    const post = { ...POST, props: { from_webhook: 'true', webhook_part: { index: 2, of: 3 } } }
    expect(withFirstId(post, 'first')).to.deep.equal({
      ...POST,
      props: { from_webhook: 'true', webhook_part: { index: 2, of: 3, first_id: 'first' } },
    })
  })

  const others: readonly [string, Readonly<Record<string, JsonValue>>][] = [
    ['a post of one part', { from_webhook: 'true' }],
    ['a post whose part is not an object', { webhook_part: 'one' }],
  ]
  for (const [title, props] of others) {
    it(`leaves ${title} as it is`, () => {
      const post = { ...POST, props }
      expect(withFirstId(post, 'first')).to.equal(post)
    })
  }
})
