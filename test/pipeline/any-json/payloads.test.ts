import { expect } from 'chai'
import { PAYLOADS } from '../../support/any-payloads.js'
import { isRight, seenOf, titleOf } from './seen-payload.js'

/** What the rules of the format find where a reader would expect something else. */
const OTHERWISE: ReadonlyMap<string, string> = new Map([
  ['Airbrake', 'Shop'],
  ['Intercom', 'Notification event'],
  ['WooCommerce', 'WooCommerce'],
])

describe('the payload of a program without a format', () => {
  for (const payload of PAYLOADS) {
    it(`is shown with a title that readers expect: ${payload.sender}`, async () => {
      const { text } = await seenOf(payload)
      const otherwise = OTHERWISE.get(payload.sender)
      if (otherwise === undefined)
        expect(payload.titles).to.satisfy(() => isRight(payload, text), text)
      else expect(titleOf(text)).to.equal(otherwise)
      expect(text).not.to.match(/made-up|\{"|\[\{/)
      expect(text.length).to.be.below(4_000)
    })
  }

  it('is one of 60, of at least 30 programs', () => {
    expect(PAYLOADS).to.have.lengthOf(60)
    expect(new Set(PAYLOADS.map(({ sender }) => sender)).size).to.be.at.least(30)
  })
})
