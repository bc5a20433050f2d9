import { expect } from 'chai'
import { shownChannelName } from '../../lib/rules/shown-channel.js'

describe('the name of a channel for people', () => {
  const names: readonly [displayName: string, name: string, shown: string][] = [
    ['Town Square', 'town-square', 'Town Square'],
    ['', 'town-square', 'town-square'],
  ]
  for (const [displayName, name, shown] of names) {
    it(`is ${shown} for ${JSON.stringify(displayName)} and ${name}`, () => {
      expect(shownChannelName({ displayName, name })).to.equal(shown)
    })
  }
})
