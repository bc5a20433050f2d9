import { expect } from 'chai'
import { readMediaType } from '../../../lib/native/body/media-type.js'

describe('a Content-Type', () => {
  const cases: readonly (readonly [string | undefined, string, string, string])[] = [
    [undefined, '', '', ''],
    ['', '', '', ''],
    ['application/json', 'application/json', '', ''],
    ['Application/JSON; charset=UTF-8', 'application/json', 'utf-8', ''],
    ['text/plain;charset="iso-8859-1"', 'text/plain', 'iso-8859-1', ''],
    ['multipart/form-data; boundary=AbC', 'multipart/form-data', '', 'AbC'],
    ['multipart/form-data; boundary="a b"; charset=utf-8', 'multipart/form-data', 'utf-8', 'a b'],
    ['multipart/form-data; boundary=a=b', 'multipart/form-data', '', 'a=b'],
    ['multipart/form-data; boundary="a;b=c"', 'multipart/form-data', '', 'a;b=c'],
    ['multipart/form-data; Boundary = "a\\"b\\\\c" ', 'multipart/form-data', '', 'a"b\\c'],
    ['multipart/form-data; boundary=a"b; charset=x', 'multipart/form-data', 'x', 'a"b'],
    ['text/plain; charset=UTF_8', 'text/plain', 'utf-8', ''],
    ['text/plain; charset=us-ascii; charset=x', 'text/plain', '', ''],
    ['application/json; charset', 'application/json', '', ''],
    ['a; charsetx; boundary', 'a', '', ''],
    ['; charset=x', '', 'x', ''],
    ['a; charset=x; charset=y', 'a', 'x', ''],
    ['nonsense; ; =; =x', 'nonsense', '', ''],
    ['a; charset="', 'a', '"', ''],
    [' a/b\t; charset=x', 'a/b', 'x', ''],
    ['a; charset="x', 'a', '"x', ''],
    ['a; charset=x"', 'a', 'x"', ''],
    ['a; boundary="x; charset=y', 'a', '', '"x; charset=y'],
    ['a; boundary=\t"x;y" ; charset=z', 'a', 'z', 'x;y'],
    ['a; boundary= "x;y"; charset=z', 'a', 'z', 'x;y'],
    ['a; boundary="x\\";y"; charset=z', 'a', 'z', 'x";y'],
    ['a; boundary="\\x"', 'a', '', '\\x'],
    ['a; boundary=""; boundary=x', 'a', '', 'x'],
    ['a; boundary=x; Boundary="y"', 'a', '', 'x'],
  ]
  for (const [header, essence, charset, boundary] of cases) {
    it(`${header === undefined ? 'that is absent' : JSON.stringify(header)} is read leniently`, () => {
      expect(readMediaType(header)).to.deep.equal({ essence, charset, boundary })
    })
  }
})
