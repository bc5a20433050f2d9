import { expect } from 'chai'
import type { JsonValue } from '../../lib/model/records.js'
import { withFirstId, withPostId } from '../../lib/rules/stored-post.js'
import { newPost } from '../support/new-post.js'
import { newIncident } from '../support/new-incident.js'

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

describe('the post of an incident', () => {
  const first = { ...POST, id: 'first' }

  it('is the first of its batch if the incident has none', () => {
    const incident = newIncident({ postId: '' })
    const shown = withPostId(incident, [first, { ...POST, id: 'second' }])
    expect(shown).to.deep.equal({ ...incident, postId: 'first' })
  })

  it('stays, and a batch without posts gives none', () => {
    const incident = newIncident({ postId: 'root' })
    expect(withPostId(incident, [first])).to.deep.equal(incident)
    expect(withPostId(newIncident({ postId: '' }), [])).to.include({ postId: '' })
  })
})
