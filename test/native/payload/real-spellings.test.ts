import { expect } from 'chai'
import { ActionIds } from '../../../lib/native/message/actions.js'
import { translateAttachment } from '../../../lib/native/message/attachments.js'
import { Registry } from '../../../lib/native/message/mattermost/registry.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import { Translator } from '../../../lib/native/message/translator.js'
import type { MessageAttachment } from '../../../lib/model/message.js'
import { read, told } from '../payloads.js'

interface Translated {
  readonly attachments: readonly MessageAttachment[]
  readonly warnings: readonly string[]
}

function attached(...sent: readonly unknown[]): Translated {
  const warnings = new Reading()
  const translator = new Translator(/^[a-z0-9]{26}$/, warnings)
  const registry = new Registry({}, warnings)
  const options = { translator, ids: new ActionIds(), registry }
  const { payload, warnings: read_ } = read({ attachments: sent })
  const attachments = payload.attachments.flatMap((attachment, index) =>
    translateAttachment(attachment, `attachments[${index}]`, options),
  )
  return { attachments, warnings: [...read_, ...told(warnings)] }
}

const one = (members: object): MessageAttachment | undefined => attached(members).attachments[0]
const textOf = (attachment: MessageAttachment | undefined): string =>
  (attachment?.text ?? []).map((node) => node.text).join('')

describe('attachments as real senders spell them', () => {
  it('may be null, or hold null', () => {
    expect(read({ attachments: null }).payload.attachments).to.deep.equal([])
    expect(attached(null, { text: 'x' }, null).attachments).to.have.lengthOf(1)
  })

  it('have a time that is an integer, a float or a string', () => {
    for (const ts of [1592500000, 1592500000.25, '1592500000', '1592500000.25']) {
      expect(one({ text: 'x', ts })?.plain['ts'], String(ts)).to.equal(Number(ts))
    }
    const { attachments, warnings } = attached({ text: 'x', ts: 'today' })
    expect(attachments[0]?.plain['ts']).to.equal(undefined)
    expect(warnings).to.deep.equal(['attachments[0].ts: not a number of seconds'])
  })

  it('have fields without value, and values of any kind', () => {
    const fields = [
      { title: 'disk' },
      { value: 97.25 },
      { value: true },
      { value: null },
      { value: [1] },
    ]
    const values = one({ fields })?.fields.map(({ value }) =>
      value.map((node) => node.text).join(''),
    )
    expect(values).to.deep.equal(['', '97.25', 'true', '', '[1]'])
  })

  it('have short fields by many names of true', () => {
    const fields = [true, 1, 'true', 'True', false, 0, 'false', null, ''].map((short) => ({
      title: 't',
      short,
    }))
    expect(one({ fields })?.fields.map(({ short }) => short)).to.deep.equal([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
  })

  it('have colours by name, with and without a number sign', () => {
    const colours = ['good', 'warning', 'danger', '#36a64f', '36a64f', '#fff'].map(
      (color) => one({ text: 'x', color })?.plain['color'],
    )
    expect(colours).to.deep.equal(['good', 'warning', 'danger', '#36a64f', '#36a64f', '#fff'])
  })

  it('have empty texts, empty footers and blocks that are null', () => {
    const attachment = one({ title: 't', text: '', footer: '', blocks: null, author_name: null })
    expect(attachment?.text).to.deep.equal([])
    expect(attachment?.plain).to.deep.equal({})
  })

  it('keep entities as they are', () => {
    expect(textOf(one({ text: '&lt;b&gt;&amp;' }))).to.equal('&lt;b&gt;&amp;')
  })

  it('have buttons with an address, with a name and a value, and with a dialog', () => {
    const actions = [
      { type: 'button', text: 'Runbook', url: 'https://r.example' },
      { type: 'button', name: 'ack', text: 'Ack', value: 'a', confirm: { text: 'Sure?' } },
    ]
    const { attachments, warnings } = attached({ text: 'x', actions })
    expect(attachments[0]?.actions.map(({ stored }) => stored)).to.deep.equal([
      { id: 'action_0', type: 'button', name: 'Runbook', url: 'https://r.example' },
      {
        id: 'action_1',
        type: 'button',
        name: 'Ack',
        disabled: true,
        confirm: { text: 'Sure?' },
      },
    ])
    expect(warnings).to.deep.equal(['attachments[0].actions[1]: button without url or integration'])
  })

  it('tell of members that are for Slack alone', () => {
    const members = {
      text: 'x',
      callback_id: 'c',
      mrkdwn_in: ['text'],
      author_subname: 'a',
      footer_icon: '',
    }
    expect(attached(members).warnings).to.deep.equal([
      'attachments[0].author_subname: not supported',
    ])
  })
})

describe('blocks in an attachment', () => {
  const section = (text: string): object => ({ type: 'section', text: { type: 'mrkdwn', text } })
  const row = {
    type: 'actions',
    elements: [
      { type: 'button', text: { type: 'plain_text', text: 'Go' }, url: 'https://g.example' },
    ],
  }

  it('are its text and its buttons', () => {
    const attachment = one({ color: 'danger', blocks: [section('*a*'), row] })
    expect(textOf(attachment)).to.equal('**a**')
    expect(attachment?.plain).to.deep.equal({ color: 'danger' })
    expect(attachment?.actions.map(({ stored }) => stored['url'])).to.deep.equal([
      'https://g.example',
    ])
  })

  it('are another attachment of the same colour below buttons', () => {
    const { attachments } = attached({
      color: 'good',
      title: 't',
      blocks: [section('a'), row, section('b')],
    })
    expect(attachments.map(textOf)).to.deep.equal(['a', 'b'])
    expect(attachments.map(({ plain }) => plain['color'])).to.deep.equal(['good', 'good'])
    expect(attachments.map(({ title }) => title.length)).to.deep.equal([1, 0])
  })

  it('stand below its own text, which is not repeated', () => {
    expect(textOf(one({ text: 'above', blocks: [section('below')] }))).to.equal('above\n\nbelow')
    for (const shown of ['same words', 'same', 'words of the same']) {
      expect(textOf(one({ text: 'same', blocks: [section(shown)] }))).to.equal(shown)
    }
    const linked = 'same <https://a.example|b>'
    for (const text of ['same', '']) {
      const shown = textOf(one({ text, blocks: [section(linked)] }))
      expect(shown).to.equal('same [b](https://a.example)')
    }
    expect(textOf(one({ text: 'x', blocks: [{ type: 'section' }] }))).to.equal('x')
  })
})
