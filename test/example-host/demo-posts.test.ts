import { expect } from 'chai'
import { demoPosts } from '../../example-host/demo-posts.js'
import { postsOfPayload } from '../support/translation.js'

describe('the demo of the example host', () => {
  const payloads = demoPosts('admin', 0).flatMap(({ payload }) => payload ?? [])

  it('has buttons, none of which needs a program that does not run', () => {
    const sent = JSON.stringify(payloads)
    expect(sent).to.include('"type":"button"').and.not.include('integration')
  })

  it('loses nothing of its messages', () => {
    expect(payloads).to.have.length.above(2)
    for (const payload of payloads) {
      expect(postsOfPayload(payload).warnings).to.deep.equal([])
    }
  })
})
