import { expect } from 'chai'
import { ActionIds } from '../../../lib/native/message/actions.js'
import { translateAttachment } from '../../../lib/native/message/attachments.js'
import { Registry } from '../../../lib/native/message/mattermost/registry.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import { Translator } from '../../../lib/native/message/translator.js'
import type { MessageAttachment, RichText } from '../../../lib/model/message.js'
import { read, refuses, told } from '../payloads.js'

interface Translated {
  readonly attachment: MessageAttachment
  readonly warnings: readonly string[]
}

function translateAll(members: object, warnings = new Reading()): readonly MessageAttachment[] {
  const translator = new Translator(/^[a-z0-9]{26}$/, warnings)
  const [attachment] = read({ attachments: [members] }).payload.attachments
  if (!attachment) throw new Error('no attachment')
  const options = { translator, ids: new ActionIds(), registry: new Registry({}, warnings) }
  return translateAttachment(attachment, 'attachments[0]', options)
}

function translate(members: object): Translated {
  const warnings = new Reading()
  const [value] = translateAll(members, warnings)
  if (!value) throw new Error('no attachment')
  return { attachment: value, warnings: told(warnings) }
}

const plain = (members: object): unknown => translate(members).attachment.plain
const joined = (nodes: RichText): string => nodes.map((node) => node.text).join('')

describe('an attachment', () => {
  it('keeps every documented member', () => {
    const members = {
      fallback: 'f',
      color: '#36a64f',
      pretext: 'p',
      author_name: 'n',
      author_link: 'https://a.example/n',
      author_icon: 'https://a.example/i.png',
      title: 't',
      title_link: 'https://a.example/t',
      text: 'x',
      fields: [{ title: 'ft', value: 'fv', short: true }],
      image_url: 'https://a.example/p.png',
      thumb_url: 'https://a.example/s.png',
      footer: 'o',
      footer_icon: 'https://a.example/f.png',
      ts: 1392734382,
    }
    const { attachment, warnings } = translate(members)
    const { fields, title, text, pretext, footer, ...rest } = members
    expect(attachment.plain).to.deep.equal(rest)
    expect(
      [attachment.title, attachment.text, attachment.pretext, attachment.footer].map(joined),
    ).to.deep.equal([title, text, pretext, footer])
    expect(attachment.fields.map((f) => ({ ...f, value: joined(f.value) }))).to.deep.equal(fields)
    expect(warnings).to.deep.equal([])
  })

  it('translates markup in its texts, and keeps the label of a link in the title', () => {
    const markup = '<https://a.example|A> <!here>'
    const shown = '[A](https://a.example) @here'
    const { attachment } = translate({
      pretext: markup,
      text: markup,
      footer: markup,
      title: markup,
      fallback: markup,
      author_name: markup,
      fields: [{ title: markup, value: markup }],
    })
    for (const nodes of [
      attachment.pretext,
      attachment.text,
      attachment.footer,
      attachment.fields[0]?.value ?? [],
    ]) {
      expect(joined(nodes)).to.equal(shown)
    }
    expect(joined(attachment.title)).to.equal('A @here')
    expect(attachment.plain).to.deep.equal({
      fallback: markup,
      author_name: markup,
      title_link: 'https://a.example',
    })
    expect(attachment.fields[0]?.title).to.equal(markup)
  })

  it('leads where it says, and tells of an address in the title that leads elsewhere', () => {
    const title = '[A](https://a.example)'
    const told = translate({ title, title_link: 'https://b.example' })
    expect(told.attachment.plain).to.deep.equal({ title_link: 'https://b.example' })
    expect(told.warnings).to.have.lengthOf(1)
    expect(translate({ title, title_link: 'https://a.example' }).warnings).to.deep.equal([])
  })

  it('tells members that are not known', () => {
    expect(
      read({ attachments: [{ text: 'a', author_subname: 'b', video_url: 'x' }] }).warnings,
    ).to.deep.equal([
      'attachments[0].author_subname: not supported',
      'attachments[0].video_url: not supported',
    ])
  })

  it('puts its blocks below its text', () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'below' } }]
    expect(joined(translate({ text: 'above', blocks }).attachment.text)).to.equal('above\n\nbelow')
    expect(joined(translate({ blocks }).attachment.text)).to.equal('below')
  })
})

