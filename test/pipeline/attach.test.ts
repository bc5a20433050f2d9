import { expect } from 'chai'
import { Warnings } from '../../lib/model/warnings.js'
import { WebhookError } from '../../lib/model/errors.js'
import { groupAttachments } from '../../lib/pipeline/compose.js'
import type { JsonValue } from '../../lib/model/records.js'
import type { RenderedAttachment } from '../../lib/pipeline/render.js'
import { countCodePoints } from '../../lib/text/code-points.js'
import { pipeline, refuses } from './pipeline.js'

const P = 760_000
const BASE = { from_webhook: 'true' }

/** As many names of one character. */
const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) =>
    String.fromCharCode(n < 0xd700 ? 0x80 + n : 0xe000 + n - 0xd700),
  )

const attachment = (text: string): RenderedAttachment => ({ value: { text }, segments: [] })
/** An attachment whose JSON has so many code points. */
const sized = (length: number): RenderedAttachment =>
  attachment('x'.repeat(length - JSON.stringify({ text: '' }).length))

function group(...attachments: readonly RenderedAttachment[]): {
  readonly sizes: readonly number[]
  readonly lengths: readonly number[]
  readonly warnings: Warnings
} {
  const warnings = new Warnings()
  const groups = groupAttachments(attachments, BASE, warnings)
  return {
    sizes: groups.map((one) => one.length),
    lengths: groups.map((one) =>
      countCodePoints(JSON.stringify({ ...BASE, attachments: one.map(({ value }) => value) })),
    ),
    warnings,
  }
}

describe('attachments', () => {
  it('share a post while their JSON fits', () => {
    expect(group().sizes).to.deep.equal([])
    expect(group(sized(100), sized(150), sized(200)).sizes).to.deep.equal([3])
    expect(group(sized(300_000), sized(300_000)).sizes).to.deep.equal([2])
  })

  it('overflow into further posts, in order', () => {
    expect(group(sized(400_000), sized(400_000), sized(100)).sizes).to.deep.equal([1, 2])
    expect(group(sized(1000), sized(2000), sized(P - 1000)).sizes).to.deep.equal([2, 1])
  })

  it('never pass the limit of a post', () => {
    for (const size of [P - 200, P - 60, P - 50, P - 40, P, P + 1, 900_000]) {
      const { sizes, lengths } = group(sized(1000), sized(size))
      expect(sizes).to.deep.equal([1, 1])
      for (const length of lengths) expect(length).to.be.at.most(P)
    }
  })

  it('fill a post to its last character', () => {
    // Each takes one more for its comma.
    const room = P - JSON.stringify({ ...BASE, attachments: [] }).length
    expect(group(sized(1000), sized(room - 1002)).sizes).to.deep.equal([2])
    expect(group(sized(1000), sized(room - 1001)).sizes).to.deep.equal([1, 1])
    const alone = group(sized(room - 1))
    expect(alone.sizes).to.deep.equal([1])
    expect(alone.warnings.all()).to.deep.equal([])
    expect(group(sized(room)).warnings.all()).to.have.lengthOf(1)
  })

  const long: readonly (readonly [string, Readonly<Record<string, JsonValue>>])[] = [
    ['characters that are escaped', { text: '\u0001'.repeat(63_400) }],
    ['names that are escaped', { actions: [{ ['\u0001'.repeat(63_400)]: 1 }] }],
    ['many long numbers', { list: Array.from({ length: 16_000 }, () => -1.7976931348623157e308) }],
    ['many empty texts', { list: Array.from({ length: 130_000 }, () => '') }],
    ['many nulls', { list: Array.from({ length: 80_000 }, () => null) }],
    ['many empty lists', { list: Array.from({ length: 130_000 }, () => []) }],
    ['many short names', Object.fromEntries(names(56_000).map((name) => [name, '']))],
  ]
  for (const [title, value] of long) {
    it(`share no post that would be too long: ${title}`, () => {
      const one = { value, segments: [] }
      expect(JSON.stringify(value).length).to.be.within(P / 2, P - 100)
      expect(group(one, one).sizes).to.deep.equal([1, 1])
    })
  }

  it('that are too large alone have their text shortened, with a warning', () => {
    const { lengths, warnings } = group(sized(900_000))
    expect(lengths[0]).to.be.within(P - 100, P)
    expect(warnings.all()).to.deep.equal([
      { path: 'attachments[0].text', reason: 'shortened to fit into one post' },
    ])
  })

  it('are shortened by characters, never inside one', () => {
    const groups = groupAttachments([attachment('😀'.repeat(800_000))], BASE, new Warnings())
    const text = groups[0]?.[0]?.value['text']
    expect(
      typeof text === 'string' && text.isWellFormed() && countCodePoints(text) > 700_000,
    ).to.equal(true)
  })

  it('may lose all of their text', () => {
    const footer = 'F'.repeat(P - 100)
    const rest = P - JSON.stringify({ ...BASE, attachments: [{ text: '', footer }] }).length
    const [one] = groupAttachments(
      [
        {
          value: { text: 'x'.repeat(9), footer: `${footer}${'F'.repeat(rest - 1)}` },
          segments: [],
        },
      ],
      BASE,
      new Warnings(),
    )
    expect(one?.[0]?.value['text']).to.equal('')
  })

  it('whose text is too short to be cut are refused', () => {
    const footer = (text: string): RenderedAttachment => ({
      value: { text, footer: 'F'.repeat(900_000) },
      segments: [],
    })
    for (const one of [footer('x'), { value: { footer: 'F'.repeat(900_000) }, segments: [] }]) {
      expect(() => groupAttachments([sized(100), one], BASE, new Warnings()))
        .to.throw(WebhookError, 'Unable to split webhook props into 760000 character parts')
        .with.property(
          'detail',
          'attachments[1]: too large for one post, and its text is too short to shorten',
        )
    }
  })

  it('make room for the properties of the post', () => {
    const escapes = attachment('\u0001'.repeat(62_500))
    const full = { k: 'x'.repeat(16_000) }
    expect(groupAttachments([escapes, escapes], full, new Warnings())).to.have.lengthOf(2)
    const base = { k: 'x'.repeat(16_000) }
    expect(
      groupAttachments([sized(P - 16_000), sized(100)], base, new Warnings()).map(
        (one) => one.length,
      ),
    ).to.deep.equal([1, 1])
  })
})

