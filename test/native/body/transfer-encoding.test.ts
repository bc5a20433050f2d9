import { expect } from 'chai'
import { decodeTransfer } from '../../../lib/native/body/multipart.js'

describe('a part in quoted-printable', () => {
  const rows: readonly (readonly [sent: string, meant: string])[] = [
    ['a', 'a'],
    ['=41', 'A'],
    ['=e9=E9', '\xe9\xe9'],
    ['a=3Db', 'a=b'],
    ['a=\nb', 'ab'],
    ['a=\r\nb', 'ab'],
    ['a=\r\n', 'a'],
    ['a\nb', 'a\nb'],
    ['a\r\nb', 'a\r\nb'],
    ['a=\rb', 'a=\rb'],
    ['a\r\n=41', 'a\r\nA'],
    ['=x\n', '=x\n'],
    ['=4', '=4'],
    ['=', '='],
    ['=4G', '=4G'],
    ['=G4', '=G4'],
    ['==41', '=A'],
    ['4141', '4141'],
    ['', ''],
  ]
  for (const [sent, meant] of rows) {
    it(`is ${JSON.stringify(meant)} for ${JSON.stringify(sent)}`, () => {
      const body = Buffer.from(sent, 'latin1')
      expect(decodeTransfer(body, 'Quoted-Printable').toString('latin1')).to.equal(meant)
    })
  }
})

describe('a part in another encoding', () => {
  it('is decoded from base64, and else left as it is', () => {
    const body = Buffer.from('YQ==')
    expect(decodeTransfer(body, 'BASE64').toString()).to.equal('a')
    for (const encoding of ['', '8bit', 'binary', 'x']) {
      expect(decodeTransfer(body, encoding)).to.equal(body)
    }
  })
})
