import { expect } from 'chai'
import { scanMarkup } from '../../lib/text/markup.js'
import { fencesOnLines, mrkdwnToMarkdown, withoutAutolinks } from '../../lib/text/mrkdwn.js'
import { OPTIONS } from './scanned.js'

function markdown(text: string): string {
  const { nodes } = scanMarkup(fencesOnLines(text), OPTIONS)
  return mrkdwnToMarkdown(nodes)
    .nodes.map((node) => node.text)
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
    ['*<https://a.example|*A*>*', '**[*A*](https://a.example)**'],
    ['https://a.example/*x*/~y~ *b*', 'https://a.example/*x*/~y~ **b**'],
    ['*https://a.example*', '**https://a.example**'],
    ['\\*a\\*', '\\*a\\*'],
    ['*日本* *é*', '**日本** **é**'],
  ]
  for (const [sent, written] of table) {
    it(`becomes Markdown: ${JSON.stringify(sent)}`, () => {
      expect(markdown(sent)).to.equal(written)
    })
  }

  const fences: readonly (readonly [string, string])[] = [
    ['```a\nb```', '```\na\nb\n```'],
    ['x ```a\nb``` y', 'x\n```\na\nb\n```\ny'],
    ['```\na\n```', '```\na\n```'],
    ['```json\n{}\n```', '```json\n{}\n```'],
    ['```error\nx\n```', '```\nerror\nx\n```'],
    ['```a```', '```a```'],
    ['```a\nb', '```a\nb'],
    ['> ```a\n> b```', '> ```a\n> b```'],
  ]
  for (const [sent, written] of fences) {
    it(`has its blocks of code on lines of their own: ${JSON.stringify(sent)}`, () => {
      expect(fencesOnLines(sent)).to.equal(written)
    })
  }

  it('has no addresses linked by themselves where its sender says so', () => {
    expect(withoutAutolinks('http://a.example mailto:x www.a.example')).to.equal(
      'http\\://a.example mailto\\:x www\\.a.example',
    )
  })
})
