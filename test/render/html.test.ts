import { expect } from 'chai'
import type { JsonValue } from '../../lib/model/records.js'
import { renderHtml } from '../../lib/render/index.js'
import { NOTE, postOf, WHOLE } from './posts.js'
import { htmlFaults } from '../support/strict-html.js'

const link = (address: string, words: string, name = ''): string =>
  `<a${name === '' ? '' : ` class="${name}"`} href="${address}" target="_blank" rel="noopener noreferrer nofollow">${words}</a>`

describe('a post as HTML', () => {
  it('shows every member of an attachment, below the message', async () => {
    expect(await renderHtml(postOf('**Alert**', WHOLE))).to.equal(
      [
        '<p><strong>Alert</strong></p>',
        '<div class="eiw-pretext"><p>Before <em>it</em></p></div>',
        '<blockquote class="eiw-attachment" style="--eiw-color:#D00000">',
        `<p class="eiw-author">${link('https://a.example/ada', 'Ada [L]')}</p>`,
        `<p class="eiw-title"><strong>${link('https://a.example/alert?a=1&amp;b=2', 'Disk *full* &amp; hot')}</strong></p>`,
        '<div class="eiw-text"><p>See <strong>node-7</strong></p></div>',
        '<dl class="eiw-fields">',
        '<div class="eiw-field eiw-short"><dt>Host</dt><dd><p><code>web-1</code></p></dd></div>',
        '<div class="eiw-field"><dt>Load:</dt><dd><p>9.5</p></dd></div>',
        '</dl>',
        `<p>${link('https://a.example/graph.png', 'https://a.example/graph.png', 'eiw-image')}</p>`,
        '<p>A &amp; *b* (/thumb.png)</p>',
        '<div class="eiw-footer"><p>Grafana <em>v12</em></p><time datetime="2026-09-21T14:13:20.000Z">2026-09-21 14:13 UTC</time></div>',
        '<p class="eiw-actions"><span class="eiw-button">Ack &lt;it&gt;</span> <span class="eiw-button">Mute</span> ',
        `${link('https://a.example/book', 'Runbook', 'eiw-button')}</p>`,
        '</blockquote>',
      ].join(''),
    )
  })

  it('loads pictures only where that is wanted', async () => {
    const html = await renderHtml(postOf('![a](https://b.c/d.png) ![e](/f.png)', WHOLE), {
      pictures: 'load',
    })
    const small = { message: '![a](https://b.c/d.png "icon")', props: null }
    expect(await renderHtml(small)).to.equal(`<p>${link('https://b.c/d.png', 'a', 'eiw-icon')}</p>`)
    const img = (name: string, alt: string, address: string): string =>
      `<img class="${name}" src="${address}" alt="${alt}" loading="lazy" referrerpolicy="no-referrer">`
    expect(html).to.include(`<p>${img('eiw-image', 'a', 'https://b.c/d.png')} e (/f.png)</p>`)
    expect(html).to.include(img('eiw-icon', '', 'https://a.example/ada.png'))
    expect(html).to.include(img('eiw-icon', '', 'https://a.example/g.png'))
    expect(html).to.include(
      img('eiw-image', 'Disk *full* &amp; hot', 'https://a.example/graph.png'),
    )
    const icon = await renderHtml(small, { pictures: 'load' })
    expect(icon).to.equal(`<p>${img('eiw-icon', 'a', 'https://b.c/d.png')}</p>`)
    expect(htmlFaults(html + icon)).to.deep.equal([])
  })

  const rows: readonly (readonly [what: string, markdown: string, html: string])[] = [
    ['line ends', 'a\nb', '<p>a<br>b</p>'],
    ['tags as text', '<b onclick="x">a</b>', '<p>&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt;</p>'],
    ['entities', '&lt;script&gt; &copy;', '<p>&lt;script&gt; ©</p>'],
    ['headings at one level', '# a\n## b', '<h3 class="eiw-h1">a</h3><h3 class="eiw-h2">b</h3>'],
    ['lists', '- a\n\n3. b', '<ul><li>a</li></ul><ol start="3"><li>b</li></ol>'],
    [
      'tables',
      '|a|b|\n|-|-:|\n|c|d|',
      '<table><thead><tr><th>a</th><th class="eiw-right">b</th></tr></thead><tbody><tr><td>c</td><td class="eiw-right">d</td></tr></tbody></table>',
    ],
    [
      'code',
      '`<a>`\n```js\n<b>\n```',
      '<p><code>&lt;a&gt;</code></p><pre><code>&lt;b&gt;\n</code></pre>',
    ],
    ['words behind a fence', '```see this\na\n```', '<pre><code>see this\na\n</code></pre>'],
    [
      'addresses',
      'https://a.b/_c_?d=1&amp;e',
      `<p>${link('https://a.b/_c_?d=1&amp;e', 'https://a.b/_c_?d=1&amp;e')}</p>`,
    ],
    [
      'addresses in links',
      '[https://a.b](https://c.d)',
      `<p>${link('https://c.d', 'https://a.b')}</p>`,
    ],
    [
      'mail',
      '<a@b.example>',
      '<p><a href="mailto:a@b.example" rel="noopener noreferrer nofollow">a@b.example</a></p>',
    ],
    [
      'links that HTML does not have',
      '[a](javascript:b) [c](/d) [e](data:f) <vbscript:g> [h](ftp://i.j)',
      '<p>a (javascript:b) c (/d) e (data:f) vbscript:g h (ftp://i.j)</p>',
    ],
    [
      'quotes in addresses',
      '[a](https://b.c/"onclick="d)',
      `<p>${link('https://b.c/%22onclick=%22d', 'a')}</p>`,
    ],
    [
      'definitions of links',
      '[a]: https://b.c\n\n[a]',
      `<p>[a]: ${link('https://b.c', 'https://b.c')}</p><p>[a]</p>`,
    ],
    [
      'a picture in a link',
      '[![a](https://b.c)](https://d.e)',
      `<p>${link('https://d.e', 'a')}</p>`,
    ],
  ]
  for (const [what, markdown, html] of rows) {
    it(`shows ${what}: ${JSON.stringify(markdown)}`, async () => {
      expect(await renderHtml(postOf(markdown))).to.equal(html)
    })
  }

  const colors: readonly (readonly [color: JsonValue, attributes: string])[] = [
    ['#abc', 'class="eiw-attachment" style="--eiw-color:#abc"'],
    ['danger', 'class="eiw-attachment eiw-danger"'],
    ['#abcd', 'class="eiw-attachment"'],
    ['red;background:url(//a.b)', 'class="eiw-attachment"'],
    ['#abc"', 'class="eiw-attachment"'],
    ['constructor', 'class="eiw-attachment"'],
    [1, 'class="eiw-attachment"'],
  ]
  for (const [color, attributes] of colors) {
    it(`reads the colour ${JSON.stringify(color)}`, async () => {
      expect(await renderHtml(postOf('', { color, fallback: 'a\nb' }))).to.equal(
        `<blockquote ${attributes}><p class="eiw-text">a<br>b</p></blockquote>`,
      )
    })
  }

  it('shows a text that is too long without its marks', async () => {
    const long = '**a** '.repeat(3_000)
    expect(await renderHtml(postOf(long))).to.equal(
      `<p>${'a '.repeat(3_000).trim()}</p><p class="eiw-note">${NOTE}</p>`,
    )
  })

  it('reads no more of one post than two long messages', async () => {
    const text = '**a**'.padEnd(16_383, ' b')
    const html = await renderHtml(postOf(text, { text }, { text }))
    expect(html.match(/<strong>/g)).to.have.lengthOf(2)
    expect(html.match(/>a b|>a<\/strong> b/g)).to.have.lengthOf(3)
  })

  it('reads 500 texts of one post', async () => {
    const html = await renderHtml(postOf('**a**', ...Array<JsonValue>(600).fill({ text: '**b**' })))
    expect(html.match(/<strong>/g)).to.have.lengthOf(500)
    expect(html.match(/<p>b<\/p>/g)).to.have.lengthOf(101)
  })

  it('shows what is nested too deeply without its marks', async () => {
    const html = await renderHtml(postOf(`${'> '.repeat(80)}**a**`))
    expect(html).to.equal(`<p>${'&gt; '.repeat(80)}a</p><p class="eiw-note">${NOTE}</p>`)
  })
})
