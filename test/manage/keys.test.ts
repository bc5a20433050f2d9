import { expect } from 'chai'
import { createKeyCipher } from '../../lib/manage/keys.js'

const SECRET = 'a secret of at least thirty-two bytes'

describe('key cipher', () => {
  const cipher = createKeyCipher([SECRET])
  const sealed = cipher.seal('whkexample', 'webhook1')

  it('opens what it has sealed, also in another process with the same secret', () => {
    expect(cipher.open(sealed, 'webhook1')).to.equal('whkexample')
    expect(createKeyCipher([SECRET]).open(sealed, 'webhook1')).to.equal('whkexample')
  })

  it('opens what the previous secret has sealed, and seals with the current one', () => {
    const replaced = createKeyCipher([`${SECRET}!`, SECRET])
    expect(replaced.open(sealed, 'webhook1')).to.equal('whkexample')
    const fresh = replaced.seal('whkexample', 'webhook1')
    expect(createKeyCipher([`${SECRET}!`]).open(fresh, 'webhook1')).to.equal('whkexample')
    expect(cipher.open(fresh, 'webhook1')).to.equal(null)
  })

  it('never seals alike and never shows the key', () => {
    expect(cipher.seal('whkexample', 'webhook1')).not.to.equal(sealed)
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.to.include('whkexample')
  })

  const tail = sealed.endsWith('A') ? 'Q' : 'A'
  const failures: readonly [string, string | null][] = [
    ['after a change of the secret', createKeyCipher([`${SECRET}!`]).open(sealed, 'webhook1')],
    ["in another webhook's record", cipher.open(sealed, 'webhook2')],
    ['when it has been changed', cipher.open(`B${tail}${sealed.slice(2)}`, 'webhook1')],
    ['when it has been cut', cipher.open(sealed.slice(0, 20), 'webhook1')],
    ['when it is empty', cipher.open('', 'webhook1')],
  ]
  for (const [title, opened] of failures) {
    it(`opens nothing ${title}`, () => {
      expect(opened).to.equal(null)
    })
  }
})