describe('attachments of a long text', () => {
  const small = { text: 'x' }
  const big = { text: 'A'.repeat(400_000) }

  it('are on its last part', async () => {
    const { posts } = await pipeline().send({
      text: 'x'.repeat(32_768),
      attachments: [small, small],
    })
    expect(
      posts.map((post) => (post.props['attachments'] as [] | undefined)?.length ?? 0),
    ).to.deep.equal([0, 0, 2])
  })

  it('overflow into parts without a message', async () => {
    const { posts } = await pipeline().send({
      text: 'x'.repeat(16_384),
      attachments: [big, big, small],
    })
    expect(
      posts.map((post) => [
        post.message.length,
        (post.props['attachments'] as [] | undefined)?.length ?? 0,
      ]),
    ).to.deep.equal([
      [16_383, 0],
      [1, 1],
      [0, 2],
    ])
    const nobody = { userIds: [], channelWide: null }
    expect(posts.map(({ mentions }) => mentions)).to.deep.equal([nobody, nobody, nobody])
    expect(posts.map((post) => post.props['webhook_part'])).to.deep.equal(
      [0, 1, 2].map((index) => ({ index, count: 3, first_id: posts[0]?.id })),
    )
  })

  it('count towards the 64 parts', async () => {
    const attachments = Array.from({ length: 2 }, () => big)
    await refuses({ text: 'x'.repeat(16_383 * 64), attachments }, 'body_too_large')
  })

  it('alone are one post with an empty message', async () => {
    const { posts } = await pipeline().send({ attachments: [small] })
    expect(posts.map((post) => [post.message, post.props['attachments']])).to.deep.equal([
      ['', [small]],
    ])
  })

  it('that cannot be split refuse the whole message', async () => {
    await refuses(
      {
        text: 'x'.repeat(20_000),
        attachments: [{ footer: 'F'.repeat(900_000) }],
        channel: '@carol',
      },
      'props_too_long',
    )
  })
})
