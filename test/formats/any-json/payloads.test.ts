import { expect } from 'chai'
import { isRight, PAYLOADS, seenOf, titleOf } from './payloads.js'

describe('dbg', () => {
  for (const payload of PAYLOADS) {
    it(payload.sender, async () => {
      const { text } = await seenOf(payload)
      expect(isRight(payload, text), titleOf(text) + ' | ' + payload.titles.join(' / ')).to.equal(
        true,
      )
    })
  }
})
