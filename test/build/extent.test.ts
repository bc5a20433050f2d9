import { expect } from 'chai'
import { countTokens } from '../../build/count-tokens.js'
import { extentsOf } from '../../build/extent.js'

describe('the count of tokens', () => {
  const rows: readonly (readonly [string, string, string, number])[] = [
    ['names and operators', 'a.ts', 'const a = b + c', 6],
    ['neither comments nor white space', 'a.ts', '/** a */\n// b\nconst a = 1 /* c */\n', 4],
    ['a string as one', 'a.ts', "'a b c'", 1],
    ['generics', 'a.ts', 'let a: A<B<C>>', 10],
    ['elements', 'a.tsx', '<a><b /></a>', 10],
    ['JSON', 'a.json', '{ "a": [1, true, null] }', 11],
    ['styles without comments', 'a.css', '/* a */\n.b {\n  color: #fff;\n}\n', 8],
    ['the rest of a line behind a quotation mark as one', 'a.md', "it's\nso", 3],
    ['the rest of a line behind an address as one', 'a.md', 'https://a.example b\nc `d`', 5],
  ]
  for (const [what, path, text, count] of rows) {
    it(`counts ${what}`, () => {
      expect(countTokens(path, text)).to.equal(count)
    })
  }
})

describe('the extent of the sources', () => {
  it('is summed by folder of the second level, by folder, and in all', () => {
    const extents = extentsOf([
      { path: 'lib/a.ts', text: 'a\n' },
      { path: 'lib/formats/b/c.ts', text: 'b\n\nc\n' },
      { path: 'lib/formats/d.json', text: '[]\n' },
      { path: 'lib/formats/README.md', text: 'not counted\n' },
      { path: 'lib/package.json', text: '{}' },
      { path: 'ui/e.tsx', text: 'e\n' },
      { path: 'ui/e.png', text: '' },
    ])
    const size = (files: number, lines: number, tokens: number): object => ({
      files,
      lines,
      tokens,
    })
    expect(extents).to.deep.equal([
      { area: 'lib/*', code: size(1, 1, 1), data: size(0, 0, 0) },
      { area: 'lib/formats', code: size(1, 3, 2), data: size(1, 1, 2) },
      { area: 'ui/*', code: size(1, 1, 1), data: size(0, 0, 0) },
      { area: 'lib', code: size(2, 4, 3), data: size(1, 1, 2) },
      { area: 'ui', code: size(1, 1, 1), data: size(0, 0, 0) },
      { area: 'example-host', code: size(0, 0, 0), data: size(0, 0, 0) },
      { area: 'all', code: size(3, 5, 4), data: size(1, 1, 2) },
    ])
  })
})