describe('the buttons of an attachment', () => {
  const button = (text: string): object => ({
    type: 'button',
    text: { type: 'plain_text', text },
    url: 'https://a.example',
  })
  const rows = [
    { type: 'actions', elements: [button('first')] },
    { type: 'section', text: { type: 'mrkdwn', text: 'below' } },
  ]
  const labels = (attachment: MessageAttachment | undefined): readonly unknown[] =>
    (attachment?.actions ?? []).map(({ stored }) => stored['name'])

  it('are those of its blocks, then its own that have a text', () => {
    const actions = [{}, { name: 'second', url: 'https://a.example' }]
    const [whole] = translateAll({ actions, blocks: rows })
    expect(labels(whole)).to.deep.equal(['first', 'second'])
    expect(whole?.actions.map(({ stored }) => stored['id'])).to.deep.equal(['action_0', 'action_1'])
  })

  it('have what is shown below them in an attachment of its own', () => {
    const below = (members: object): unknown => translateAll({ ...members, blocks: rows })[1]
    const text = [{ kind: 'text', text: 'below' }]
    const path = 'attachments[0]'
    const rest = { path, pretext: [], title: [], text, footer: [], fields: [], actions: [] }
    expect(below({ color: 'good', title: 'a' })).to.deep.equal({
      plain: { color: 'good', continues: true },
      ...rest,
    })
    expect(below({})).to.deep.equal({ plain: { continues: true }, ...rest })
  })

  it('have its picture and its footer at the end of all that it shows', () => {
    const end = { image_url: 'https://a.example/p.png', ts: 7 }
    const found = translateAll({ ...end, footer: 'CI', blocks: rows })
    expect(found.map(({ plain }) => plain)).to.deep.equal([{}, { continues: true, ...end }])
    expect(found.map(({ footer }) => footer.length)).to.deep.equal([0, 1])
  })

  it('tell those beside a section from those in a row', () => {
    const accessory = { type: 'button', text: { type: 'plain_text', text: 'beside' } }
    const section = { type: 'section', text: { type: 'mrkdwn', text: 'a' }, accessory }
    const found = translateAll({ blocks: [section, ...rows] })
    expect(found.map(({ plain }) => plain['accessory'])).to.deep.equal([true, undefined, undefined])
    expect(found.map(labels)).to.deep.equal([['beside'], ['first'], []])
  })
})

describe('the picture beside a section', () => {
  const image_url = 'https://a.example/x.png'
  const accessory = { type: 'image', image_url, alt_text: 'cat' }
  const section = { type: 'section', text: { type: 'mrkdwn', text: 'a' }, accessory }

  it('is the small one of the attachment', () => {
    const [whole, ...below] = translateAll({ blocks: [section] })
    expect(whole?.plain).to.deep.equal({ thumb_url: image_url, thumb_alt: 'cat' })
    expect(below).to.deep.equal([])
  })

  it('is below one that the attachment has of its own', () => {
    const own = 'https://a.example/own.png'
    const found = translateAll({ thumb_url: own, blocks: [section] })
    expect(found.map(({ plain }) => plain)).to.deep.equal([
      { thumb_url: own },
      { continues: true, thumb_url: image_url, thumb_alt: 'cat' },
    ])
  })
})

describe('colours', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['#36a64f', '#36a64f'],
    ['36a64f', '#36a64f'],
    ['FFF', '#FFF'],
    ['#12345678', '#12345678'],
    ['danger', 'danger'],
    ['good', 'good'],
    ['#36a64', undefined],
    ['red;x', undefined],
    ['url(x)', undefined],
    ['#1234', '#1234'],
    ['bad', '#bad'],
    ['Good', 'Good'],
    ['a'.repeat(32), 'a'.repeat(32)],
    ['a'.repeat(33), undefined],
    ['#12', undefined],
    ['#1234567', undefined],
    ['#123456789', undefined],
    ['x#fff', undefined],
    ['#fffx', undefined],
    ['red1', undefined],
    ['#good', undefined],
  ]
  for (const [color, kept] of cases) {
    it(`${kept === undefined ? 'are left out with a warning' : `become ${kept}`} where ${color} was sent`, () => {
      const { attachment, warnings } = translate({ text: 'x', color })
      expect(attachment.plain['color']).to.equal(kept)
      expect(warnings).to.deep.equal(
        kept === undefined ? ['attachments[0].color: not a colour'] : [],
      )
    })
  }
})

