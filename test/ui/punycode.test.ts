import { expect } from 'chai'
import punycode from '../../ui/punycode.js'

describe('the name of a host', () => {
  for (const [host, ascii] of [
    ['example.test', 'example.test'],
    ['Example.TEST', 'Example.TEST'],
    ['', ''],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
    ['例え。example', 'xn--r8jz45g.example'],
    ['faß.example', 'xn--fa-hia.example'],
  ] as const) {
    it(`is ${ascii || 'nothing'} for ${host || 'nothing'}`, () => {
      expect(punycode.toASCII(host)).to.equal(ascii)
    })
  }

  it('is none if no browser would take it', () => {
    for (const host of ['ü b.example', 'ü:b', '\u{fffd}']) {
      expect(() => punycode.toASCII(host), host).to.throw(TypeError)
    }
  })
})
