import { expect } from 'chai'
import { Amounts } from '../../../lib/native/payload/reading.js'
import { type Kind, MAX_FENCE_RUNS, MAX_TEXT_NODES, MOST } from '../../../lib/model/limits.js'
import { postsOfPayload } from '../../support/translation.js'
import { refuses } from '../payloads.js'

const text = { type: 'plain_text', text: 'a' }
const list = (count: number, element: unknown): unknown[] => new Array<unknown>(count).fill(element)
const blocks = (...all: object[]): object => ({ text: 'a', blocks: all })
const quote = (text: string, style = {}): object => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_quote', elements: [{ type: 'text', text, style }] }],
})

/** A message with so many of a kind. Those of forms are counted before there is a message. */
const HOLDING: Readonly<Record<Exclude<Kind, 'form fields'>, (count: number) => object>> = {
  attachments: (count) => ({ attachments: list(count, { text: 'a' }) }),
  blocks: (count) => ({ text: 'a', blocks: list(count, { type: 'divider' }) }),
  fields: (count) => ({ attachments: [{ text: 'a', fields: list(count, { title: 'a' }) }] }),
  actions: (count) => ({ attachments: [{ text: 'a', actions: list(count, { name: 'a' }) }] }),
  options: (count) => ({
    attachments: [{ text: 'a', actions: [{ name: 'a', options: list(count, { text: 'a' }) }] }],
  }),
  cells: (count) => blocks({ type: 'table', rows: [list(count, null)] }),
  elements: (count) => blocks({ type: 'context', elements: list(count, text) }),
  'context members': (count) => {
    const context = Object.fromEntries(list(count, 0).map((value, index) => [`k${index}`, value]))
    const integration = { url: 'https://a.example', context }
    return { attachments: [{ text: 'a', actions: [{ name: 'a', integration }] }] }
  },
  lines: (count) => blocks(quote('a\n'.repeat(count - 1) + 'a')),
  'lines of code': (count) => blocks(quote('a\n'.repeat(count - 1) + 'a', { code: true })),
}

describe('a message', () => {
  for (const kind of Object.keys(HOLDING) as Exclude<Kind, 'form fields'>[]) {
    it(`may hold ${MOST[kind]} ${kind}, and one more is refused as too large`, () => {
      expect(() => postsOfPayload(HOLDING[kind](MOST[kind]))).to.not.throw()
      refuses(
        () => postsOfPayload(HOLDING[kind](MOST[kind] + 1)),
        'body_too_large',
        `more than ${MOST[kind]} ${kind} in one message`,
      )
    })
  }

  it('counts what is in all of its lists together', () => {
    const half = MOST.fields / 2 + 1
    const attachment = { text: 'a', fields: list(half, { title: 'a' }) }
    refuses(
      () => postsOfPayload({ attachments: [attachment, attachment] }),
      'body_too_large',
      'fields',
    )
  })

  it('counts no null, which stands for nothing', () => {
    expect(() => postsOfPayload({ text: 'a', attachments: list(200_000, null) })).to.not.throw()
  })

  it(`has ${MAX_TEXT_NODES} links and mentions read; what comes after them stays as written`, () => {
    const { posts, warnings } = postsOfPayload({ text: '<https://a.example|b>\n'.repeat(20_000) })
    const whole = posts.map(({ message }) => message).join('')
    const made = whole.split('[b](https://a.example)').length - 1
    expect(made).to.be.within(MAX_TEXT_NODES / 2, MAX_TEXT_NODES / 2 + 1)
    expect(whole.split('<https://a.example|b>').length - 1).to.equal(20_000 - made)
    expect(warnings.map(({ reason }) => reason)).to.include(
      `only ${MAX_TEXT_NODES} links and mentions are read: the rest was left as written`,
    )
  })

  it(`has code fences put on lines of their own as long as there are ${MAX_FENCE_RUNS} in all texts`, () => {
    const fences = (count: number): string => '```a b\nc```\n'.repeat(count / 2)
    const isRepaired = (message = ''): boolean => message.startsWith('```\na b\nc\n```')
    const half = fences(MAX_FENCE_RUNS / 2)
    const most = postsOfPayload({ text: half, attachments: [{ text: half }] })
    expect(isRepaired(most.posts[0]?.message)).to.equal(true)
    const warning = `more than ${MAX_FENCE_RUNS} code fences and code spans: code fences were not repaired`
    expect(most.warnings.map(({ reason }) => reason)).not.to.include(warning)
    const more = postsOfPayload({ text: fences(MAX_FENCE_RUNS + 2) })
    expect(isRepaired(more.posts[0]?.message)).to.equal(false)
    expect(more.warnings.map(({ reason }) => reason)).to.include(warning)
  })
})

describe('amounts', () => {
  it('refuse the first that is too many', () => {
    const amounts = new Amounts()
    amounts.take('attachments', MOST.attachments)
    amounts.take('fields')
    refuses(
      () => {
        amounts.take('attachments')
      },
      'body_too_large',
      'more than 1000 attachments in one message',
    )
  })
})
