import { expect } from 'chai'
import { discord } from '../../../lib/formats/chats/discord/index.js'
import { chatShown } from './shown.js'

const text = (content: string): object => ({ type: 10, content })
const row = (...components: readonly object[]): object => ({ type: 1, components })
const linkTo = (label: string): object => {
  const url = `https://${label.toLowerCase()}.test/`
  return { type: 2, style: 5, label, url }
}
const picture = (name: string, description = ''): object => {
  return { media: { url: `https://img.test/${name}.png` }, description }
}

type Row = readonly [
  what: string,
  components: readonly object[],
  lines: string[],
  warned?: string[],
]

describe('components of a message for Discord', () => {
  const rows: readonly Row[] = [
    ['texts', [text('**a** <t:0>'), { type: 14, divider: true }, text('b')], ['**a** <t:0>\n\nb']],
    [
      'rows of links',
      [text('a'), row(linkTo('One'), linkTo('Two'))],
      ['a', '[One] https://one.test/', '[Two] https://two.test/'],
    ],
    [
      'buttons with emoji',
      [
        row(
          { ...linkTo('One'), emoji: { name: '🔥' } },
          { type: 2, style: 5, emoji: { id: '1', name: 'bee' }, url: 'https://b.test/' },
        ),
      ],
      ['[🔥 One] https://one.test/', '[:bee:] https://b.test/'],
    ],
    [
      'sections, each with its button',
      [
        { type: 9, components: [text('a'), text('b')], accessory: linkTo('One') },
        { type: 9, components: [text('c')], accessory: linkTo('Two') },
      ],
      ['a\n\nb', '[One] https://one.test/', 'c', '[Two] https://two.test/'],
    ],
    [
      'sections, each with its picture',
      [
        { type: 9, components: [text('a')], accessory: { type: 11, ...picture('1', 'sun') } },
        { type: 9, components: [text('b')], accessory: { type: 11, ...picture('2') } },
      ],
      ['a', 'https://img.test/1.png', 'sun', 'b', 'https://img.test/2.png'],
    ],
    [
      'pictures between texts',
      [{ type: 12, items: [picture('1', 'first'), picture('2', 'second')] }, text('after')],
      ['https://img.test/1.png', 'first', 'https://img.test/2.png', 'second', 'after'],
    ],
    [
      'containers in their colour',
      [
        text('a'),
        { type: 17, accent_color: 255, components: [text('b'), row(linkTo('One'))] },
        text('c'),
      ],
      ['a', '#0000ff', 'b', '[One] https://one.test/', 'c'],
    ],
    [
      'a container that comes first, and none of whose texts is above it',
      [
        {
          type: 17,
          accent_color: 0,
          components: [text('a'), { type: 12, items: [picture('1')] }, text('b')],
        },
      ],
      ['#000000', 'a', 'https://img.test/1.png', '#000000', 'b'],
    ],
    [
      'files by their names',
      [
        { type: 13, file: { url: 'attachment://a.pdf' } },
        { type: 13, file: { url: 'https://f.test/b.pdf' } },
      ],
      ['a.pdf (files are not kept)\n\n[b.pdf](https://f.test/b.pdf)'],
      ['components[0].file'],
    ],
    [
      'no control that nobody hears',
      [
        text('a'),
        row({ type: 2, style: 1, label: 'a', custom_id: 'x' }),
        ...[3, 5, 6, 7, 8].map((type) =>
          row({ type, placeholder: 'a', options: [{ label: 'a' }] }),
        ),
      ],
      ['a'],
      [1, 2, 3, 4, 5, 6].map((at) => `components[${at}].components[0]`),
    ],
    [
      'nothing of what is unknown',
      [text('a'), { type: 99, content: 'a' }],
      ['a'],
      ['components[1]'],
    ],
    [
      'no address that is none of the web',
      [
        text('a'),
        row({ type: 2, style: 5, label: 'a', url: 'javascript:x' }),
        { type: 11, media: { url: 'data:x' } },
      ],
      ['a'],
      ['components[1].components[0]', 'components[2]'],
    ],
  ]
  for (const [what, components, lines, warned = []] of rows) {
    it(`are shown: ${what}`, () => {
      const shown = chatShown(discord, { flags: 32_768, components })
      expect(shown).to.deep.equal({ lines, warned })
    })
  }

  it('are all of the message with their flag', () => {
    const message = { content: 'above', embeds: [{ title: 'title' }], components: [text('a')] }
    expect(chatShown(discord, { ...message, flags: 32_768 })).to.deep.equal({
      lines: ['a'],
      warned: ['content', 'embeds'],
    })
    expect(chatShown(discord, message).lines).to.deep.equal(['above', 'title', 'a'])
  })
})

describe('a message for Discord', () => {
  it('shows a question with its answers, and says that nobody can vote', () => {
    const answers = [
      { poll_media: { text: 'Yes' } },
      { poll_media: { text: 'See https://a.test/x', emoji: { name: '⏰' } } },
    ]
    const poll = { question: { text: 'Lunch?' }, answers, duration: 24 }
    expect(chatShown(discord, { content: 'Vote', poll })).to.deep.equal({
      lines: ['Vote', '**Lunch?**\n- Yes\n- ⏰ See <https://a.test/x>'],
      warned: ['poll'],
    })
  })

  it('tells of the thread that it is not in', () => {
    const named = { content: 'a', thread_name: 'News' }
    expect(chatShown(discord, named)).to.deep.equal({ lines: ['a'], warned: ['thread_name'] })
    const inQuery = { query: { thread_id: '1' } }
    expect(chatShown(discord, { content: 'a' }, inQuery).warned).to.deep.equal(['thread_id'])
  })

  it('links addresses that stand alone in titles and footers', () => {
    const embed = { title: 'Down: https://a.test/x', footer: { text: 'by https://b.test/y' } }
    expect(chatShown(discord, { embeds: [embed] }).lines).to.deep.equal([
      'Down: https://a.test/x https://a.test/x',
      'by <https://b.test/y>',
    ])
  })

  const bodies: readonly (readonly [unknown, 'body' | null])[] = [
    [{ content: 'a' }, 'body'],
    [{ content: 'a', username: 'b', avatar_url: 'c', tts: false, wait: true }, 'body'],
    [{ content: 'a', event: 'message_created', conversation: {}, account: {} }, null],
    [{ embeds: [{ title: 'a' }], somebody: 'else' }, 'body'],
    [{ flags: 32_768, components: [] }, 'body'],
    [{ flags: 4, components: [] }, null],
    [{ components: [] }, null],
    [{ poll: { question: { text: 'a' }, answers: [] } }, 'body'],
    [{ poll: { question: { text: 'a' } } }, null],
    [{ content: 'a', topic: 'b' }, null],
  ]
  for (const [value, claim] of bodies) {
    it(`is ${claim ? '' : 'not '}seen in ${JSON.stringify(value)}`, () => {
      const body = { kind: 'json', value, text: '' } as const
      expect(discord.detect?.({ headers: {}, query: {}, body })).to.equal(claim)
    })
  }
})