describe('addresses', () => {
  for (const name of ['author_link', 'title_link']) {
    it(`of kinds that run code are left out of ${name}`, () => {
      for (const scheme of ['javascript', 'data', 'vbscript', 'blob', 'file']) {
        const { attachment, warnings } = translate({ text: 'x', [name]: `${scheme}:x` })
        expect(attachment.plain).to.deep.equal({})
        expect(warnings).to.deep.equal([
          `attachments[0].${name}: links with this URL scheme are removed`,
        ])
      }
      expect(plain({ [name]: 'mailto:a@b.example' })).to.deep.equal({
        [name]: 'mailto:a@b.example',
      })
    })
  }

  for (const name of ['author_icon', 'image_url', 'thumb_url', 'footer_icon']) {
    it(`that are no pictures are left out of ${name}`, () => {
      for (const url of ['ftp://a/x.png', 'data:image/png;base64,x', 'x.png', '//a/x.png']) {
        const { attachment, warnings } = translate({ text: 'x', [name]: url })
        expect(attachment.plain).to.deep.equal({})
        expect(warnings).to.deep.equal([`attachments[0].${name}: not a picture URL`])
      }
    })
  }
})

describe('fields', () => {
  const value = (sent: unknown): string | undefined =>
    read({ attachments: [{ fields: [{ value: sent }] }] }).payload.attachments[0]?.fields[0]?.value
  const values: readonly (readonly [unknown, string])[] = [
    ['a', 'a'],
    [1, '1'],
    [20.5, '20.5'],
    [1000000, '1000000'],
    [123456789, '123456789'],
    [1e21, '1e+21'],
    [-3, '-3'],
    [0, '0'],
    [true, 'true'],
    [false, 'false'],
    [[1, 'a'], '[1,"a"]'],
    [[], '[]'],
    [{ b: 1, a: null }, '{"b":1,"a":null}'],
    [null, ''],
    ['', ''],
  ]
  for (const [sent, shown] of values) {
    it(`show ${JSON.stringify(sent)} as ${JSON.stringify(shown)}`, () => {
      expect(value(sent)).to.equal(shown)
    })
  }

  const short = (sent: unknown): boolean | undefined =>
    read({ attachments: [{ fields: [{ title: 'x', short: sent }] }] }).payload.attachments[0]
      ?.fields[0]?.short
  for (const [sent, expected] of [
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    ['true', true],
    ['False', false],
    [null, false],
    ['', false],
  ] as const) {
    it(`are ${expected ? '' : 'not '}short for ${JSON.stringify(sent)}`, () => {
      expect(short(sent)).to.equal(expected)
    })
  }

  it('are refused when short is anything else', () => {
    for (const sent of ['yes', 2, [], {}]) {
      refuses(
        () => short(sent),
        'payload_unparsable',
        'attachments[0].fields[0].short: expected true or false',
      )
    }
  })

  it('that are null are dropped, others refused unless they are objects', () => {
    const [attachment] = read({ attachments: [{ fields: [null, { title: 'a' }] }] }).payload
      .attachments
    expect(attachment?.fields).to.have.lengthOf(1)
    refuses(
      () => read({ attachments: [{ fields: ['x'] }] }),
      'payload_unparsable',
      'attachments[0].fields[0]: expected an object',
    )
    refuses(
      () => read({ attachments: [{ fields: {} }] }),
      'payload_unparsable',
      'attachments[0].fields: expected an array',
    )
  })
})

describe('ts', () => {
  const cases: readonly (readonly [unknown, number | null])[] = [
    [1392734382, 1392734382],
    [1392734382.5, 1392734382.5],
    ['1392734382', 1392734382],
    ['1392734382.000100', 1392734382.0001],
    [0, 0],
    ['soon', null],
    [' ', null],
    [null, null],
  ]
  for (const [ts, expected] of cases) {
    it(`is read as ${String(expected)} where ${JSON.stringify(ts)} was sent`, () => {
      expect(read({ attachments: [{ text: 'x', ts }] }).payload.attachments[0]?.ts).to.equal(
        expected,
      )
    })
  }

  it('that is no number gives a warning, of another type a refusal', () => {
    expect(read({ attachments: [{ text: 'x', ts: 'soon' }] }).warnings).to.deep.equal([
      'attachments[0].ts: not a number of seconds',
    ])
    refuses(() => read({ attachments: [{ ts: true }] }), 'payload_unparsable', 'attachments[0].ts')
  })
})
