import { expect } from 'chai'
import { renderText } from 'express-incoming-webhooks/render'
import type { ComposedPost, Show } from '../../lib/pipeline/compose.js'
import { badInputs } from '../support/bad-inputs.js'
import {
  BOB,
  countCodePoints,
  type HookRequest,
  postsOf,
  postsOfPayload,
  WebhookError,
} from '../support/translation.js'

const FLAT: readonly Show[] = ['markdown', 'text']

describe('posts of a long message in a chat without attachments', () => {
  const LINK = `https://a.example/${'y'.repeat(40)}`
  const words = (count: number): string => 'word '.repeat(count)

  it('never exceed the limit, however large the attachments are', () => {
    const attachment = {
      pretext: words(300),
      text: '😀'.repeat(3_000),
      fields: Array.from({ length: 50 }, (_, n) => ({ title: `t${n}`, value: words(60) })),
      actions: [{ name: 'n'.repeat(200), url: `${LINK}${'z'.repeat(1_900)}` }],
    }
    for (const show of FLAT) {
      const { posts } = postsOfPayload(
        { text: 'a', attachments: [attachment, attachment] },
        2_000,
        show,
      )
      expect(posts.length).to.be.above(20)
      for (const { message } of posts) expect(countCodePoints(message)).to.be.at.most(2_000)
    }
    const [post] = postsOfPayload({ text: 'a', attachments: [attachment] }, 2_000).posts
    expect(countCodePoints(renderText(post ?? { message: '', props: {} }))).to.be.above(10_000)
  })

  it('never exceed it or are blank, whatever the body is', () => {
    for (const { body } of badInputs()) {
      const bytes = { kind: 'bytes', bytes: Buffer.from(body) } as const
      for (const show of FLAT) {
        for (const { message } of postsUnlessRejected(bytes, show)) {
          expect(countCodePoints(message)).to.be.at.most(2_000)
          expect(message.trim()).to.not.equal('')
        }
      }
    }
  })

  it('are at most 64', () => {
    const payload = { attachments: [{ text: 'x'.repeat(101 * 64) }] }
    for (const show of FLAT) {
      expect(() => postsOfPayload(payload, 100, show))
        .to.throw(WebhookError)
        .with.property('code', 'body_too_large')
    }
  })

  const whole: readonly (readonly [
    what: string,
    member: object,
    markdown: string,
    text: string,
  ])[] = [
    ['a link', { text: `<${LINK}|a b c>` }, `[a b c](${LINK})`, `(${LINK})`],
    ['a written link', { text: `[a b c](${LINK})` }, `[a b c](${LINK})`, `(${LINK})`],
    ['a written picture', { text: `![a b c](${LINK})` }, `![a b c](${LINK})`, `(${LINK})`],
    ['a bare address', { text: LINK }, LINK, LINK],
    ['a title', { title: 'a b c', title_link: LINK }, `[a b c](${LINK})`, `(${LINK})`],
    ['a picture', { image_url: LINK }, `![](${LINK})`, LINK],
    ['a button', { actions: [{ name: 'a b', url: LINK }] }, `[a b](${LINK})`, LINK],
    [
      'a mail address',
      { text: '<mailto:a-b@c.example|mail>' },
      '[mail](mailto:a-b@c.example)',
      '(mailto:a-b@c.example)',
    ],
  ]
  for (const [what, member, markdown, text] of whole) {
    it(`have ${what} whole, wherever the cut would be`, () => {
      for (let before = 20; before < 100; before += 1) {
        const payload = { text: 'x'.repeat(before), attachments: [member] }
        const inOne = (piece: string, show: Show): boolean =>
          messagesOf(payload, show).some((message) => message.includes(piece))
        expect(inOne(markdown, 'markdown'), `Markdown after ${before}`).to.equal(true)
        expect(inOne(text, 'text'), `text after ${before}`).to.equal(true)
      }
    })
  }

  it('have links of a message without attachments whole', () => {
    for (let before = 20; before < 100; before += 1) {
      const text = `${'x'.repeat(before)} [a b c](${LINK})`
      const messages = messagesOf({ text }, 'markdown')
      expect(messages.some((message) => message.includes(`[a b c](${LINK})`))).to.equal(true)
      expect(messages.join('')).to.equal(text)
    }
  })

  it('have mentions and names whole', () => {
    for (let before = 20; before < 100; before += 1) {
      for (const [written, shown] of [
        [`(<@${BOB}>)`, '@bob'],
        ['(@somebody-else)', '@somebody-else'],
      ] as const) {
        const text = 'x'.repeat(before) + written + 'y'.repeat(20)
        for (const show of FLAT) {
          const messages = messagesOf({ attachments: [{ text }] }, show)
          expect(messages.some((message) => message.includes(shown))).to.equal(true)
        }
      }
    }
  })

  it('close and reopen blocks of code', () => {
    const text = `\`\`\`js\n${'code\n'.repeat(60)}\`\`\``
    const messages = messagesOf({ attachments: [{ text }] }, 'markdown')
    expect(messages.length).to.be.above(2)
    for (const message of messages) expect(message).to.match(/^```js\n(?:code\n)+```$/)
  })
})

/** The messages of a payload in a chat whose posts have 100 characters. */
function messagesOf(payload: object, show: Show): readonly string[] {
  return postsOfPayload(payload, 100, show).posts.map(({ message }) => message)
}

function postsUnlessRejected(body: HookRequest['body'], show: Show): readonly ComposedPost[] {
  try {
    return postsOf({ contentType: undefined, body, queryPayload: null }, 2_000, show).posts
  } catch (error) {
    if (error instanceof WebhookError) return []
    throw error
  }
}
