import { expect } from 'chai'
import { allFormats } from '../../lib/formats/all.js'
import { Formats } from '../../lib/formats/registry.js'
import { read } from '../../lib/pipeline/read.js'
import { OPTIONS, postsOfPayload, WebhookError } from '../support/translation.js'

const CALL = { type: 'external', url: 'https://i.example/x' }

/** The text and the attachments of the only post, without what each post has. */
function shown(payload: object) {
  const { posts, warnings, ignored } = postsOfPayload(payload)
  const [post] = posts
  return {
    message: post?.message,
    attachments: post?.props['attachments'] ?? [],
    mentions: post?.mentions.userIds,
    warnings: warnings.map(({ path, reason }) => `${path}: ${reason}`),
    ignored,
  }
}

describe('Slack blocks in props', () => {
  const accept = {
    type: 'button',
    text: { type: 'plain_text', text: 'Accept' },
    action_id: 'accept',
  }
  const header = { type: 'header', text: { type: 'plain_text', text: 'Release 4' } }

  it('are shown like those of the payload, with the text as their fallback', () => {
    const { message, warnings } = shown({ text: 'fallback', props: { blocks: [header] } })
    expect({ message, warnings }).to.deep.equal({ message: '#### Release 4', warnings: [] })
    const both = shown({ blocks: [header], props: { blocks: [header] } })
    expect(both.message).to.equal('#### Release 4\n\n#### Release 4')
  })

  it('call what mm_blocks_actions names', () => {
    const select = { ...accept, type: 'static_select', placeholder: accept.text, options: [] }
    const elements = [accept, { ...select, action_id: 'pick' }, { ...accept, action_id: 'none' }]
    const { attachments, warnings, ignored } = shown({
      props: {
        blocks: [{ type: 'actions', elements }],
        mm_blocks_actions: {
          accept: { type: 'openURL', url: '/a' },
          pick: { ...CALL, query: { a: 'b' } },
          left: CALL,
        },
      },
    })
    expect(attachments).to.deep.equal([
      {
        continues: true,
        actions: [
          { id: 'accept', type: 'button', name: 'Accept', url: '/a' },
          {
            id: 'pick',
            type: 'select',
            name: 'Accept',
            integration: { url: `${CALL.url}?a=b`, context: {} },
          },
          { id: 'none', type: 'button', name: 'Accept', disabled: true },
        ],
      },
    ])
    expect(warnings).to.deep.equal([
      'props.blocks[0].elements[2]: button without url or integration',
    ])
    expect(ignored).to.deep.equal(['props.mm_blocks_actions.left'])
  })

  it('are shown without one that is wrong', () => {
    const { message, warnings } = shown({ props: { blocks: [7, header, { type: 7 }] } })
    expect(message).to.equal('#### Release 4')
    expect(warnings.map((each) => each.slice(0, 26))).to.deep.equal([
      'props.blocks[0]: left out:',
      'props.blocks[2]: left out:',
    ])
  })
})

describe('Adaptive Cards in props', () => {
  const card = {
    type: 'AdaptiveCard',
    body: [
      { type: 'TextBlock', text: 'Disk of @bob' },
      { type: 'TextBlock', text: 'almost full' },
      { type: 'FactSet', facts: [{ title: 'Host', value: 'web-01' }] },
      { type: 'Input.Text', label: 'Why?' },
    ],
    actions: [
      { type: 'Action.Submit', title: 'Clean', id: 'clean' },
      { type: 'Action.OpenUrl', title: 'Log', url: 'https://a.example' },
      { type: 'Action.Execute', title: 'Wait' },
    ],
  }

  it('are attachments below the text, whose actions mm_blocks_actions names', () => {
    const { attachments, message, mentions, warnings } = shown({
      text: 'above',
      props: { cards: [card], mm_blocks_actions: { clean: CALL } },
    })
    expect({ message, mentions }).to.deep.include({ message: 'above' })
    expect(mentions).to.have.lengthOf(1)
    expect(attachments).to.deep.equal([
      {
        text: 'Disk of @bob\n\nalmost full',
        fields: [{ title: 'Host', value: 'web-01', short: true }],
      },
      {
        continues: true,
        text: 'Why?',
        actions: [
          { id: 'action_2', type: 'button', name: 'Log', url: 'https://a.example' },
          {
            id: 'action_0',
            type: 'button',
            name: 'Clean',
            integration: { url: CALL.url, context: {} },
          },
          { id: 'action_1', type: 'button', name: 'Wait', disabled: true },
        ],
      },
    ])
    expect(warnings.map((each) => each.split(':', 2).join(':'))).to.deep.equal([
      'props.cards[0].actions[2]: shown disabled',
      'props.cards[0].body[3]: nothing can be entered into Input.Text here',
    ])
  })

  it('tell of one that shows nothing', () => {
    const { message, warnings } = shown({ text: 'above', props: { cards: [{}, 'x', card] } })
    expect(message).to.equal('above')
    expect(warnings.slice(0, 2)).to.deep.equal([
      'props.cards[0]: a card that shows nothing',
      'props.cards[1]: a card that shows nothing',
    ])
  })
})

describe('blocks and cards in props', () => {
  it('are refused if they show nothing and there is nothing else', () => {
    const formats = new Formats(allFormats)
    for (const props of [{ mm_blocks: [{ type: 'text' }] }, { cards: [{}] }]) {
      const body = { kind: 'text', text: JSON.stringify({ props }) } as const
      const request = { contentType: undefined, body, queryPayload: null }
      expect(() => read(request, { ...OPTIONS, formats })).to.throw(
        WebhookError,
        'No text specified',
      )
    }
  })

  for (const show of ['text', 'markdown'] as const) {
    it(`lose no word in a chat that shows only ${show}`, () => {
      const text = (words: string): object => ({ type: 'text', text: words })
      const mm_blocks = [
        text('one'),
        {
          type: 'container',
          accent_color: 'danger',
          content: [
            { type: 'collapsible', header: 'two', collapsed: true, content: [text('three')] },
            {
              type: 'column_set',
              columns: [{ items: [text('four')] }, { items: [text('five')] }],
            },
          ],
        },
        { type: 'image', url: 'https://p.example/six.png', size: 'small', alt_text: 'seven' },
        { type: 'button', text: 'eight', action_id: 'a' },
        text('[nine](mmaction://a)'),
      ]
      const { posts } = postsOfPayload({ props: { mm_blocks } }, undefined, show)
      const [message = ''] = posts.map((post) => post.message)
      const words = 'one two three four five seven six.png eight nine'.split(' ')
      const places = words.map((word) => message.indexOf(word))
      expect(places).to.not.include(-1)
      expect(posts[0]?.props).to.not.have.property('attachments')
    })
  }
})
