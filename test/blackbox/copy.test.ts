import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { differences, digestOfAll, digestsOf, ORIGIN, SUITE } from './copy.js'

describe('the copy of the black-box checks', () => {
  it('is as it was taken: what is wrong in it is put right where it comes from', async () => {
    const [, digest] = /^Digest: `(\w+)`$/m.exec(await readFile(ORIGIN, 'utf8')) ?? []
    expect(digestOfAll(await digestsOf(SUITE))).to.equal(digest)
  })

  it('is compared file by file', () => {
    const ours = new Map([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ])
    const theirs = new Map([
      ['a', '1'],
      ['b', '9'],
      ['d', '4'],
    ])
    expect(differences(ours, theirs)).to.deep.equal(['changed  b', 'gone     c', 'new      d'])
    expect(digestOfAll(ours)).not.to.equal(digestOfAll(theirs))
  })
})
