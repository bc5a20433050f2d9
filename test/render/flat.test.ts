import { expect } from 'chai'
import MarkdownIt from 'markdown-it'
import type { JsonValue } from '../../lib/model/records.js'
import { renderMarkdown, renderText } from '../../lib/render/index.js'
import { postOf, WHOLE } from './posts.js'

describe('a post as plain text', () => {
  it('shows every member of an attachment, below the message', () => {
    expect(renderText(postOf('**Alert**', WHOLE)).split('\n')).to.deep.equal([
      'Alert',
      '',
      'Before it',
      'Ada [L] (https://a.example/ada)',
      'Disk *full* & hot (https://a.example/alert?a=1&b=2)',
      'See node-7',
      'Host: web-1',
      'Load: 9.5',
      'https://a.example/graph.png',
      'A & *b* (/thumb.png)',
      'Grafana v12 · 2026-09-21 14:13 UTC',
      '[Ack <it>] [Mute]',
      'Runbook: https://a.example/book',
    ])
  })

  const rows: readonly (readonly [what: string, attachment: JsonValue, text: string])[] = [
    ['a fallback alone', { fallback: 'a &lt;*b*', color: 'good' }, 'a <*b*'],
    ['no fallback beside a footer', { fallback: 'a', footer: 'b' }, 'b'],
    ['a value of several lines', { fields: [{ title: 'a', value: '- b\n- c' }] }, 'a:\n- b\n- c'],
    ['a title without a value', { fields: [{ title: 'a', value: '' }] }, 'a:'],
    ['a value without a title', { fields: [{ title: '', value: '*b*' }] }, 'b'],
    [
      'values that are no texts',
      { fields: [{ value: 1.5 }, { title: 'a', value: false }] },
      '1.5\na: false',
    ],
    ['a link without words', { title_link: 'https://a.b' }, 'https://a.b'],
    ['a time alone', { ts: '1', text: 'a' }, 'a\n1970-01-01 00:00 UTC'],
    ['no time that is none', { ts: -1, text: 'a' }, 'a'],
    ['a small picture without words', { thumb_url: 'https://a.b/c' }, 'https://a.b/c'],
    ['a title on one line', { title: 'a\nb' }, 'a b'],
    [
      'buttons in their order',
      { actions: [{ name: 'a', url: 'https://a.b' }, { name: 'c' }, { name: 'd' }, { url: 'e' }] },
      'a: https://a.b\n[c] [d]\ne',
    ],
  ]
  for (const [what, attachment, text] of rows) {
    it(`shows ${what}`, () => {
      expect(renderText(postOf('', attachment))).to.equal(text)
    })
  }

  it('parts attachments by a blank line', () => {
    expect(renderText(postOf('', { text: 'a' }, {}, { text: 'b' }))).to.equal('a\n\nb')
  })

  it('reads properties that a store keeps as JSON text', () => {
    const { message, props } = postOf('a', { text: 'b' })
    expect(renderText({ message, props: JSON.stringify(props) })).to.equal('a\n\nb')
  })

  it('shows posts of people too', () => {
    expect(renderText({ message: '*a*', props: null })).to.equal('a')
    expect(renderMarkdown({ message: '*a*', props: undefined })).to.equal('*a*')
  })
})

describe('a post as Markdown', () => {
  it('shows every member of an attachment, below the message', () => {
    expect(renderMarkdown(postOf('**Alert**', WHOLE)).split('\n\n')).to.deep.equal([
      '**Alert**',
      'Before *it*',
      '[Ada \\[L\\]](https://a.example/ada)',
      '**[Disk \\*full\\* &amp; hot](https://a.example/alert?a=1&b=2)**',
      'See **node-7**',
      '**Host:** `web-1`\n**Load:** 9.5',
      '![](https://a.example/graph.png)',
      '![A &amp; \\*b\\*](/thumb.png)',
      'Grafana _v12_ · 2026-09-21 14:13 UTC',
      '[Ack \\<it>] [Mute]\n[Runbook](https://a.example/book)',
    ])
  })

  const rows: readonly (readonly [what: string, attachment: JsonValue, markdown: string])[] = [
    [
      'closes blocks of code',
      { pretext: '~~~~\na', text: 'b\n```js\nc\n', fallback: 'd' },
      '~~~~\na\n~~~~\n\nb\n```js\nc\n```',
    ],
    ['escapes a fallback', { fallback: '# a\n*b*' }, '\\# a\n\\*b\\*'],
    [
      'escapes titles',
      { title: '[a](b) `c`', fields: [{ title: '*d*', value: 'e' }] },
      '**\\[a\\](b) \\`c\\`**\n\n**\\*d\\*:** e',
    ],
    [
      'puts a value of several lines on its own',
      {
        fields: [
          { title: 'a', value: '- b\n- c' },
          { title: 'd', value: 'e' },
        ],
      },
      '**a:**\n\n- b\n- c\n\n**d:** e',
    ],
    [
      'links to nothing dangerous',
      { title: 'a', title_link: 'javascript:b()', image_url: 'data:c' },
      '**a (javascript:b())**\n\ndata:c',
    ],
    [
      'keeps addresses whole',
      { title: 'a', title_link: 'https://a.b/(_c_' },
      '**[a](https://a.b/%28_c_)**',
    ],
    ['escapes buttons', { actions: [{ name: '](c' }] }, '[\\](c]'],
  ]
  for (const [what, attachment, markdown] of rows) {
    it(what, () => {
      expect(renderMarkdown(postOf('', attachment))).to.equal(markdown)
    })
  }

  it('means what the plain text says', () => {
    const html = new MarkdownIt({ breaks: true }).render(renderMarkdown(postOf('a', WHOLE)))
    expect(html).to.include(
      '<strong><a href="https://a.example/alert?a=1&amp;b=2">Disk *full* &amp; hot</a></strong>',
    )
    expect(html).to.include(
      '<p><strong>Host:</strong> <code>web-1</code><br>\n<strong>Load:</strong> 9.5</p>',
    )
    expect(html).to.include(
      '<p>[Ack &lt;it&gt;] [Mute]<br>\n<a href="https://a.example/book">Runbook</a></p>',
    )
  })
})
