import { expect } from 'chai'
import { readPayload } from '../../../lib/native/payload/payload-schema.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import type { Message, Step } from '../../../lib/model/message.js'
import { OPTIONS } from '../../support/translation.js'
import { namesIn, translate } from '../../../lib/native/message/translate.js'
import { id } from '../../support/hook-host.js'

function translated(payload: object): Step<Message> {
  return translate(readPayload(payload, new Reading()), OPTIONS)
}

const textOf = ({ value }: Step<Message>): string => value.text.map((node) => node.text).join('')
const section = (text: string): object => ({ type: 'section', text: { type: 'mrkdwn', text } })

describe('translate', () => {
  it('gives the wire names ours', () => {
    const { value } = translated({
      text: 't',
      channel: '@Bob',
      username: 'u',
      icon_url: 'i',
      icon_emoji: 'e',
      type: 'me',
      root_id: 'r',
      silent: true,
      props: { a: 1 },
      priority: { priority: 'urgent' },
    })
    expect(value).to.deep.include({
      destination: { kind: 'directToUser', username: 'bob' },
      overrides: { username: 'u', iconUrl: 'i', iconEmoji: 'e' },
      type: 'me',
      rootId: 'r',
      silent: true,
      props: { a: 1 },
      priority: { priority: 'urgent', requested_ack: false, persistent_notifications: false },
    })
  })

  it('shows blocks instead of the text, which is their fallback', () => {
    expect(textOf(translated({ text: 'fallback', blocks: [section('shown')] }))).to.equal('shown')
    expect(textOf(translated({ text: 'fallback', blocks: [{ type: 'section' }] }))).to.equal(
      'fallback',
    )
    expect(textOf(translated({ text: 'fallback', blocks: [{ type: 'hologram' }] }))).to.equal(
      'fallback',
    )
  })

  it('lists everybody mentioned in any text, once', () => {
    const bob = id('bob')
    const { value } = translated({
      text: `<@${bob}> @carol @carol`,
      attachments: [
        {
          pretext: '@dave',
          title: `<@${bob}> @erin`,
          text: '@frank',
          footer: '@grace',
          fields: [{ title: '@nobody', value: '@heidi' }],
        },
      ],
    })
    expect(value.mentioned).to.deep.equal({
      userIds: [bob],
      usernames: ['carol', 'dave', 'erin', 'frank', 'grace', 'heidi'],
    })
  })

  it('looks 50 people up at most, and tells how many mentions stay', () => {
    const ids = Array.from({ length: 40 }, (_, n) => `<@${id(`user${n}a`)}>`)
    const names = Array.from({ length: 15 }, (_, n) => `@name${n}`)
    const { value, warnings } = translated({ text: [...ids, ...names].join(' ') })
    expect(value.mentioned.userIds).to.have.lengthOf(40)
    expect(value.mentioned.usernames).to.have.lengthOf(10)
    expect(warnings).to.deep.equal([
      {
        path: '',
        reason: 'only 50 users are looked up per message: 5 mentions were left as written',
      },
    ])
  })

  it('tells of a single mention that stays in the singular', () => {
    const names = Array.from({ length: 51 }, (_, n) => `@name${n}`).join(' ')
    expect(translated({ text: names }).warnings).to.deep.equal([
      {
        path: '',
        reason: 'only 50 users are looked up per message: 1 mention was left as written',
      },
    ])
  })

  it('gives no warning for 50 people who are mentioned often', () => {
    const names = Array.from({ length: 50 }, (_, n) => `@name${n}`).join(' ')
    expect(translated({ text: `${names} ${names}` }).warnings).to.deep.equal([])
  })

  it('puts buttons below the text before them', () => {
    const button = {
      type: 'actions',
      elements: [{ type: 'button', text: { type: 'plain_text', text: 'A' } }],
    }
    const { value } = translated({ blocks: [section('x'), button, section('y')] })
    const plain = { continues: true }
    const empty = { path: 'blocks', plain, pretext: [], title: [], footer: [], fields: [] }
    const stored = { id: 'action_0', type: 'button', name: 'A', disabled: true }
    const action = { path: 'blocks[1].elements[0]', stored }
    expect(value.text).to.deep.equal([{ kind: 'text', text: 'x' }])
    expect(value.attachments).to.deep.equal([
      { ...empty, text: [], actions: [action] },
      { ...empty, text: [{ kind: 'text', text: 'y' }], actions: [] },
    ])
  })

  it('puts the picture beside a section beside the text of the message', () => {
    const accessory = { type: 'image', image_url: 'https://a.example/x.png', alt_text: 'cat' }
    const { value } = translated({ blocks: [{ ...section('x'), accessory }, section('y')] })
    expect(value.text).to.deep.equal([{ kind: 'text', text: 'x' }])
    const thumb = { thumb_url: 'https://a.example/x.png', thumb_alt: 'cat' }
    expect(value.attachments.map(({ plain, text }) => ({ plain, text }))).to.deep.equal([
      { plain: { ...thumb, continues: true }, text: [] },
      { plain: { continues: true }, text: [{ kind: 'text', text: 'y' }] },
    ])
  })

  it('gives no button an id that its sender gives to another one', () => {
    const url = 'https://a.example'
    const actions = [
      { name: 'a', url },
      { name: 'b', id: 'action_0', url },
    ]
    const { value } = translated({ attachments: [{ actions }] })
    expect(value.attachments[0]?.actions.map((action) => action.stored['id'])).to.deep.equal([
      'action_1',
      'action_0',
    ])
  })

  it('gives buttons of all attachments ids of their own', () => {
    const attachment = { actions: [{ name: 'x', url: 'https://a.example' }] }
    const { value } = translated({ attachments: [attachment, attachment] })
    const ids = value.attachments.flatMap(({ actions }) =>
      actions.map((action) => action.stored['id']),
    )
    expect(new Set(ids).size).to.equal(2)
  })
})

describe('the names that a written name may mean', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['@bob', ['bob']],
    ['@Bob', ['bob']],
    ['@bob.', ['bob.', 'bob']],
    ['@bob._-', ['bob._-', 'bob']],
    ['@b.o.b', ['b.o.b']],
    ['@..', ['..']],
  ]
  for (const [written, names] of cases) {
    it(`${written} are ${names.join(', ')}`, () => {
      expect(namesIn(written)).to.deep.equal(names)
    })
  }
})
