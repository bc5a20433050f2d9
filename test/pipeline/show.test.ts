import { expect } from 'chai'
import type { Show } from '../../lib/pipeline/compose.js'
import { renderHtml, renderMarkdown, renderText } from 'express-incoming-webhooks/render'
import type { HookMentions } from '../../lib/model/records.js'
import { id } from '../support/hook-host.js'
import { BOB, type Delivered, postsOfPayload, WebhookError } from '../support/translation.js'
import { pipeline } from './pipeline.js'

const integration = { url: 'https://i.example/ack', context: {} }
const URL = 'https://a.example/x'
const FLAT: readonly Show[] = ['markdown', 'text']

const messagesOf = ({ posts }: Delivered): readonly string[] => posts.map(({ message }) => message)
const toldOf = ({ warnings }: Delivered): readonly string[] =>
  warnings.map(({ path, reason }) => `${path}: ${reason}`)

describe('a message that is too large for a chat that shows only messages', () => {
  const NOTE = 'Some of this message is shown without formatting'
  const table = `|${'a|'.repeat(125)}\n|${'-|'.repeat(125)}\n${'|\n'.repeat(130)}`

  it('has no table in Markdown that would be much longer, and a warning', () => {
    for (const payload of [{ text: table }, { attachments: [{ text: table }] }]) {
      const delivered = postsOfPayload(payload, undefined, 'markdown')
      const [message = ''] = messagesOf(delivered)
      expect(message).to.include('\n\\|-|-|')
      expect(message).to.include(NOTE)
      expect(toldOf(delivered)).to.include(': too large to be shown with all of its formatting')
    }
  })

  it('is left as it is from 100,000 characters on as text, with a warning', () => {
    const text = '**a** '.repeat(10_000)
    const delivered = postsOfPayload({ attachments: [{ text }, { text }] }, undefined, 'text')
    const whole = messagesOf(delivered).join(' ')
    expect(whole.match(/\*\*a\*\*/g)).to.have.lengthOf(10_000)
    expect(whole).to.include(NOTE)
    expect(toldOf(delivered)).to.include(': too large to be shown with all of its formatting')
  })

  it('is as it was where it is not', () => {
    const delivered = postsOfPayload({ text: '|a|b|\n|-|-|\n|c| ' }, undefined, 'markdown')
    expect(messagesOf(delivered)).to.deep.equal(['|a|b|\n|-|-|\n|c| '])
    expect(delivered.warnings).to.deep.equal([])
  })
})

describe('a message in a chat that shows only messages', () => {
  type Row = readonly [what: string, payload: object, markdown: string, text: string]
  const rows: readonly Row[] = [
    ['text alone', { text: '**a** `b`' }, '**a** `b`', 'a b'],
    ['an attachment alone', { attachments: [{ text: '*a*' }] }, '*a*', 'a'],
    [
      'text above attachments',
      { text: 'a', attachments: [{ title: 'b', title_link: URL }, { footer: 'c' }] },
      `a\n\n**[b](${URL})**\n\nc`,
      `a\n\nb (${URL})\n\nc`,
    ],
    [
      'fields',
      { attachments: [{ fields: [{ title: 'a', value: '<https://a.b|c>' }] }] },
      '**a:** [c](https://a.b)',
      'a: c (https://a.b)',
    ],
    [
      'a link button',
      { attachments: [{ actions: [{ name: 'Open', url: URL }] }] },
      `[Open](${URL})`,
      `Open: ${URL}`,
    ],
    [
      'blocks',
      {
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'a' } },
          { type: 'section', text: { type: 'mrkdwn', text: '*b*' } },
        ],
      },
      '#### a\n\n**b**',
      'a\n\nb',
    ],
    [
      'names of users, in the title too',
      { attachments: [{ title: `for <@${BOB}>`, text: `<@${BOB}>` }] },
      '**for @bob**\n\n@bob',
      'for @bob\n@bob',
    ],
    [
      'a fallback that is all there is',
      { attachments: [{ fallback: 'a*b*' }] },
      'a\\*b\\*',
      'a*b*',
    ],
    ['an icon that is all there is', { attachments: [{ author_icon: URL }] }, URL, URL],
    ['a block of code without code', { text: '```\n```' }, '```\n```', '```\n```'],
    [
      'an attachment of code without code',
      { attachments: [{ color: 'red', text: '```\n```' }] },
      '```\n```',
      '```\n```',
    ],
  ]
  for (const [what, payload, markdown, text] of rows) {
    it(`has ${what}`, () => {
      expect(messagesOf(postsOfPayload(payload, undefined, 'markdown'))).to.deep.equal([markdown])
      expect(messagesOf(postsOfPayload(payload, undefined, 'text'))).to.deep.equal([text])
    })
  }

  it('has no attachments and no type that says so', () => {
    const payload = { text: 'a', type: 'slack_attachment', attachments: [{ text: 'b' }] }
    for (const show of FLAT) {
      const [post] = postsOfPayload(payload, undefined, show).posts
      expect(post?.props).to.not.have.property('attachments')
      expect(post?.type).to.equal('')
    }
  })

  it('is marked where it is plain text, and senders cannot mark theirs', () => {
    const payload = { text: 'a', props: { webhook_plain_text: true } }
    const marks = (show: Show): unknown =>
      postsOfPayload(payload, undefined, show).posts[0]?.props['webhook_plain_text']
    expect(marks('text')).to.equal(true)
    expect(marks('markdown')).to.equal(undefined)
    expect(marks('attachments')).to.equal(undefined)
  })

  it('is rejected if this chat can show nothing of it', () => {
    for (const payload of [{ attachments: [{ color: 'red' }] }, { text: ' \n' }]) {
      for (const show of FLAT) {
        expect(() => postsOfPayload(payload, undefined, show))
          .to.throw(WebhookError)
          .with.property('code', 'no_text')
      }
      expect(postsOfPayload(payload).posts).to.have.lengthOf(1)
    }
  })

  it('is shown once by every renderer, with the same characters', async () => {
    const shown = 'a*b* &lt; 1 < 2\n# c_d_ [e](f) https://a.example/_g_h'
    const post = { message: shown, props: { webhook_plain_text: true } }
    expect(renderText(post)).to.equal(shown)
    expect(renderText({ message: renderMarkdown(post), props: {} })).to.equal(shown)
    const html = await renderHtml(post)
    expect(html).to.include('a*b* &amp;lt; 1 &lt; 2<br># c_d_ [e](f) <a ')
    expect(html).to.include('href="https://a.example/_g_h"')
  })
})

