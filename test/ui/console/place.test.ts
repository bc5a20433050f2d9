import { expect } from 'chai'
import { placeOf } from '../../../ui/console/pages/requests/words.js'

describe('where the posts of a request are', () => {
  const webhook = { channelId: 'own', channel: 'Town Square' }
  const now = " (this webhook's channel is # Town Square)"
  const rows: readonly (readonly [
    channelId: string,
    name: string,
    requested: boolean,
    shown: string,
    why: string,
  ])[] = [
    ['own', 'Old name', false, '# Town Square', ''],
    ['own', '', false, '# Town Square', ''],
    ['own', 'Town Square', true, '# Town Square', ''],
    ['other', '@maria', true, '@maria', ', as the request asked'],
    ['other', 'Builds', true, '# Builds', ', as the request asked'],
    ['other', 'Builds', false, '# Builds', ', its channel at that time'],
    ['other', '', true, 'another channel', ', as the request asked'],
  ]
  for (const [channelId, name, requested, shown, why] of rows) {
    it(`is ${shown}${why} for ${JSON.stringify({ channelId, name, requested })}`, () => {
      expect(placeOf({ postedTo: { channelId, name, requested } }, webhook)).to.deep.equal({
        name: shown,
        why,
        whyInFull: why === '' ? '' : `${why}${now}`,
      })
    })
  }

  it('is not said of records that lack it', () => {
    expect(placeOf({ postedTo: null }, webhook).name).to.equal(null)
  })
})
