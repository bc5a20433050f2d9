import { expect } from 'chai'
import { writeDraft } from '../../../lib/formats/drafts/write-draft.js'
import { formatOf } from '../../../lib/formats/templates/template-format.js'
import type { Template } from '../../../lib/model/template.js'
import { bodyOf, markdownOf, messageOf, readingOf } from './shown.js'

const PAYLOAD = {
  name: 'disk',
  site: 'north',
  zero: 0,
  no: false,
  yes: true,
  none: null,
  empty: '',
  status: 'up',
  tags: ['red', 'green', null, { a: 1 }],
  nothing: [],
  object: {},
  hosts: [
    { name: 'web-01', disks: ['a', 'b'] },
    { name: 'web-02', disks: ['c'] },
  ],
  url: 'https://ci.test/a_b',
  '@at': { 'x-y': 'odd' },
}

describe('a template', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a text', 'no braces { } }}', 'no braces { } }}'],
    ['a value', '{{name}} {{ name }} {{\nname\n}}', 'disk disk disk'],
    ['a number and a boolean', '{{zero}} {{no}} {{yes}}', '0 false true'],
    ['nothing that is missing', '[{{gone}}{{none}}{{name.gone.x}}]', '[]'],
    ['nothing of an object', '[{{object}}{{hosts}}]', '[]'],
    ['the texts of a list', '{{tags}}', 'red, green'],
    ['an element', '{{hosts.1.name}} {{tags.0}}[{{tags.9}}]', 'web-02 red[]'],
    ['members of any name', '{{@at.x-y}}', 'odd'],
    ['the body', '{{this.name}}{{#each this.tags}}.{{/each}}', 'disk....'],
    ['no inherited members', '[{{constructor}}{{object.__proto__}}{{tags.length}}]', '[]'],
    ['each element', '{{#each hosts}}{{this.name}};{{/each}}', 'web-01;web-02;'],
    [
      'names around two loops',
      '{{#each hosts}}{{#each this.disks}}{{site}}{{this}} {{/each}}{{/each}}.',
      'northa northb northc .',
    ],
    ['nothing for each of no list', '[{{#each name}}x{{/each}}{{#each object}}x{{/each}}]', '[]'],
    [
      'a part if a value is true',
      '{{#if yes}}a{{/if}}{{#if zero}}b{{/if}}{{#if object}}c{{/if}}',
      'abc',
    ],
    [
      'no part if it is false',
      '[{{#if no}}1{{/if}}{{#if none}}2{{/if}}{{#if gone}}3{{/if}}{{#if empty}}4{{/if}}{{#if nothing}}5{{/if}}]',
      '[]',
    ],
    ['another part', '{{#if no}}a{{else}}b{{/if}}{{#if yes}}c{{else}}d{{/if}}', 'bc'],
    [
      'a part if a value is this text',
      '{{#if status == "up"}}a{{/if}}{{#if status=="u"}}b{{/if}}{{#if zero == 0}}c{{/if}}{{#if no == "false"}}d{{/if}}',
      'acd',
    ],
    ['conditions in each other', '{{#if yes}}{{#if no}}a{{else}}b{{/if}}{{else}}c{{/if}}', 'b'],
    ['its line ends', 'a\n\n{{#if yes}}\nb\n{{/if}}\nc', 'a\n\n\nb\n\nc'],
    ['bold and code', '**{{name}}** `{{site}}` 2**3', '**disk** `north` 2\\*\\*3'],
    ['a label', '[open {{name}}]({{url}})', '[open disk](https://ci.test/a_b)'],
    ['no other address', '[open](javascript:{{name}})', 'open'],
    [
      'addresses',
      '{{url}} https://ci.test/{{name}}',
      '<https://ci.test/a_b> <https://ci.test/disk>',
    ],
    ['marks without an end', '**a `b [c](d\n[e] **', '**a `b \\[c\\](d\n[e] **'],
    ['rulers as their characters', 'a\n****\n```', 'a\n\\*\\*\\*\\*\n\\`\\`\\`'],
    ['no bold of nothing', '.**{{gone}}**.', '..'],
    [
      'the last label',
      '[a [b]({{url}}) ](c) **[d**](e)',
      '\\[a [b](https://ci.test/a_b) \\](c) **\\[d**\\](e)',
    ],
    ['marks in code', '`a ** [b](c)`', '`a ** [b](c)`'],
    ['lists and headings as their characters', '- a\n# b', '\\- a\n\\# b'],
  ]
  for (const [what, source, expected] of cases) {
    it(`writes ${what}`, () => {
      expect(bodyOf(source, PAYLOAD)).to.equal(expected)
    })
  }

  it('reads nothing in values', () => {
    const hostile = '{{name}} {{#each tags}} **b** `c` [d](https://e.test) @channel <!here> # f'
    const shown =
      '{{name}} {{#each tags}} \\*\\*b\\*\\* \\`c\\` \\[d\\](https\\://e.test) @channel \\<!here> # f'
    expect(bodyOf('x {{a}}', { a: hostile })).to.equal(`x ${shown}`)
    expect(bodyOf('`{{a}}`', { a: '`' })).to.equal('`` ` ``')
    expect(bodyOf('[{{a}}]({{b}})', { a: 'x](https://e.test)', b: 'https://ci.test' })).to.equal(
      '[x\\](https\\://e.test)](https://ci.test)',
    )
  })

  it('reads the fields of a form', () => {
    const reading = formatOf({ title: 'N {{n}}' }).read({
      headers: {},
      query: {},
      body: { kind: 'fields', fields: [['n', '5']], text: 'n=5' },
    })
    expect(reading).to.have.nested.property('draft.title', 'N 5')
  })

  it('refuses a body that is neither JSON nor a form, and one of which nothing is shown', () => {
    const text = { headers: {}, query: {}, body: { kind: 'text', text: 'a' } } as const
    expect(formatOf({ title: 'a' }).read(text)).to.have.property('kind', 'refuse')
    const template = {
      title: '{{a}}',
      link: 'https://a.test',
      body: ' {{b}}',
      fields: [{ title: 'c', value: '{{c}}' }],
    }
    expect(readingOf(template, { d: 1 })).to.deep.equal({
      kind: 'refuse',
      path: '',
      reason: 'title, body and fields of the template are empty for this body',
    })
  })
})

