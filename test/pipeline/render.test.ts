import { expect } from 'chai'
import type { MessageAttachment, RichText, TextNode } from '../../lib/model/message.js'
import type { HookUser } from '../../lib/model/records.js'
import { mentionsOf, render, renderAttachment } from '../../lib/pipeline/render.js'

const BOB: HookUser = {
  id: 'id-of-bob',
  username: 'bob',
  email: 'bob@example.org',
  admin: false,
  createAt: 1,
  deleteAt: 0,
}
const DIRECTORY = { usersById: new Map([[BOB.id, BOB]]), usersByName: new Map([['bob', BOB]]) }
const FENCE = { opening: '```\n', marker: '```', info: '', closing: '```' }

const text = (words: string): TextNode => ({ kind: 'text', text: words })

describe('a piece of text', () => {
  const breakable = { solid: false, fence: null, userId: null, channelWide: null }
  const solid = { ...breakable, solid: true }
  const user = { kind: 'user', id: 'id-of-bob', text: '<@id-of-bob>', label: '' } as const
  const unknown = { ...user, id: 'nobody', text: '<@nobody>' }
  const rows: readonly (readonly [string, TextNode, object])[] = [
    ['words', text('a b'), { text: 'a b', ...breakable }],
    ['inline code', { kind: 'code', text: '`a`', fence: null }, { text: '`a`', ...breakable }],
    [
      'a block of code',
      { kind: 'code', text: '```\na\n```', fence: FENCE },
      { text: '```\na\n```', ...breakable, fence: FENCE },
    ],
    ['a link', { kind: 'link', text: '<https://a>' }, { text: '<https://a>', ...solid }],
    [
      'a call to everybody',
      { kind: 'channelWide', text: '@here', who: 'here' },
      { text: '@here', ...solid, channelWide: 'here' },
    ],
    ['a known name', { kind: 'name', text: '@Bob.' }, { text: '@Bob.', ...solid, userId: BOB.id }],
    ['an unknown name', { kind: 'name', text: '@eve' }, { text: '@eve', ...solid }],
    ['a known id', user, { text: '@bob', ...solid, userId: BOB.id }],
    ['an unknown id', unknown, { text: '<@nobody>', ...solid }],
    ['an unknown id with a label', { ...unknown, label: 'eve' }, { text: 'eve', ...solid }],
    [
      'an unknown id with a blank label',
      { ...unknown, label: ' ' },
      { text: '<@nobody>', ...solid },
    ],
  ]
  for (const [title, node, segment] of rows) {
    it(`is rendered: ${title}`, () => {
      expect(render([node], DIRECTORY)).to.deep.equal([segment])
    })
  }
})

describe('an attachment', () => {
  const EMPTY: MessageAttachment = {
    path: 'attachments[0]',
    plain: {},
    pretext: [],
    title: [],
    text: [],
    footer: [],
    fields: [],
    actions: [],
  }
  const bob: RichText = [text('for '), { kind: 'name', text: '@bob' }]

  it('is stored without what is empty', () => {
    expect(renderAttachment(EMPTY, DIRECTORY)).to.deep.equal({ value: {}, segments: [] })
  })

  it('is stored with all of its members, and mentions people in each of its texts', () => {
    const action = { id: 'a', name: 'A' }
    const { value, segments } = renderAttachment(
      {
        path: 'attachments[0]',
        plain: { color: '#fff' },
        pretext: [text('pretext')],
        title: bob,
        text: [text('text'), text(' on')],
        footer: [text('footer')],
        fields: [{ title: 'field', value: bob, short: true }],
        actions: [{ path: 'attachments[0].actions[0]', stored: action }],
      },
      DIRECTORY,
    )
    expect(value).to.deep.equal({
      color: '#fff',
      pretext: 'pretext',
      title: 'for @bob',
      text: 'text on',
      footer: 'footer',
      fields: [{ title: 'field', value: 'for @bob', short: true }],
      actions: [action],
    })
    expect(segments.filter(({ userId }) => userId === BOB.id)).to.have.lengthOf(2)
    expect(mentionsOf([segments])).to.deep.equal({ userIds: [BOB.id], channelWide: null })
  })
})
