import { expect } from 'chai'
import type { AttachmentPayload } from '../../../lib/model/message.js'
import { read, refuses } from '../payloads.js'

function attachmentOf(members: object): AttachmentPayload | undefined {
  return read({ attachments: [members] }).payload.attachments[0]
}

const NOTHING: AttachmentPayload = {
  fallback: '',
  color: '',
  pretext: '',
  author_name: '',
  author_link: '',
  author_icon: '',
  title: '',
  title_link: '',
  text: '',
  fields: [],
  image_url: '',
  thumb_url: '',
  footer: '',
  footer_icon: '',
  ts: null,
  actions: [],
  blocks: [],
}

const field = { title: 'f' }
const action = { name: 'a' }
const block = { type: 'divider' }

describe('an attachment that is read', () => {
  const texts = [
    'fallback',
    'color',
    'pretext',
    'author_name',
    'author_link',
    'author_icon',
    'title',
    'title_link',
    'text',
    'image_url',
    'thumb_url',
    'footer',
    'footer_icon',
  ]
  for (const name of texts) {
    it(`may be a ${name} alone`, () => {
      expect(attachmentOf({ [name]: 'x' })).to.deep.equal({ ...NOTHING, [name]: 'x' })
      expect(read({ attachments: [{ [name]: 'x' }] }).warnings).to.deep.equal([])
    })
  }

  const others: readonly object[] = [
    { ts: 0 },
    { fields: [field] },
    { actions: [action] },
    { blocks: [block] },
    { fields: [field], actions: [action] },
    { fields: [field], blocks: [block] },
    { actions: [action], blocks: [block] },
  ]
  for (const members of others) {
    it(`may be no more than ${JSON.stringify(members)}`, () => {
      expect(attachmentOf(members)).to.have.keys(Object.keys(NOTHING))
      expect(read({ attachments: [members] }).warnings).to.deep.equal([])
    })
  }

  it('is none without any of them', () => {
    expect(attachmentOf({ callback_id: 'x', color: '', fields: [null] })).to.equal(undefined)
  })
})

describe('the fallback of an attachment', () => {
  const shown: readonly object[] = [
    { pretext: 'x' },
    { author_name: 'x' },
    { title: 'x' },
    { text: 'x' },
    { image_url: 'x' },
    { thumb_url: 'x' },
    { footer: 'x' },
    { fields: [field] },
    { actions: [action] },
    { blocks: [block] },
    { fields: [field], actions: [action] },
    { fields: [field], blocks: [block] },
    { actions: [action], blocks: [block] },
  ]
  for (const members of shown) {
    it(`is not needed beside ${JSON.stringify(members)}`, () => {
      const { ignored } = read({ attachments: [{ fallback: 'f', ...members }] })
      expect(ignored).to.deep.equal(['attachments[0].fallback'])
    })
  }

  for (const name of ['color', 'author_link', 'author_icon', 'title_link', 'footer_icon', 'ts']) {
    it(`is what is shown beside a ${name}`, () => {
      expect(read({ attachments: [{ fallback: 'f', [name]: '1' }] }).ignored).to.deep.equal([])
    })
  }
})

describe('a field that is read', () => {
  it('has a title, a value and a width', () => {
    const sent = { title: 't', value: 'v', short: true }
    const { payload, warnings } = read({ attachments: [{ fields: [sent, {}] }] })
    expect(payload.attachments[0]?.fields).to.deep.equal([
      sent,
      { title: '', value: '', short: false },
    ])
    expect(warnings).to.deep.equal([])
  })
})

describe('a button that is read', () => {
  it('has all its members, whatever their types where any will do', () => {
    const members = {
      id: 'i',
      type: 'select',
      name: 'n',
      text: 't',
      value: 1,
      style: 's',
      url: 'u',
      tooltip: 'p',
      disabled: true,
      data_source: 'd',
      default_option: 2,
      options: [{ text: 'o', value: true }],
      integration: { url: 'w', context: { a: [1] } },
      confirm: { title: 'a', text: 'b', confirm: 'c', deny: 'd', style: 'danger' },
    }
    const { payload, warnings } = read({ attachments: [{ actions: [members] }] })
    expect(payload.attachments[0]?.actions).to.deep.equal([
      {
        ...members,
        path: 'attachments[0].actions[0]',
        value: '1',
        default_option: '2',
        options: [{ text: 'o', value: 'true' }],
      },
    ])
    expect(warnings).to.deep.equal([])
  })

  it('has nothing that was not sent', () => {
    expect(attachmentOf({ actions: [{}] })?.actions).to.deep.equal([
      {
        path: 'attachments[0].actions[0]',
        id: '',
        type: '',
        name: '',
        text: '',
        value: '',
        style: '',
        url: '',
        tooltip: '',
        disabled: false,
        data_source: '',
        default_option: '',
        options: [],
        integration: null,
        confirm: null,
      },
    ])
  })

  it('tells members of it and of its choices that are not known', () => {
    const actions = [
      {
        name: 'a',
        glitter: 1,
        options: [{ text: 'o', icon: 1 }],
        integration: { url: 'u', method: 'GET' },
      },
    ]
    expect(read({ attachments: [{ fields: [{ alt: 1 }], actions }] }).warnings).to.deep.equal([
      'attachments[0].fields[0].alt: not supported',
      'attachments[0].actions[0].glitter: not supported',
      'attachments[0].actions[0].options[0].icon: not supported',
      'attachments[0].actions[0].integration.method: not supported',
    ])
  })
})

describe('the context of a button', () => {
  const contextOf = (integration: object): unknown =>
    attachmentOf({ actions: [{ name: 'a', integration }] })?.actions[0]?.integration?.context

  it('is what was sent, but for what no store takes', () => {
    const context = JSON.parse('{"a":[1],"b":null,"__proto__":{"c":1},"d":1e999,"e":""}') as object
    expect(contextOf({ context })).to.deep.equal({ a: [1], b: null, e: '' })
  })

  it('is empty where none was sent', () => {
    for (const integration of [{}, { context: null }, { context: '' }]) {
      expect(contextOf(integration)).to.deep.equal({})
    }
  })

  it('is refused when it is a list or a text', () => {
    for (const context of [['a'], 'a', 1, false]) {
      refuses(
        () => contextOf({ context }),
        'payload_unparsable',
        'attachments[0].actions[0].integration.context: expected an object',
      )
    }
  })
})

describe('the time of an attachment', () => {
  it('is refused unless it is a number or a text', () => {
    for (const ts of [true, [1], {}]) {
      refuses(
        () => attachmentOf({ ts }),
        'payload_unparsable',
        'attachments[0].ts: expected a number of seconds',
      )
    }
  })

  it('is left out with a warning when it is beyond all numbers', () => {
    for (const ts of ['1e999', Infinity, '1 2', '\t']) {
      const { payload, warnings } = read({ attachments: [{ text: 'a', ts }] })
      expect(payload.attachments[0]?.ts).to.equal(null)
      expect(warnings).to.deep.equal(['attachments[0].ts: not a number of seconds'])
    }
  })
})
