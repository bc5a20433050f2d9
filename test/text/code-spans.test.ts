import { expect } from 'chai'
import type { TextNode } from '../../lib/model/message.js'
import { scanMarkup } from '../../lib/text/markup.js'
import { found, OPTIONS, translated } from './scanned.js'

describe('code', () => {
  const verbatim = [
    '`<!here>`',
    '``<!here> ` <!here>``',
    '`<>|<>|`',
    '`a\n<!here>`',
    '```<!here>```',
    '```\n<!here>\n```',
    '```ts\n<https://a.example|A>\n```\n',
    '~~~\n<!here>\n~~~',
    '~~~ `x`\n<!here>\n~~~',
    '   ```\n<!here>\n   ```',
    '````\n```\n<!here>\n````',
    '```\n<!here>\n\n<!here>\n````',
    '```\n<!here>\n~~~\n<!here>',
    '```\n<!here>',
    '```\r\n<!here>\r\n```\r\n',
    '> ```\n> <!here>\n> ```',
    '    ```\n    <!here>\n    ```',
    `${'`'.repeat(101)}<!here>${'`'.repeat(101)}`,
  ]
  for (const text of verbatim) {
    it(`${JSON.stringify(text).slice(0, 60)} stays`, () => {
      expect(translated(text)).to.equal(text)
    })
  }

  const looked: readonly (readonly [string, string])[] = [
    ['`a <!here>', '`a @here'],
    ['`a\n\n<!here>`', '`a\n\n@here`'],
    ['`` <!here> `', '`` @here `'],
    ['a `b` <!here> `c`', 'a `b` @here `c`'],
    ['```\nx\n```\n<!here>', '```\nx\n```\n@here'],
    ['```a`b\n<!here>', '```a`b\n@here'],
    ['``\n<!here>\n``x', '``\n<!here>\n``x'],
    ['a ```\n<!here>\n```', 'a ```\n@here\n```'],
    [`${'~'.repeat(101)}\n<!here>`, `${'~'.repeat(101)}\n@here`],
    ['<!here>\n```\n<!here>\n```\n<!here>', '@here\n```\n<!here>\n```\n@here'],
  ]
  for (const [input, output] of looked) {
    it(`${JSON.stringify(input).slice(0, 60)} becomes ${JSON.stringify(output).slice(0, 60)}`, () => {
      expect(translated(input)).to.equal(output)
    })
  }

  it('is one node per span or block', () => {
    expect(found('`a` ``b`` \n```\nc\n```\n')).to.deep.equal([
      'code `a`',
      'code ``b``',
      'code ```\nc\n```',
    ])
  })
})

describe('a fenced block', () => {
  function fenceOf(text: string): unknown {
    const node = scanMarkup(text, OPTIONS).nodes.find((n: TextNode) => n.kind === 'code')
    return node?.kind === 'code' ? node.fence : undefined
  }

  it('tells its lines, so that it can be cut', () => {
    expect(fenceOf('x\n```ts {1}\na\n````  \ny')).to.deep.equal({
      opening: '```ts {1}\n',
      marker: '```',
      info: 'ts {1}',
      closing: '````  ',
    })
  })

  it('has no closing line when the text ends first', () => {
    expect(fenceOf('~~~~\na')).to.deep.equal({
      opening: '~~~~\n',
      marker: '~~~~',
      info: '',
      closing: '',
    })
    expect(fenceOf('```')).to.deep.equal({ opening: '```', marker: '```', info: '', closing: '' })
  })

  it('is not closed by a shorter or another marker, nor by one with words behind it', () => {
    for (const inner of ['```', '~~~~', '```` x', '    ````']) {
      expect(fenceOf(`\`\`\`\`\na\n${inner}\nb`), inner).to.include({ closing: '' })
    }
  })

  it('is none of a mark that nothing ends', () => {
    expect(found('`a <!here>')).to.deep.equal(['channelWide @here'])
  })

  it('is none of inline code', () => {
    expect(fenceOf('`a`')).to.equal(null)
  })
})
