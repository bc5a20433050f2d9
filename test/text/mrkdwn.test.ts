import { expect } from 'chai'
import { scanMarkup } from '../../lib/text/markup.js'
import { mrkdwnToMarkdown, withoutAutolinks } from '../../lib/text/mrkdwn.js'
import { fencesOnLines } from '../../lib/text/slack-fences.js'
import { OPTIONS } from './scanned.js'

function markdown(text: string): string {
  const { nodes } = scanMarkup(fencesOnLines(text, 'languages').text, OPTIONS)
  return mrkdwnToMarkdown(nodes)
    .map((node) => node.text)
    .join('')
}

describe('Slack’s dialect', () => {
  const table: readonly (readonly [string, string])[] = [
    ['*b*', '**b**'],
    ['~s~', '~~s~~'],
    ['_i_', '_i_'],
    ['*_b_* _*b*_ *~b~*', '**_b_** _**b**_ **~~b~~**'],
    ['**b** ~~s~~ ***x***', '**b** ~~s~~ ***x***'],
    ['*Type:*\nPaid', '**Type:**\nPaid'],
    ['(*b*), "*c*"', '(**b**), "**c**"'],
    ['*a b* and *c*', '**a b** and **c**'],
    ['* item *b*\n* other', '* item **b**\n* other'],
    ['> *b*\n- *c*', '> **b**\n- **c**'],
    ['a * b * c', 'a * b * c'],
    ['*a\nb*', '\\*a\nb\\*'],
    ['2*3*4', '2\\*3\\*4'],
    ['*a', '*a'],
    ['~5 min, ~6 min', '~5 min, ~6 min'],
    ['`*a*` *b*', '`*a*` **b**'],
    ['```*a*``` *b*', '```*a*``` **b**'],
    ['*`a`*', '**`a`**'],
    ['*<https://a.example|A>*', '**[A](https://a.example)**'],
    ['<https://a.example|*A: x* ~gone~>', '[**A: x** ~~gone~~](https://a.example)'],
    ['<https://a.example/*x*|2*3*4 [b](c)>', '[2\\*3\\*4 \\[b\\](c)](https://a.example/*x*)'],
    ['https://a.example/*x*/~y~ *b*', 'https://a.example/*x*/~y~ **b**'],
    ['*https://a.example*', '**https://a.example**'],
    ['\\*a\\*', '\\*a\\*'],
    ['*日本* *é*', '**日本** **é**'],
    ['*a\n\nb*', '*a\n\nb*'],
    ['~a\nb~', '\\~a\nb\\~'],
    ['*a\nb~', '*a\nb~'],
    ['a:*b* c', 'a:**b** c'],
    ['x//*b* c', 'x//**b** c'],
    ['*https://a.example* b', '**https://a.example** b'],
    ['*a<#C1|b >* c', '*a#b * c'],
    ['<#C1|y>*a b*', '#y\\*a b\\*'],
    ['@bob*a*', '@bob**a**'],
    ['* a*', '* a*'],
    ['*a * b', '*a * b'],
    ['2*a b*', '2\\*a b\\*'],
    ['2*3', '2*3'],
    ['a* b*', 'a* b*'],
    ['*b\n * c*', '\\*b\n * c\\*'],
  ]
  for (const [sent, written] of table) {
    it(`becomes Markdown: ${JSON.stringify(sent)}`, () => {
      expect(markdown(sent)).to.equal(written)
    })
  }

  it('becomes text where it is changed', () => {
    expect(mrkdwnToMarkdown([{ kind: 'text', text: '*b*' }])).to.deep.equal([
      { kind: 'text', text: '**b**' },
    ])
  })

  it('has no addresses linked by themselves where its sender says so', () => {
    expect(withoutAutolinks('http://a.example mailto:x www.a.example')).to.equal(
      'http\\://a.example mailto\\:x www\\.a.example',
    )
  })
})
