import { expect } from 'chai'
import { renderHtml, renderMarkdown, renderText } from '../../lib/render/index.js'
import { table } from '../support/cost/shown.js'
import { NOTE, postOf } from './posts.js'

const LARGE = table(125, 130)

describe('a post that would become much larger than it is', () => {
  it('shows a large table as its lines, and says so', async () => {
    const post = postOf(`**a**\n\n${LARGE}`)
    const html = await renderHtml(post)
    expect(html).to.match(/^<p><strong>a<\/strong><\/p><p>\|a\|a\|/)
    expect(html).to.include(`|<br>|-|-|`)
    expect(html).to.not.include('<table>')
    expect(html.endsWith(`<p class="eiw-note">${NOTE}</p>`)).to.equal(true)
    const markdown = renderMarkdown(post)
    expect(markdown).to.match(/^\*\*a\*\*\n\n\|a\|a\|/)
    expect(markdown).to.include('\n\\|-|-|')
    expect(markdown.endsWith(`\n\n${NOTE}`)).to.equal(true)
    expect(html.length + markdown.length).to.be.below(5 * LARGE.length)
  })

  it('shows the tables of all of its texts as long as there are few cells', async () => {
    const text = table(20, 30)
    const attachment = { pretext: text, text, fields: [{ title: 'b', value: text }] }
    const post = postOf('a', attachment, { footer: text })
    const html = await renderHtml(post)
    expect(html.match(/<table>/g)).to.have.lengthOf(3)
    expect(html.match(/<br>\|-\|/g)).to.have.lengthOf(1)
    expect(renderMarkdown(post).match(/^\\\|-\|/gm)).to.have.lengthOf(1)
  })

  it("shows the largest table of Slack's as a table", async () => {
    const row = `|${'a|'.repeat(20)}\n`
    const post = postOf(`${row}|${'-|'.repeat(20)}\n${row.repeat(99)}`)
    const html = await renderHtml(post)
    expect(html.match(/<t[hd]>/g)).to.have.lengthOf(2_000)
    expect(html).to.not.include(NOTE)
    expect(renderMarkdown(post)).to.not.include(NOTE)
    expect(renderText(post)).to.not.include(NOTE)
  })

  const units = ['`a` ', '# a\n', '<a@b>', '>>>>\n\n', '- a\n', '|a|\n|-|\n\n', '***\n']
  for (const unit of units) {
    it(`shows as plain text what makes too many elements: ${JSON.stringify(unit)}`, async () => {
      const make = (count: number) => postOf(unit.repeat(count))
      const few = await renderHtml(make(100))
      expect(few).to.not.include(NOTE)
      const html = await renderHtml(make(Math.floor(16_383 / unit.length)))
      expect(html).to.match(/^<(pre|p)>[^<]*(?:<br>[^<]*)*<\/\1><p class="eiw-note">/)
    })
  }

  it('makes an element of each of 5,000 lines, and none of further ones', async () => {
    const lines = 'a\n'.repeat(4_000)
    const texts = Array.from({ length: 60 }, () => ({ text: lines }))
    const html = await renderHtml(postOf('b', ...texts))
    expect(html.match(/<br>/g)?.length).to.be.below(2 * 32_766)
    expect(html.match(/<pre>a\n/g)).to.have.length.above(50)
    expect(html).to.include(NOTE)
  })

  it('keeps a second text as it is after a first one that was too large', async () => {
    const html = await renderHtml(postOf('`a` '.repeat(4_000), { text: '**b**' }))
    expect(html).to.include('<strong>b</strong>')
    expect(html.split(NOTE)).to.have.lengthOf(2)
  })

  it('converts 100,000 characters to plain text, and leaves further ones as they are', () => {
    const text = '**a** '.repeat(10_000).trim()
    const post = postOf('', { text }, { text }, { text: '**b**' })
    const plain = 'a '.repeat(10_000).trim()
    expect(renderText(post)).to.equal([plain, text, 'b', NOTE].join('\n\n'))
  })

  it('shows a plain message that is too large as it is', async () => {
    const message = '*a* & '.repeat(3_000).trim()
    const html = await renderHtml({ message, props: { webhook_plain_text: true } })
    const note = `<p class="eiw-note">${NOTE}</p>`
    expect(html).to.equal(`<p>${message.replaceAll('&', '&amp;')}</p>${note}`)
    expect(renderText({ message, props: { webhook_plain_text: true } })).to.equal(message)
  })
})
