import { expect } from 'chai'
import { isSafeHref, withoutDirection } from '../../example-host/web/text/links.js'

describe('a link of the pages', () => {
  for (const href of [
    'https://a.example/x?y=a%20b#z',
    'HTTP://a.example',
    'ftp://a.example/f',
    'mailto:a@b.example',
    'tel:+1234',
    '/main/pl/1',
    '/',
  ]) {
    it(`opens ${href}`, () => {
      expect(isSafeHref(href)).to.equal(true)
    })
  }

  for (const href of [
    '',
    'a.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'sms:1',
    'ssh://a',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test/login',
    '/\n/evil.test',
    '/\r\n/evil.test',
    'java\tscript:alert(1)',
    ' https://a.example',
    'https://a.example ',
    'https://a .example',
    'https://a\u00a0.example',
    'https://a\u2028.example',
    'https://a.example/\u3000',
    '\ufeffhttps://a.example',
    '\u0001/a',
    'mailto:a@b\nbcc:c@d',
    'tel:\u0085',
  ]) {
    it(`does not open ${JSON.stringify(href)}`, () => {
      expect(isSafeHref(href)).to.equal(false)
    })
  }

  it('is labelled without marks that turn its letters around', () => {
    expect(withoutDirection('a\u202eb\u2066c\u200f\u061cd')).to.equal('abcd')
  })
})
