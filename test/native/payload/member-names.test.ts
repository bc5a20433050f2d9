import { expect } from 'chai'
import { memberNames } from '../../../lib/native/payload/reading.js'

describe('the names of members', () => {
  it('are words with any white space between and around them', () => {
    const names = memberNames(`
      text  channel
      icon_url
    `)
    expect([...names]).to.deep.equal(['text', 'channel', 'icon_url'])
  })
})
