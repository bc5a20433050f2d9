import { expect } from 'chai'
import type { JsonValue } from '../../lib/model/records.js'
import { withFirstId, withPostId } from '../../lib/rules/parts.js'
import { newPost } from '../support/new-post.js'
import { newThing } from '../support/new-thing.js'

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

describe('the post of a thing', () => {
  const first = { ...POST, id: 'first' }

  it('is the first of its batch if the thing has none', () => {
    const thing = newThing({ postId: '' })
    const shown = withPostId(thing, [first, { ...POST, id: 'second' }])
    expect(shown).to.deep.equal({ ...thing, postId: 'first' })
  })

  it('stays, and a batch without posts gives none', () => {
    const thing = newThing({ postId: 'root' })
    expect(withPostId(thing, [first])).to.deep.equal(thing)
    expect(withPostId(newThing({ postId: '' }), [])).to.include({ postId: '' })
  })
})
