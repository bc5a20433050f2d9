import { expect } from 'chai'
import { coloured, filled, marked } from '../../../ui/console/pages/connect/programs.js'

const URL = 'https://chat.example/hooks/abcdefghijklmnopqrstuvwxyz'

describe('the code of a program', () => {
  for (const [code, shown] of [
    ['<url>/text', `${URL}/text`],
    ['<parted-url>', 'https://chat.example/hooks/abcdefghijklmnop/qrstuvwxyz'],
    ['<json-url>', URL.replace('https', 'jsons')],
    ['chat-<channel>', 'chat-town-square'],
    ['<?php <other>', '<?php <other>'],
  ] as const) {
    it(`shows ${code} as ${shown}`, () => {
      expect(filled(code, URL, 'Town Square')).to.equal(shown)
    })
  }

  for (const [what, code, ...pieces] of [
    ['the fields of a form', 'Server   a: b', 'key Server', 'string a: b'],
    ['names before values', '- if: always()\n  with:\n', 'key if', 'key with'],
    ['texts in quotes', `a "b: 'c'" 'd'`, `string "b: 'c'"`, `string 'd'`],
    ['a quote in a text', String.raw`"{\"a\":1}" ^`, String.raw`string "{\"a\":1}"`],
    ['lines of comments', '// a: "b"\nc // d', 'comment // a: "b"'],
    ['no address', 'curl https://a.test/b'],
  ] as const) {
    it(`has colours for ${what}`, () => {
      const all = coloured(code)
      const colours = all.flatMap((each) =>
        typeof each === 'string' ? [] : [`${each.kind} ${each.text}`],
      )
      expect(colours).to.deep.equal(pieces)
      expect(all.map((each) => (typeof each === 'string' ? each : each.text)).join('')).to.equal(
        code,
      )
    })
  }
})

describe('the step of a program', () => {
  it('has bold words and code, and no elements that its text names', () => {
    const [before, bold, between, code, after] = marked('a **b** `<i>` <u>c</u>')
    expect([before, between, after]).to.deep.equal(['a ', ' ', ' <u>c</u>'])
    expect(bold).to.deep.include({ type: 'b', props: { children: 'b' } })
    expect(code).to.deep.include({ type: 'code', props: { children: '<i>' } })
  })
})