describe('what a chat without attachments cannot show', () => {
  const pictures = { image_url: URL, thumb_url: URL }
  type Row = readonly [
    what: string,
    payload: object,
    both: readonly string[],
    text?: readonly string[],
  ]
  const rows: readonly Row[] = [
    ['nothing of a link button', { attachments: [{ actions: [{ name: 'a', url: URL }] }] }, []],
    [
      'buttons that call an integration',
      {
        attachments: [
          { text: 'a' },
          {
            actions: [
              { name: 'b', url: URL },
              { name: 'c', integration },
            ],
          },
        ],
      },
      ['attachments[1].actions[1]: shown as text: buttons cannot be pressed in this chat'],
    ],
    [
      'menus',
      {
        attachments: [
          { actions: [{ name: 'a', options: [{ text: 'b', value: 'c' }], integration }] },
        ],
      },
      ['attachments[0].actions[0]: shown as text: nothing can be chosen in this chat'],
    ],
    [
      'buttons of blocks',
      {
        blocks: [
          {
            type: 'actions',
            elements: [{ type: 'button', text: { type: 'plain_text', text: 'a' }, integration }],
          },
        ],
      },
      ['blocks[0].elements[0]: shown as text: buttons cannot be pressed in this chat'],
    ],
    [
      'pictures in plain text',
      { attachments: [{ text: 'a', ...pictures }] },
      [],
      [
        'attachments[0].image_url: shown as its address',
        'attachments[0].thumb_url: shown as its address',
      ],
    ],
  ]
  for (const [what, payload, both, text = both] of rows) {
    it(`is a warning with its path: ${what}`, () => {
      expect(toldOf(postsOfPayload(payload, undefined, 'markdown'))).to.deep.equal(both)
      expect(toldOf(postsOfPayload(payload, undefined, 'text'))).to.deep.equal(text)
      expect(toldOf(postsOfPayload(payload))).to.deep.equal([])
    })
  }

  it('is listed as ignored where nothing is lost: colours and icons', () => {
    const text = { type: 'section', text: { type: 'mrkdwn', text: 'a' } }
    const row = {
      type: 'actions',
      elements: [{ type: 'button', text: { type: 'plain_text', text: 'b' }, url: URL }],
    }
    const attachment = { color: 'red', author_icon: URL, footer_icon: URL, blocks: [row, text] }
    const { ignored, warnings } = postsOfPayload({ attachments: [attachment] }, undefined, 'text')
    expect(warnings).to.deep.equal([])
    expect([...ignored].sort()).to.deep.equal([
      'attachments[0].author_icon',
      'attachments[0].color',
      'attachments[0].footer_icon',
    ])
  })
})

describe('mentions in a chat without attachments', () => {
  const CAROL = id('carol')
  const to = (...userIds: string[]): HookMentions => ({ userIds, channelWide: null })
  const notified = async (show: Show, payload: object, maxPostLength = 16_383) =>
    (await pipeline({ show, maxPostLength }).send(payload)).posts.map(({ mentions }) => mentions)

  const rows: readonly (readonly [what: string, payload: object, mentions: HookMentions])[] = [
    [
      'in every text of an attachment',
      {
        attachments: [
          { pretext: '@bob', title: `<@${CAROL}>`, fields: [{ title: 'a', value: '<!here>' }] },
        ],
      },
      { userIds: [id('bob'), CAROL], channelWide: 'here' },
    ],
    [
      'whose text is not shown',
      { text: 'a [@bob]( )', attachments: [{ text: 'b' }] },
      to(id('bob')),
    ],
    ['not of names in code', { text: '`@bob`', attachments: [{ text: '```\n@carol\n```' }] }, to()],
    ['not of longer names', { text: '@bob', attachments: [{ text: '@bobby' }] }, to(id('bob'))],
  ]
  for (const [what, payload, mentions] of rows) {
    it(`notify ${what}`, async () => {
      for (const show of FLAT) expect(await notified(show, payload), show).to.deep.equal([mentions])
    })
  }

  it('belong to the part in which they stand', async () => {
    const payload = { text: `@bob ${'x'.repeat(94)}`, attachments: [{ text: '@carol' }] }
    for (const show of FLAT) {
      expect(await notified(show, payload, 100), show).to.deep.equal([to(id('bob')), to(CAROL)])
    }
  })
})