describe('the slots of a template', () => {
  const template: Template = {
    title: '{{name}} is {{status}}',
    link: '{{url}}',
    color: '{{color}}',
    body: '{{text}}',
    fields: [
      { title: 'Host {{n}}', value: '{{host}}' },
      { title: 'Gone', value: '{{gone}}' },
    ],
    incident: '{{id}}',
    state: '{{status}}',
  }
  const full = {
    name: 'disk',
    url: 'https://a.test/1',
    color: 'bad',
    text: 'full',
    n: 1,
    host: 'web-01',
    id: 7,
    status: 'Closed',
  }

  it('are a title with its link, a bar, a body, fields with a value, an incident and its state', () => {
    const { draft, event } = messageOf(template, full)
    const { text, attachments } = writeDraft(draft)
    const [card] = attachments
    expect(markdownOf(text)).to.equal('**[disk is Closed](https://a.test/1)**')
    expect(card?.plain).to.deep.include({ color: 'danger' })
    expect(markdownOf(card?.text ?? [])).to.equal('full')
    expect(card?.fields.map(({ title, value }) => [title, markdownOf(value)])).to.deep.equal([
      ['Host 1', 'web-01'],
    ])
    expect(event).to.deep.equal({ event: 'closed', incident: '7', state: 'closed' })
    expect(draft.losses).to.deep.equal([])
  })

  it('that are invalid become warnings', () => {
    const { draft, event } = messageOf(template, {
      ...full,
      url: 'ftp://a.test',
      color: 'mauve',
      status: 'up',
    })
    expect(draft.losses).to.deep.equal([
      { path: 'template.link', reason: 'is not an http or https URL' },
      { path: 'template.color', reason: 'is not a colour' },
      { path: 'template.state', reason: 'is not a state of an incident' },
    ])
    expect(draft.title).to.equal('disk is up')
    expect(event).to.deep.equal({ event: 'message', incident: '7' })
  })

  it('leave the link alone where there is no title', () => {
    const { draft } = messageOf({ ...template, title: '' }, full)
    expect(markdownOf(writeDraft(draft).text)).to.equal('**<https://a.test/1>**')
  })

  const colors: readonly (readonly [string, string | undefined])[] = [
    ['#C0392B', '#C0392B'],
    ['c0392b', '#c0392b'],
    ['Good', 'good'],
    ['danger', 'bad'],
    ['neutral', 'neutral'],
    ['CRITICAL', 'bad'],
    ['#fff', undefined],
    ['constructor', undefined],
    ['', undefined],
  ]
  for (const [color, expected] of colors) {
    it(`colour the bar: ${color}`, () => {
      const { draft } = messageOf({ title: 'a', color: '{{color}}' }, { color })
      expect(draft.cards?.[0]?.color).to.equal(expected)
      expect(writeDraft(draft).attachments).to.have.length(expected === undefined ? 0 : 1)
    })
  }

  it('say whether its messages are one post per incident', () => {
    expect(formatOf(template).isMonitoring).to.equal(true)
    expect(formatOf({ title: 'a' }).isMonitoring).to.equal(false)
  })
})
